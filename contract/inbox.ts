/** Shared by the inbox and the server: the states of a lead and the answers under `/inbox/api`. Times are ISO strings. */
import type { ClickName } from './clicks.ts';
import type { Language } from './languages.ts';
import type { Submission } from './submission.ts';

/** In the usual order. Spam is a separate flag, so a lead marked as spam keeps its status. */
export const leadStatuses = ['new', 'contacted', 'consultation', 'client', 'lost'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Spam appears only in its own tab and in `all`. */
export const leadTabs = ['new', 'active', 'clients', 'lost', 'spam', 'all'] as const;
export type LeadTab = (typeof leadTabs)[number];
export type LeadCounts = Record<LeadTab, number>;

/** In characters. */
export const noteLimit = 5000;

/** Stands for an unknown source or no campaign in a filter. It cannot be a name, because names do not begin with a hyphen. */
export const noneFilter = '-';

/** The query string of the list, in the inbox and in the API. */
export type LeadQuery = {
  tab?: LeadTab;
  /** Any part of the name, phone (in any format), e-mail, message or reference. */
  q?: string;
  language?: Language;
  /** A name, or `noneFilter` for unknown. */
  source?: string;
  /** A name, or `noneFilter` for none. */
  campaign?: string;
  /** Leaves spam out, as stats do. */
  spam?: 'no';
  /** Days in Tashkent, `2026-11-16`, both inclusive. */
  since?: string;
  until?: string;
  /** The person who changed it last. */
  by?: string;
};

export type LeadSummary = {
  ref: string;
  createdAt: string;
  name: string;
  phone: string;
  /** The beginning of the message's first line. */
  excerpt: string;
  language: Language | null;
  source: string | null;
  campaign: string | null;
  status: LeadStatus;
  spam: boolean;
  /** When to remind the staff of this lead. */
  remindAt: string | null;
  /** The last person who changed it. */
  changedBy: string | null;
};

export type LeadPage = {
  leads: LeadSummary[];
  /** The `after` parameter of the next page; null on the last page. */
  next: string | null;
};

/** The history of a lead, erased with it. */
export type LeadEvent = { id: number; at: string; who: string } /** By a person, not by the form. */ & (
  | { kind: 'added' }
  | { kind: 'status'; from: LeadStatus; to: LeadStatus }
  /** The present text. A removed note is gone. */
  | { kind: 'note'; text: string }
  | { kind: 'note-corrected' | 'note-removed' }
  | { kind: 'corrected'; corrections: Correction[] }
  | { kind: 'spam'; spam: boolean }
  | { kind: 'remind'; remindAt: string | null }
  | { kind: 'resend' }
);

export type Correction = { field: keyof Submission; from: string | null; to: string | null };

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
  /** The first number in `phone`, as it is dialled: `+998901234567`; null when there is none. */
  dial: string | null;
  /** Oldest first. */
  events: LeadEvent[];
  deliveries: LeadDelivery[];
  /** The user ID of a person who wrote to the admin in Telegram. */
  telegramId: string | null;
  /** Of the same person: with the same number or Telegram account. Newest first. */
  others: LeadSummary[];
};

/** A lead itself, without its history, deliveries and other leads. */
export type LeadFields = Omit<LeadDetail, 'events' | 'deliveries' | 'others'>;

/** How a lead reached the staff that did not come by the form. The staff choose among all but the first. */
export const contactSources = [
  'telegram-direct',
  'phone',
  'instagram-direct',
  'in-person',
  'recommendation',
  'by-hand',
] as const;
type ContactSource = (typeof contactSources)[number];

/** The body of `POST /leads`. A name, and one way to reach the person. `key`: a repeated request adds nothing. */
export type LeadInput = Submission & {
  key: string;
  language: Language | null;
  source: Exclude<ContactSource, 'telegram-direct'>;
  status: LeadStatus;
};

/** Telegram messages that still show an erased lead: the server deletes them `later`, or a person must, `by-hand`. */
export type TelegramLeftover = 'later' | 'by-hand';

/** The answer to `DELETE /leads/REF`. `leftover` is null when all messages are deleted. */
export type EraseResult = { leftover: TelegramLeftover | null };

/** 409: somebody else changed the lead first. `last` is their change of the status; null when it is unknown or something else was changed. */
export type Conflict = { error: 'conflict'; lead: LeadDetail; last: StatusEvent | null };

/** `left`: how many more attempts the code allows. */
export type SignInRefusal =
  | { error: 'wrong'; left: number }
  | { error: 'expired' }
  | { error: 'limited'; retryAfterSeconds: number }
  | { error: 'unreachable' };

/** The longest name of a person, in characters. */
export const personNameLimit = 60;

/** The person on this device. The name is null until they enter it. */
export type Me = { name: string | null };

/** A signed-in device. `id` is a hash and opens nothing. `browser`: "Chrome, Android"; null when unknown. */
export type Session = {
  id: string;
  name: string | null;
  browser: string | null;
  since: string;
  seenAt: string;
};
/** Newest first. `currentId`: of this device's session. */
export type SessionList = { currentId: string; sessions: Session[] };

/** `me` is null when nobody is signed in on this device. */
export type SignInState = { canSendCode: boolean; me: Me | null };

/** `clicks` include forms that visitors began to fill in. */
type Sums = { visits: number; clicks: number; leads: number; clients: number };

/**
 * Neither spam nor erased leads are counted; their visits are. Rows are sorted by clients, then leads, then visits. An unknown
 * source is null: the visitor opted out of tracking, sent the form without script, or used a static site.
 */
