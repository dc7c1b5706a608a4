/**
 * `failure`: nothing was done. It goes when something is: the second try worked, and what was said of the first is no longer
 * true. `task`: there is something left for the reader to do. It stays until they close it.
 */
export type Kind = 'done' | 'problem' | 'failure' | 'task';
export type Notice = { id: number; kind: Kind; text: string };

/** So many at once, the oldest gives way. Tasks do not count: none gives way to another notice. */
const atOnce = 3;

/** What is said again is shown once, as the newest. */
export function withNotice(before: readonly Notice[], notice: Notice): Notice[] {
  const all = [...before.filter(({ text }) => text !== notice.text), notice];
  const passing = all.filter(({ kind }) => kind !== 'task').slice(-atOnce);
  return all.filter((each) => each.kind === 'task' || passing.includes(each));
}
