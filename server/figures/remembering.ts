/** For what visitors repeat: the same few browsers, places and connections. Bounded, whatever is sent: some 300 KB. */
const most = 500;
const longest = 500;

/** Forgets everything after so long, and when it is full. */
export function remembering<Result>(
  answer: (text: string) => Result,
  forMs = Infinity,
  now = () => performance.now(),
): (text: string) => Result {
  let known = new Map<string, Result>();
  let since = now();
  return (text) => {
    if (known.size >= most || now() - since >= forMs) {
      known = new Map();
      since = now();
    }
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = answer(text);
    if (text.length <= longest) known.set(text, result);
    return result;
  };
}
