import type { DrawingName, IconName } from '#site/drawings/names.ts';

/** A symbol of site/drawings/sprite.ts. Decoration, hidden from screen readers. */
export function Drawing({ name, className }: { name: DrawingName; className?: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#d-${name}`} />
    </svg>
  );
}

export function Icon({ name, className }: { name: IconName; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#d-${name}`} />
    </svg>
  );
}

export function Medallion({ icon, className }: { icon: IconName; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 96 96" aria-hidden="true">
      <use href="#d-medallion" />
      <use href={`#d-${icon}`} transform="translate(30 30) scale(1.5)" />
    </svg>
  );
}

type PatternProps = { name: 'lattice' | 'arches'; className?: string | undefined };

export function BackgroundPattern({ name, className = '' }: PatternProps) {
  return (
    <svg className={`background-pattern ${className}`} aria-hidden="true">
      <rect width="100%" height="100%" fill={`url(#${name})`} />
    </svg>
  );
}

/** A strip of glazed tiles along the upper edge of its parent. */
export function Frieze({ fine, className = '' }: { fine?: boolean; className?: string | undefined }) {
  return (
    <svg className={`frieze screen-only ${className}`} data-fine={fine} aria-hidden="true">
      <rect width="100%" height="100%" fill={`url(#tiles${fine ? '-fine' : ''})`} />
    </svg>
  );
}
