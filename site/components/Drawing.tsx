import type { DrawingName } from '../drawings/names.ts';

/** One of the drawings that the document carries as symbols (site/drawings/sprite.ts). Decoration only. */
export function Drawing({ name, className }: { name: DrawingName; className?: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`#${name}`} />
    </svg>
  );
}

/** The woven star lattice that lies behind dark grounds. */
export function Lattice({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill="url(#lattice)" />
    </svg>
  );
}
