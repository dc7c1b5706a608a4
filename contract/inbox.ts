/**
 * What the inbox and the server have agreed on: the lives of a lead, and what is answered under `/inbox/api`.
 * Types and constants only; times are ISO strings.
 */
import type { Language } from './languages.ts';

export const inboxPath = '/inbox';
export const inboxApiPath = '/inbox/api';

/** In the order of a lead's life. Spam is a flag of its own: a lead taken back from it has the status it had. */
export const leadStatuses = ['new', 'contacted', 'consultation', 'client', 'lost'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** What the list can be narrowed to at one touch; spam stands in its own tab and in no other but "all". */
export const leadTabs = ['new', 'work', 'clients', 'lost', 'spam', 'all'] as const;
export type LeadTab = (typeof leadTabs)[number];
export type LeadCounts = Record<LeadTab, number>;

/** In characters. */
export const noteLimit = 5000;

/** No source and no campaign can be called so: marks around a name are cut off. */
export const noName = '-';

/** What the list is asked for, as it stands in the address of the inbox and of the API alike. */
export type LeadQuery = {
  tab?: LeadTab;
  /** Any part of name, phone however it was typed, e-mail, message or reference. */
  q?: string;
  language?: Language;
  /** `noName`: those of which it is not known. */
  source?: string;
  /** `noName`: those that came by no link of a post. */
  campaign?: string;
  /** All but spam, as figures count. */
  spam?: 'no';
  /** Days of Tashkent, `2026-11-16`, both inclusive. */
  since?: string;
  until?: string;
};

export type LeadSummary = {
  ref: string;
  createdAt: string;
  name: string;
  phone: string;
  /** The message's first line, cut. */
  excerpt: string;
  language: string | null;
  source: string | null;
  campaign: string | null;
  status: LeadStatus;
  spam: boolean;
  /** When somebody asked to be reminded of it. */
  remindAt?: string | null;
};

export type LeadPage = {
  leads: LeadSummary[];
  /** Hand it back as `after` for the next page; null when there is none. */
  next: string | null;
};

/** What was done with a lead, when and by whom; erased with it. */
export type LeadEvent = { at: string; who: string } & (
  | { kind: 'status'; from: LeadStatus; to: LeadStatus }
  | { kind: 'note'; text: string }
  | { kind: 'spam'; spam: boolean }
  | { kind: 'remind'; remindAt: string | null }
  | { kind: 'resend' }
);

export type StatusEvent = Extract<LeadEvent, { kind: 'status' }>;

export type LeadDelivery = {
  /** `telegram`, `webhook`, `email:…`. */
  channel: string;
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  deliveredAt: string | null;
  nextAttemptAt: string | null;
  lastError: string | null;
};

export type LeadDetail = LeadSummary & {
  email: string | null;
  message: string;
  /** What a telephone can dial, with its plus: the first number that was typed; null when there is none. */
  dial: string | null;
  /** Oldest first. */
  events: LeadEvent[];
  deliveries: LeadDelivery[];
};

/** A lead without its history, for files. */
export type WholeLead = Omit<LeadDetail, 'events' | 'deliveries'>;

/** Leads with the same number, besides this one. */
export type OtherLeads = { count: number };

/**
 * What is left of an erased lead in Telegram; null: nothing. `later`: it could not be taken back now, and is tried again;
 * `by-hand`: it never will be, a person has to delete the message.
 */
export type MessageLeft = 'later' | 'by-hand';

/** 409: somebody was quicker. The lead as it is now, and what the other did; null when that is not known. */
export type Conflict = { error: 'conflict'; lead: LeadDetail; last: StatusEvent | null };

/** How the door refuses. `left`: tries that the code still has. */
export type DoorRefusal =
  | { error: 'wrong'; left: number }
  | { error: 'dead' }
  | { error: 'limited'; retryAfterSeconds: number }
  | { error: 'no-channel' }
  | { error: 'unreachable' };

/** Longest name of whoever does something, in characters: it stands beside what they did. */
export const whoLimit = 60;

export type Me = { name: string | null };

/**
 * One of those who are in, as the others see it. `id` opens nothing: it is a hash of what the browser holds. `browser` in
 * plain words, "Chrome, Android"; null when it is not known.
 */
export type SignedIn = {
  id: string;
  name: string | null;
  browser: string | null;
  since: string;
  seenAt: string;
};
/** The newest first. `here`: the id of who asks. */
export type Sessions = { here: string; sessions: SignedIn[] };

/** What is asked first: who is in already, and how one who is not comes in. */
export type DoorState = { canSendCode: boolean; me: Me | null };

/**
 * What visitors do besides reading, as the page tells by a beacon: where it leads, and from where on the page when there
 * are several. `registration` alone is the first screen's; `form`: somebody began to write.
 */
export const clickNames = [
  ...(['registration', 'registration-basic', 'registration-plus', 'registration-pro'] as const),
  ...(['consultation', 'telegram-contact', 'telegram-italy', 'telegram-floating'] as const),
  ...(['telegram-footer', 'telegram-notice', 'channel', 'email', 'form'] as const),
] as const;
export type ClickName = (typeof clickNames)[number];
/** Where the beacon goes: a name, the language and the arrival as `X-Arrival` has it, separated by spaces. */
export const pressedPath = '/pressed';

/** Leads are counted without spam; a lead that was erased is counted no more, its visit is. */
export type Figures = {
  /** From the first day to today, none left out. Today is not over. */
  days: { day: string; visits: number; leads: number; clients: number }[];
  /** Most leads first, then most visits. */
  byLanguage: { language: string | null; visits: number; leads: number }[];
  /**
   * Most leads first, then most visits. `acts`: what was pressed, and forms begun. `source` is null when it is not known:
   * a visitor who asked not to be followed, a form that was sent without script.
   */
  bySource: {
    source: string | null;
    campaign: string | null;
    visits: number;
    acts: number;
    leads: number;
    clients: number;
  }[];
  /** What was pressed, most first. */
  byClick: { name: ClickName; count: number }[];
  funnel: { visits: number; acts: number; leads: number; clients: number };
  byStatus: Record<LeadStatus, number>;
  /** Median of the hours from a lead to its first change of status; null when there is none. */
  hoursToFirstContact: number | null;
  places: { taken: number; of: number };
  /** The first day that visits were counted; null when none ever were (static hosting, or a new server). */
  countedSince: string | null;
};

/** A link that somebody made, whether or not anybody came by it, or another campaign that had visits or leads. */
export type CampaignLink = {
  name: string;
  url: string;
  visits: number;
  acts: number;
  leads: number;
  clients: number;
};

/**
 * `base`: what every link begins with, its name follows. `public`: whether visitors can reach it, or only this machine.
 * `countedSince` as in `Figures`: while it is null, visits and acts are not none but unknown.
 */
export type Links = {
  base: string;
  public: boolean;
  countedSince: Figures['countedSince'];
  links: CampaignLink[];
};

/** How `GET /inbox/api/links/NAME.svg` and `.png` hand out a QR code. */
export const qrKinds = ['svg', 'png'] as const;
export type QrKind = (typeof qrKinds)[number];

export type ChannelHealth = {
  channel: string;
  pending: number;
  dead: number;
  lastDeliveredAt: string | null;
  lastError: string | null;
  /** Fails since; null when it is well. */
  illSince: string | null;
};
/**
 * Whether what is pressed and written in Telegram is heard. `off`: not wanted (TELEGRAM_BUTTONS); `nobody`: no process is at
 * it, which passes within a minute unless none runs; `elsewhere`: another program asks with the same token; `webhook`:
 * another program is told by Telegram; `token`: Telegram does not know it; `no-chat`: the bot is not in the chat or may not
 * write there; `unset`: the chat is not chosen yet; `moved`: heard, but TELEGRAM_CHAT_ID is an old one.
 */
export const botStates = [
  ...(['well', 'off', 'nobody', 'unreachable', 'elsewhere', 'webhook'] as const),
  ...(['token', 'no-chat', 'unset', 'moved'] as const),
] as const;
export type BotState = (typeof botStates)[number];

/** What the other side said to the last test message, and when. */
export type TestRefused = { at: string; error: string };

export type Health = {
  /** `deadLeads`: references of some it was given up on, the newest lead first. `testRefused`: until something arrives. */
  channels: (ChannelHealth & { deadLeads: string[]; testRefused: TestRefused | null })[];
  /** Null where there is no bot. `words`: Telegram's own, or the new id of the chat. */
  bot: { state: BotState; words: string | null } | null;
  store: { kind: 'sqlite' | 'postgres'; writable: boolean };
  lastBackupAt: string | null;
  /** When the morning's digest last went out. */
  lastDigestAt: string | null;
};

/**
 * Sent to every open inbox when a lead came or was changed, by whomever. `GET /inbox/api/live` is an EventSource: each
 * connection begins with an event named `ready`, after which nothing is missed, so that whatever is shown is fetched anew
 * then; `beat` comes every 15 s, so that silence is a sign; the others have no name and hold this as JSON. An answer that
 * is not 200 (a restart behind a proxy, a session that was ended) closes an EventSource for good: ask `/door` whether the session is still open, and open another.
 */
export type LiveEvent = { ref: string; kind: 'added' | 'changed' | 'erased' };

/**
 * How everything behind the door refuses. 401 `signed-out`; 403 `nameless` (a change before `PUT /me`) or `foreign` (not from
 * the inbox's own page); 404 `gone`; 422 `nowhere` (no channel to send a lead to); 400, 408 or 413 `invalid`; 503 `unavailable`, the store cannot be reached.
 */
export type InboxRefusal = {
  error: 'signed-out' | 'nameless' | 'foreign' | 'gone' | 'nowhere' | 'invalid' | 'unavailable';
};
