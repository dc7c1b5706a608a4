import type { ComponentProps, MouseEvent } from 'react';
import { Icon, type IconName } from './Icon.tsx';

type Props = ComponentProps<'button'> & {
  look?: 'primary' | 'quiet' | 'danger' | 'quiet danger';
  icon?: IconName;
};

/** Keeps the focus while it is disabled, which the browser’s own `disabled` would drop. */
export function Button({ look, icon, className = '', disabled, onClick, children, ...props }: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    disabled ? event.preventDefault() : onClick?.(event);
  return (
    <button
      type="button"
      className={`button ${look ?? ''} ${className}`}
      aria-disabled={disabled || undefined}
      onClick={press}
      {...props}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