export type Stats = {
  /** Every day of the period. The last one is today. */
  days: (Omit<Sums, 'clicks'> & { day: string })[];
  byLanguage: (Sums & { language: Language | null })[];
  bySource: (Sums & { source: string | null })[];
  /**
   * One row for each campaign, with all its sources. Visits and leads without a campaign: one row for each source, which is
   * the only one in `sources`. `sources` are sorted like the rows.
   */
  byCampaign: (Sums & { campaign: string | null; sources: (string | null)[] })[];
  /** Most clicked first. */
  byClick: { name: ClickName; count: number }[];
  funnel: Sums;
  byStatus: Record<LeadStatus, number>;
  /** Median of the hours to the first change of status, of leads that are not new; null when there is none. */
  hoursToFirstContact: number | null;
  /** Whose reply was the first, most leads first. `hours`: the median. */
  byPerson: { name: string; answered: number; hours: number }[];
  /** How many clients the business accepts in a season, and how many of these places are taken. */
  places: { taken: number; of: number };
  /** The first day of counting; null when no visit was ever counted (a static site, or a new server). */
  countedSince: string | null;
};

/** A link made in the inbox, or any other campaign with visits or leads. */
export type CampaignLink = Sums & { name: string };

/**
 * `base` plus a name is a link. `public`: visitors can reach it, not only this machine. While `countedSince` is null, visits
 * and clicks are unknown, not zero.
 */
export type Links = {
  base: string;
  public: boolean;
  countedSince: Stats['countedSince'];
  links: CampaignLink[];
};

export type ChannelHealth = {
  channel: string;
  pending: number;
  /** Deliveries that were given up, and the references of some of their leads, newest first. */
  dead: number;
  undeliveredLeads: string[];
  lastDeliveredAt: string | null;
  lastError: string | null;
  /** Null while it works. */
  failingSince: string | null;
};
/**
 * Whether the bot receives button presses, replies and commands. `off`: TELEGRAM_BUTTONS=off; `not-polling`: no process polls
 * Telegram, normal for a minute after a restart; `polled-elsewhere`: another program polls with the same token;
 * `webhook-set`: Telegram calls another program; `bad-token`: Telegram rejects it; `no-access`: the bot is not in the chat or
 * may not write there; `no-chat-id`: no chat is chosen; `chat-moved`: it works, but TELEGRAM_CHAT_ID is an old one.
 */
export type BotState =
  | 'ok'
  | 'off'
  | 'not-polling'
  | 'unreachable'
  | 'polled-elsewhere'
  | 'webhook-set'
  | 'bad-token'
  | 'no-access'
  | 'no-chat-id'
  | 'chat-moved';

export type Health = {
  channels: ChannelHealth[];
  /** Null without a bot. `detail`: Telegram's error, or the new id of the chat. */
  bot: { state: BotState; detail: string | null } | null;
  database: { kind: 'sqlite' | 'postgres'; writable: boolean };
  /** The last backup, and the last success of BACKUP_COMMAND. */
  lastBackupAt: string | null;
  lastBackupCommandAt: string | null;
  lastDigestAt: string | null;
  /** Telegram accounts whose direct messages become leads. */
  accounts: { name: string; since: string; connected: boolean }[];
  /** The program's version and commit. */
  version: string;
};

/**
 * `GET /revision`, polled every few seconds. A new `revision` means that leads were added, changed or erased. `at`: the
 * server's time.
 */
export type Revision = { revision: string; at: string };

/**
 * Errors of the routes that need a session. 401 `signed-out`; 403 `name-required` (a change before `PUT /me`) or `cross-site` (from
 * another site's page); 404 `not-found`; 422 `no-channel` to send a lead to; 400 or 413 `invalid`; 503 `unavailable`: the
 * database cannot be reached; 500 `unavailable`: an unexpected error.
 */
export type InboxRefusal = {
  error:
    | 'signed-out'
    | 'name-required'
    | 'cross-site'
    | 'not-found'
    | 'no-channel'
    | 'invalid'
    | 'unavailable';
};

/** Paths name the content of the site: `texts.uz.hero.badge`, `facts.proPrice`. */
export type SiteValues = Record<string, string>;
export type SiteChange = { path: string; before: string; after: string };
/** `changes`: from the version before; empty if that one is no longer kept. */
export type SiteVersion = { number: number; who: string; at: string; changes: SiteChange[] };
/** In a conflict this may be the published value; then `who` and `at` are empty. */
export type DraftValue = { value: string; who: string; at: string };

export type SiteState = {
  /** False if the server cannot render pages: then content can be changed only in its files. */
  editable: boolean;
  /** Changes with every change of the draft and every publication: `GET /site/revision`. */
  revision: number;
  /** What is published. */
  values: SiteValues;
  draft: Record<string, DraftValue>;
  /** In the last day, newest first. `at`: when it was discarded. */
  discarded: ({ path: string } & DraftValue)[];
  /** Newest first. */
  versions: SiteVersion[];
  /** The version that undoing the last publication restores; null if there is none. */
  undo: number | null;
};

/** In characters; a longer value is not stored, not even in the draft. */
export const draftLimit = 2000;

/** `PUT /site/draft`: for each path what it `was` when the person began to type, and its new value. */
export type DraftChanges = Record<string, { was: string; value: string }>;
/** Each path succeeds or fails by itself. `draft` is null when the value is the published one. */
export type DraftAnswer =
  | { result: 'saved'; draft: DraftValue | null }
  | { result: 'conflict'; theirs: DraftValue }
  | { result: 'long' | 'unknown' };
export type DraftAnswers = { revision: number; paths: Record<string, DraftAnswer> };

/** `POST /site/publish`: exactly these values of the draft. `live`: the version that the person compared them with. */
export type Publication = { live: number; values: SiteValues };
/** 409: somebody changed or published these paths meanwhile. 422: these values are wrong. */
export type PublishRefusal = { changed: string[] } | { wrong: string[] };
