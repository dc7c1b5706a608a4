import { compass, star } from '#site/drawings/geometry.ts';

const paths = {
  leads: 'M4 13 6.500 5h11L20 13v6H4zM4 13h4.500l1.500 2.500h4l1.500-2.500H20',
  stats: 'M4 20h16M7 16v-5M12 16V6M17 16V9',
  delivery: 'M3 12h4l2.500-6 4.500 12 2.500-6H21',
  site: 'M3 5h18v14H3zM3 9h18M7 13h6M7 16h9',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20 20',
  filter: 'M4 7h16M7 12h10M10 17h4',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
  back: 'M19 12H5M11 6l-6 6 6 6',
  phone:
    'M6.500 3.500 9.500 4l1.500 4-2 1.500a12 12 0 0 0 5.500 5.500l1.500-2 4 1.500.5 3a2 2 0 0 1-2 2.500A16 16 0 0 1 4 5.500a2 2 0 0 1 2.500-2Z',
  telegram: 'M3 11.500 21 4l-3 16-6-4.500zM12 15.500 21 4M12 15.500 9 20v-6.200',
  mail: 'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM3.500 7l8.500 6 8.500-6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  plus: 'M12 5v14M5 12h14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500a7.500 7.500 0 0 1 15 0',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  cross: 'm6 6 12 12M18 6 6 18',
  again: 'M19 12a7 7 0 1 1-2-5M19 3v5h-5',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  spam: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.700 5.700l12.600 12.600',
  warning: 'M12 4 2.500 20h19zM12 10v4.500M12 17.200v.1',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.500 2',
  down: 'm6 9 6 6 6-6',
  desktop: 'M3 5h18v11H3zM9 20h6M12 16v4',
  mobile: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.500-5.500L12 7.500M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.500 5.500L12 16.500',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export function Emblem({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 48 48" aria-hidden="true">
      <path d={star(24, 24, 22.5)} stroke="var(--saffron)" strokeWidth="2.5" strokeLinejoin="round" />
      <path d={compass(24, 24, 15)} fill="currentColor" />
    </svg>
  );
}

export function Lattice({ className }: { className?: string | undefined }) {
  const outlines = [44, 37, 18.5].map((radius) => star(44, 44, radius)).join('');
  return (
    <svg className={className} aria-hidden="true">
      <pattern id="lattice" width="88" height="88" patternUnits="userSpaceOnUse">
        <path d={outlines} stroke="#3fb8b0" strokeLinejoin="round" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#lattice)" />
    </svg>
  );
}
