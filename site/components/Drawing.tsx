import type { DrawingName } from '../drawings/names.ts';

/** One of the drawings that the document carries as symbols (site/drawings/sprite.ts). Decoration only. */
export function Drawing({ name, className }: { name: DrawingName; className?: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#d-${name}`} />
    </svg>
  );
}

/** A ground of repeated tiles: the woven star lattice, or the Italy card's arcade. */
export function Tiling({ name, className }: { name: 'lattice' | 'arcade'; className: string | undefined }) {
  return (
    <svg className={`ground ${className}`} aria-hidden="true">
      <rect width="100%" height="100%" fill={`url(#${name})`} />
    </svg>
  );
}
