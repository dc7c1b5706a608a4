import { en, type InboxWords } from '../../content/inbox/en.ts';
import { ru } from '../../content/inbox/ru.ts';
import { uz } from '../../content/inbox/uz.ts';
import type { InboxRefusal } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import { Refused } from '../api.ts';

export type { InboxWords };

/** All three together are a few kilobytes: a switch needs no network. */
export const dictionaries: Record<Language, InboxWords> = { uz, en, ru };

/** What is said of a call that failed. What the server did not refuse did not reach it, or its answer did not come. */
export function failureText(error: Error, { errors }: Pick<InboxWords, 'errors'>): string {
  if (!(error instanceof Refused)) return errors.offline;
  return (error.body as InboxRefusal | null)?.error === 'foreign' ? errors.elsewhere : errors.failed;
}
