/**
 * `failure`: nothing was done. It goes when a later try works, and what was said of the first is no longer true.
 * `task`: there is something left for the reader to do. It stays until they close it.
 */
export type Kind = 'done' | 'problem' | 'failure' | 'task';
export type Toast = { id: number; kind: Kind; text: string; at: number };

/** So many at once, the oldest gives way. Tasks do not count: none gives way to another toast. */
const atOnce = 3;

/** What is said again is shown once, as the newest. */
export function withToast(before: readonly Toast[], toast: Toast): Toast[] {
  const all = [...before.filter(({ text }) => text !== toast.text), toast];
  const passing = all.filter(({ kind }) => kind !== 'task').slice(-atOnce);
  return all.filter((each) => each.kind === 'task' || passing.includes(each));
}

/** When what was begun at that time has worked. Of two that were under way together one may still have failed. */
export const withoutFailures = (toasts: readonly Toast[], begun: number): Toast[] =>
  toasts.filter(({ kind, at }) => kind !== 'failure' || at > begun);
