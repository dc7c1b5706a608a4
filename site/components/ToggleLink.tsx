import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';
import { useHydrated } from './use-hydrated.ts';

type Props = {
  ref: Ref<HTMLAnchorElement>;
  id?: string;
  className: string | undefined;
  /** Without script. */
  href: string;
  external?: boolean;
  /** An id. */
  controls: string;
  open: boolean;
  label: string;
  onToggle(): void;
  children: ReactNode;
};

/** A link until React is there; then a button that opens and closes something. */
export function ToggleLink({
  ref,
  id,
  className,
  href,
  external,
  controls,
  open,
  label,
  onToggle,
  children,
}: Props) {
  const hydrated = useHydrated();
  const toggle = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    onToggle();
  };
  return (
    <a
      ref={ref}
      id={id}
      className={className}
      href={href}
      aria-label={label}
      data-tooltip={label}
      {...(external && { target: '_blank', rel: 'noopener' })}
      {...(hydrated && { role: 'button', 'aria-expanded': open, 'aria-controls': controls })}
      onClick={toggle}
      onKeyDown={(event) => event.key === ' ' && toggle(event)}
    >
      {children}
    </a>
  );
}
