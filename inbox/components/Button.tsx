import type { ComponentProps } from 'react';
import { Icon, type IconName } from './Icon.tsx';

type Props = ComponentProps<'button'> & {
  look?: 'primary' | 'quiet' | 'danger' | 'quiet danger';
  icon?: IconName;
};

export const Button = ({ look, icon, className = '', children, ...props }: Props) => (
  <button type="button" className={`button ${look ?? ''} ${className}`} {...props}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
);
