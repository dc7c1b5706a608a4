/** Line icons on a 24 × 24 grid, all with the same stroke. */
export const icons = {
  contract: 'M6 3h8l4 4v14H6zM14 3v4h4M9 11h6M9 14.5h3M10 18.5c1-1.5 2-1.5 2.5 0s1.5 1 2.5-.5',
  strategy: 'M12 3a9 9 0 0 1 0 18 9 9 0 0 1 0-18zM15.5 8.5l-2 5-5 2 2-5zM12 3v2M12 19v2M3 12h2M19 12h2',
  documents: 'M8 7V3h8l4 4v10h-4M4 7h8l4 4v10H4zM12 7v4h4M7 14h6M7 17h6',
  application: 'M3 11.5 21 3l-5 18-4-8zM12 13l9-10',
  visa: 'M7 3h10a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM12 6.5a3.5 3.5 0 0 1 0 7 3.5 3.5 0 0 1 0-7zM8.5 10h7M12 6.5c-2 2.3-2 4.7 0 7 2-2.3 2-4.7 0-7zM9 17h6',
  result: 'M2 9l10-5 10 5-10 5zM6 11v5c3.5 2.7 8.5 2.7 12 0v-5M22 9v6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  telegram: 'M3 11.5 21 4l-3 16-6-4.5zM12 15.5 21 4M12 15.5 9 20v-6.2',
  channel: 'M4 10v4h3l9 5V5l-9 5zM19 9.5a3.5 3.5 0 0 1 0 5M8 14.5 9.5 20',
  mail: 'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM3.5 7l8.5 6 8.5-6',
  chat: 'M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12h5',
} as const;
