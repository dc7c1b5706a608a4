/**
 * Line icons on a 24 × 24 grid, all with one stroke (set in the symbol), so that no two look borrowed from
 * different sets.
 */
export const icons = {
  contract:
    '<path d="M6 3h8l4 4v14H6z"/><path d="M14 3v4h4M9 11h6M9 14.500h3"/><path d="M10 18.500c1-1.5 2-1.5 2.5 0s1.5 1 2.5-.5"/>',
  strategy:
    '<circle cx="12" cy="12" r="9"/><path d="m15.5 8.5-2 5-5 2 2-5z"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2"/>',
  documents: '<path d="M8 7V3h8l4 4v10h-4"/><path d="M4 7h8l4 4v10H4z"/><path d="M12 7v4h4M7 14h6M7 17h6"/>',
  application: '<path d="M3 11.5 21 3l-5 18-4-8z"/><path d="m12 13 9-10"/>',
  visa: '<rect x="5" y="3" width="14" height="18" rx="2"/><circle cx="12" cy="10" r="3.5"/><path d="M8.5 10h7M12 6.500c-2 2.3-2 4.7 0 7 2-2.3 2-4.7 0-7zM9 17h6"/>',
  result: '<path d="m2 9 10-5 10 5-10 5z"/><path d="M6 11v5c3.5 2.7 8.5 2.7 12 0v-5M22 9v6"/>',
  check: '<path d="m5 12.5 4.5 4.500L19 7.5"/>',
  cross: '<path d="m6 6 12 12M18 6 6 18"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  up: '<path d="M12 19V5M6 11l6-6 6 6"/>',
  down: '<path d="M12 5v14M6 13l6 6 6-6"/>',
  outward: '<path d="M7 17 17 7M9 7h8v8"/>',
  telegram: '<path d="M3 11.5 21 4l-3 16-6-4.500z"/><path d="M12 15.5 21 4M12 15.5 9 20v-6.2"/>',
  channel: '<path d="M4 10v4h3l9 5V5l-9 5zM19 9.500a3.5 3.5 0 0 1 0 5M8 14.5 9.5 20"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3.5 7 8.5 6 8.5-6"/>',
  chat: '<path d="M4 5h16v11H11l-5 4v-4H4z"/><path d="M8 9h8M8 12h5"/>',
} as const;
