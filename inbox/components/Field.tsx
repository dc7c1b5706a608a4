import type { ReactNode } from 'react';

type Props = { name: string; className?: string | undefined; children: ReactNode };

export const Field = ({ name, className = '', children }: Props) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className={`field ${className}`}>
    <span className="label">{name}</span>
    {children}
  </label>
);
