/** Returns a function that runs one piece of work at a time, in the order of the calls. */
export function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
