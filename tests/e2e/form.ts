/** Helpers for the contact form. */
import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { submissionPath } from '#contract/addresses.ts';

export const submit = (page: Page) => page.getByRole('form').getByRole('button');
export const fields = (page: Page) => page.getByRole('form').getByRole('textbox');
export const success = (page: Page) => page.getByRole('status').filter({ visible: true });
export const failure = (page: Page) => page.getByRole('alert').filter({ visible: true });

/** A name that no stored lead has. */
export const newName = () => `Aziza ${randomUUID()}`;

/** No whole number: the same message from the same number is one lead. */
export const phone = '+998 90 123 45';
export const message = 'Italiyada magistratura?\nRahmat';

export async function fillIn(page: Page, name: string, email = ''): Promise<void> {
  for (const [index, value] of [name, phone, email, message].entries()) {
    await fields(page).nth(index).fill(value);
  }
}

export const values = (page: Page) =>
  fields(page).evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));

/** Collects the page's submissions from now on. */
export function watchRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => request.url().endsWith(submissionPath) && requests.push(request));
  return requests;
}

/** Answers submissions with this status instead of forwarding them to the server. */
export const refuse = (page: Page, status = 500, headers = {}) =>
  page.route(`**${submissionPath}`, (route) => route.fulfill({ status, headers }));
export const accept = (page: Page) => page.unroute(`**${submissionPath}`);
