import { submissionErrors as codes, submissionLimits } from '../../contract/submission.ts';
import { Refusal } from './refusal.ts';

/** Visitors may insert and nothing else. The official client's `.insert().select()` reads back, `.upsert()` changes. */
export function refuseOtherThanInsert(prefer: string | undefined, query: URLSearchParams): void {
  const preferences = (prefer ?? '').split(',').map((preference) => preference.trim().toLowerCase());
  const readsBack = preferences.some((each) => /^return=(?!minimal$)/.test(each)) || query.has('select');
  const changes = preferences.some((each) => each.startsWith('resolution=')) || query.has('on_conflict');
  if (readsBack || changes) throw new Refusal(codes.refused);

  // With an array the client names its columns: columns="name","phone".
  const columns = query.get('columns')?.split(',') ?? [];
  const known = columns.every((column) => Object.hasOwn(submissionLimits, column.replace(/^"(.*)"$/, '$1')));
  if (!known) throw new Refusal(codes.unknownField);
}
