/** What is measured, and how its figures are written. */
import type { Browser } from '@playwright/test';
import type { Served } from './served.ts';
import { type Column, columns } from './table.ts';

export type Subject = { site: Served; reference: Served; browser: Browser; runs: number };

export const pages = columns.filter((column) => column !== 'reference');
export const landingPages = ['/', '/?lang=en', '/?lang=ru'] as const;

/** Any address without a page shows the 404 page. */
export const addressOf = (site: Served, column: Column) =>
  site.url + (column === '/404' ? '/nowhere' : column);

export const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
export const ratio = (value: number) => value.toFixed(2);
export const shift = (value: number) => (value === 0 ? '0' : value.toFixed(4));
export const thousands = (value: number) => Math.round(value).toLocaleString('en');

/** Progress, beside the table. */
export const say = (words: string) => process.stderr.write(`${words}\n`);
