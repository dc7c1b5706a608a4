import { en, type InboxWords } from '#content/inbox/en.ts';
import { ru } from '#content/inbox/ru.ts';
import { uz } from '#content/inbox/uz.ts';
import type { InboxRefusal } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { ApiError } from '#inbox/api.ts';

export const dictionaries: Record<Language, InboxWords> = { uz, en, ru };

/** An error other than `ApiError` means that no answer came. */
export function failureText(error: Error, { errors }: Pick<InboxWords, 'errors'>): string {
  if (!(error instanceof ApiError)) return errors.offline;
  return (error.body as InboxRefusal | null)?.error === 'cross-site' ? errors.wrongAddress : errors.failed;
}
