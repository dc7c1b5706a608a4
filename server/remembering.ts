/** For what visitors repeat: the same few browsers, places and connections. Bounded, whatever is sent: some 300 KB. */
const most = 500;
const longest = 500;

/** Forgets everything when it is full, and after so long where that is said. */
export function remembering<Result>(
  answer: (text: string) => Result,
  forMs?: number,
  now = () => performance.now(),
): (text: string) => Result {
  let known = new Map<string, Result>();
  let until = 0;
  return (text) => {
    // Not even looked for: to hash fifteen thousand characters costs more than to read them.
    if (text.length > longest) return answer(text);
    if (known.size >= most || (forMs !== undefined && now() >= until)) {
      known = new Map();
      until = now() + (forMs ?? 0);
    }
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = answer(text);
    known.set(text, result);
    return result;
  };
}
