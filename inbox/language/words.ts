import { en, type InboxWords } from '../../content/inbox/en.ts';
import { ru } from '../../content/inbox/ru.ts';
import { uz } from '../../content/inbox/uz.ts';
import type { Language } from '../../contract/languages.ts';

export type { InboxWords };

/** All three together are a few kilobytes: a switch needs no network. */
export const dictionaries: Record<Language, InboxWords> = { uz, en, ru };

/** What is said of a call that failed. A TypeError is fetch's own: the server does not answer at all. */
export const failureText = (error: Error, { errors }: Pick<InboxWords, 'errors'>): string =>
  error instanceof TypeError ? errors.offline : errors.failed;
