/** What is measured, and how its figures are written. */
import type { Browser } from '@playwright/test';
import type { Served } from './served.ts';
import type { Column, Page } from './table.ts';

/** `peer`: the address of somebody else's page, to be measured in the same run. */
export type Subject = {
  site: Served;
  reference: Served;
  peer: string | undefined;
  browser: Browser;
  runs: number;
};

export const landingPages = ['/', '/?lang=en', '/?lang=ru'] as const;

/** A goal of these only; the others are measured beside them. */
export const ofLandingPages = ({ text, met }: { text: string; met(value: number): boolean }) => ({
  text,
  met: (value: number, page: Column) => !landingPages.some((landing) => landing === page) || met(value),
});

/** Any address without a page shows the 404 page. */
export const addressOf = (site: Served, page: Page) => site.url + (page === '/404' ? '/nowhere' : page);

export const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
export const ratio = (value: number) => value.toFixed(2);
export const shift = (value: number) => (value === 0 ? '0' : value.toFixed(4));
export const thousands = (value: number) => Math.round(value).toLocaleString('en');

/** Progress, beside the table. */
export const say = (words: string) => process.stderr.write(`${words}\n`);
