/** Works at once and then after every `ms`, never twice at the same time, until stopped. */
export function every(ms: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let round = work();
  const timer = setInterval(() => {
    round = round.then(work);
  }, ms);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
