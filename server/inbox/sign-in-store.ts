/**
 * What is kept about who may open the inbox: hashes and times (server/store/sign-in.ts). Whatever is past its time is as
 * if it were not there, and goes when something new comes. So is and does what ends later than anything made now could: it
 * was made while the clock was ahead, and would outlive its time by as much.
 */

export const codeMinutes = 10;
export const sessionDays = 30;

const minuteMs = 60_000;
/** Servers that share a database need not have quite the same time. */
const toleranceMs = minuteMs;
export const latestCodeEnd = (now: Date) => new Date(now.getTime() + codeMinutes * minuteMs + toleranceMs);
export const latestSessionEnd = (now: Date) =>
  new Date(now.getTime() + sessionDays * 24 * 60 * minuteMs + toleranceMs);

/** A code that was sent, or (without `code`) a one-time address. */
type SignInCode = {
  /** Hash of what only the asking browser, or the address, holds. */
  holder: string;
  /** Hash of the code, made with that same secret. */
  code: string | null;
  tries: number;
  expiresAt: Date;
};

/** `seenAt`: now and then written down; null at first. */
export type Session = { holder: string; name: string | null; seenAt: Date | null };

type NewSession = { holder: string; browser: string; expiresAt: Date };

/** As the others see it. */
export type OpenSession = Session & { browser: string | null; expiresAt: Date };

export interface SignInStore {
  addCode(code: SignInCode, now: Date): Promise<void>;
  /**
   * Uses up one try, before anybody looks whether it was right: guesses sent together are counted one by one. Null when
   * there is no such code, or no try left.
   */
  takeTry(holder: string, now: Date): Promise<{ code: string; left: number } | null>;
  /** True for one caller only, and only while it is in time: what was used cannot be used again. */
  spendCode(holder: string, now: Date): Promise<boolean>;
  /** The same for a one-time address. */
  spendAddress(holder: string, now: Date): Promise<boolean>;
  /** For a code that reached nobody, or whose browser asked for another. */
  dropCode(holder: string): Promise<void>;

  addSession(session: NewSession, now: Date): Promise<void>;
  findSession(holder: string, now: Date): Promise<Session | null>;
  /** Those that are open, the newest first. */
  openSessions(now: Date): Promise<OpenSession[]>;
  sessionSeen(holder: string, now: Date): Promise<void>;
  nameSession(holder: string, name: string): Promise<void>;
  endSession(holder: string): Promise<void>;
  /** Ends every session, and whatever could become one. */
  endAll(): Promise<void>;
}
