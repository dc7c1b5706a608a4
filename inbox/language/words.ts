import { en } from '../../content/inbox/en.ts';
import { ru } from '../../content/inbox/ru.ts';
import { uz } from '../../content/inbox/uz.ts';

export type { InboxWords } from '../../content/inbox/en.ts';

/** All three together are a few kilobytes: a switch needs no network. */
export const dictionaries = { uz, en, ru };
