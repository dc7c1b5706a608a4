/** How long the bot waits for what. Tests shorten it. */
export type BotTiming = {
  /** A process that died is followed by another after this; a living one asks for it again in a third of the time. */
  leaseMs: number;
  /** How long Telegram keeps a question open while nothing happens. */
  pollMs: number;
  /** How often to look for messages that are to be changed. */
  lookMs: number;
  /** Between two changes. A group takes 20 messages in a minute: new leads come first, and need room. */
  editEveryMs: number;
  /** After a failure, growing to the second. */
  troubleMs: readonly [number, number];
  /** What only a person can mend is looked at again after this. */
  mendMs: number;
  /** So long nothing may have failed before it is called well again. */
  steadyMs: number;
  /** What a call under way may still take when the process is asked to stop. */
  stopGraceMs: number;
};

export const usualBotTiming: BotTiming = {
  leaseMs: 30_000,
  pollMs: 25_000,
  lookMs: 1000,
  editEveryMs: 4000,
  troubleMs: [1000, 30_000],
  mendMs: 30_000,
  steadyMs: 60_000,
  stopGraceMs: 3000,
};
