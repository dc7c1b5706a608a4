import type { ReactNode } from 'react';

type Props = {
  name: string;
  className?: string | undefined;
  problem?: string | undefined;
  children: ReactNode;
};

export const Field = ({ name, className = '', problem, children }: Props) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className={`field ${className}`}>
    <span className="label">{name}</span>
    {children}
    {problem && <span className="problem">{problem}</span>}
  </label>
);
