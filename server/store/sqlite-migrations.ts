import type { SqliteConnection } from './sqlite-connection.ts';
import { searchIndex } from './sqlite-search.ts';
import { StoreUnavailable } from './store.ts';

/**
 * The n-th entry takes the file from version n-1 to n (`PRAGMA user_version`). Append only: an entry that
 * was released is never edited. Times are milliseconds since 1970; the columns mirror supabase/migrations.
 */
const migrations = [
  `create table contact_submissions (
     id integer primary key autoincrement,
     ref text not null unique,
     name text not null,
     phone text not null,
     email text,
     message text not null,
     language text,
     suspected_spam integer not null default 0 check (suspected_spam in (0, 1)),
     idempotency_key text unique,
     created_at integer not null
   ) strict;
   create index contact_submissions_created_at on contact_submissions (created_at);

   create table deliveries (
     id integer primary key autoincrement,
     submission_id integer not null references contact_submissions (id) on delete cascade,
     channel text not null,
     state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
     attempts integer not null default 0,
     -- While a process is sending, this is the end of its lease: a crash frees the delivery by itself.
     next_attempt_at integer,
     delivered_at integer,
     failed_at integer,
     last_error text,
     unique (submission_id, channel)
   ) strict;
   create index deliveries_due on deliveries (channel, next_attempt_at) where state = 'pending';

   create table health (id integer primary key check (id = 1), checked_at integer not null) strict;`,

  `create table channels (
     channel text primary key,
     -- Leads up to this one were too old when the channel was first named. An id, not a time: clocks jump.
     skips_up_to integer not null
   ) strict;
   insert into channels select distinct channel, 0 from deliveries;

   -- Counts the claims: the end of an attempt is written down only by the last one.
   alter table deliveries add column claim integer not null default 0;
   -- When next_attempt_at was set: if that is in the future, the clock was ahead then.
   alter table deliveries add column scheduled_at integer not null default 0;
   update deliveries set scheduled_at = coalesce(failed_at, next_attempt_at - 120000) where state = 'pending';
   create index deliveries_scheduled on deliveries (scheduled_at) where state = 'pending';`,

  `-- Times the program keeps for itself: 'clock', the latest it believed; 'doubted' and 'seen', while it doubts the
   -- clock, since when and the last look; 'erased', while the text of erased leads may still lie in the files.
   create table marks (name text primary key, at integer not null) strict;
   alter table health add column ballast blob;`,

  `alter table contact_submissions add column status text not null default 'new'
     check (status in ('new', 'contacted', 'consultation', 'client', 'lost'));
   alter table contact_submissions add column source text;
   alter table contact_submissions add column campaign text;
   -- The tab of the inbox a lead stands in; counted and listed by its index alone.
   alter table contact_submissions add column tab text generated always as (case
     when suspected_spam then 'spam' when status = 'client' then 'clients'
     when status in ('contacted', 'consultation') then 'work' else status end) virtual;
   create index contact_submissions_tab on contact_submissions (tab);

   -- What was done with a lead, and by whom: a status (was, became), a note (became), spam (became 'spam' or ''),
   -- sent again.
   create table lead_events (
     id integer primary key autoincrement,
     submission_id integer not null references contact_submissions (id) on delete cascade,
     at integer not null,
     who text not null,
     kind text not null,
     was text,
     became text
   ) strict;
   create index lead_events_of_lead on lead_events (submission_id, id);

   -- For whoever looks at a lead that is erased by another, and for taking it out of the index below. Kept a day.
   create table erased_leads (
     id integer primary key autoincrement,
     submission_id integer not null,
     ref text not null,
     at integer not null,
     in_index integer not null default 1
   ) strict;
   create index erased_leads_in_index on erased_leads (submission_id) where in_index = 1;
   create trigger lead_erased after delete on contact_submissions begin
     insert into erased_leads (submission_id, ref, at)
     values (old.id, old.ref, cast(unixepoch('subsec') * 1000 as integer));
   end;

   -- Filled behind the leads, not with them: no lead waits for it or depends on it.
   ${searchIndex}

   -- Since when every attempt has failed; null when the last one succeeded.
   alter table channels add column failing_since integer;
   create index deliveries_dead on deliveries (channel) where state = 'dead';
   create index deliveries_failed on deliveries (channel, failed_at) where last_error is not null;
   create index deliveries_delivered on deliveries (channel, delivered_at) where state = 'delivered';`,

  `-- Hashes only: of what a browser holds in a cookie, or of the secret in a one-time address (which needs no code).
   create table sign_in_codes (
     holder text primary key,
     code text,
     tries_left integer not null,
     expires_at integer not null
   ) strict;
   create table sessions (holder text primary key, name text, expires_at integer not null) strict;`,

  `-- One process at a time asks Telegram for what was pressed and written, and keeps the messages true. state and
   -- words are how it is doing, for whoever looks from another process.
   create table telegram_lease (
     id integer primary key check (id = 1),
     holder text not null,
     expires_at integer not null,
     state text,
     words text
   ) strict;

   -- Nothing of the lead itself: a row outlives it, without its number, until the message is taken back.
   create table telegram_messages (
     id integer primary key autoincrement,
     chat_id text not null,
     message_id integer not null,
     submission_id integer,
     -- Counts what the message should show, and what it shows.
     wanted integer not null default 0,
     shown integer not null default 0,
     tries integer not null default 0,
     retry_at integer not null default 0,
     unique (chat_id, message_id)
   ) strict;
   create index telegram_messages_of_lead on telegram_messages (submission_id);
   create index telegram_messages_due on telegram_messages (retry_at)
     where submission_id is null or wanted > shown;

   -- A group that became a supergroup.
   create table telegram_chats (chat_id text primary key, moved_to text not null) strict;

   -- Where a note came from, when it may come twice: a reply is handed out again to whoever asks after a crash.
   alter table lead_events add column origin text;
   create unique index lead_events_origin on lead_events (origin) where origin is not null;

   -- By the database itself: whoever changes or erases a lead, and however they are killed, the message knows.
   create trigger lead_message_wants_change after insert on lead_events when new.kind in ('status', 'spam') begin
     update telegram_messages set wanted = wanted + 1, tries = 0, retry_at = 0
     where submission_id = new.submission_id;
   end;
   create trigger lead_message_wants_back after delete on contact_submissions begin
     update telegram_messages set submission_id = null, tries = 0, retry_at = 0 where submission_id = old.id;
   end;`,
  `-- What was told of the service itself, and to whom. While a process is telling it, held_until is the end of its lease.
   create table notices (
     kind text not null,
     key text not null,
     channel text not null,
     told text,
     told_at integer,
     held_until integer,
     tries integer not null default 0,
     primary key (kind, key, channel)
   ) strict;
   -- How many deliveries were ever given up on: whoever was told a smaller number has something to hear.
   alter table channels add column given_up integer not null default 0;
   update channels set given_up =
     (select count(*) from deliveries d where d.channel = channels.channel and d.state = 'dead');`,
  `-- Sums of what visitors did, and nothing of who they were. Apart from them what the sums are of: numbers are added up
   -- five times as fast as by texts. Empty: not known; an empty name is a visit.
   create table figure_kinds (
     id integer primary key,
     source text not null,
     campaign text not null,
     language text not null,
     name text not null,
     unique (source, campaign, language, name)
   ) strict;
   create table figures (
     kind integer not null references figure_kinds (id),
     day text not null,
     count integer not null,
     primary key (kind, day)
   ) strict, without rowid;
   create index figures_of_day on figures (day);`,

  // What figures are added up from, in their order and without reading the leads themselves, which are long. The days are
  // Tashkent's, counted from 1970.
  `create index contact_submissions_sums on contact_submissions
     ((created_at + 18000000) / 86400000, language, source, campaign, status) where suspected_spam = 0;
   create index lead_events_status on lead_events (submission_id, at) where kind = 'status';`,

  `-- A note is shown in the message, too.
   drop trigger lead_message_wants_change;
   create trigger lead_message_wants_change after insert on lead_events
   when new.kind in ('status', 'spam', 'note') begin
     update telegram_messages set wanted = wanted + 1, tries = 0, retry_at = 0
     where submission_id = new.submission_id;
   end;

   -- What else in the chat shows leads: the bot's answers, a row for each lead in one; null: a file with all of them. When
   -- one of those is erased, the answer becomes a message that is to be taken back.
   create table telegram_answers (chat_id text not null, message_id integer not null, submission_id integer) strict;
   create index telegram_answers_of_lead on telegram_answers (submission_id);
   create trigger lead_answers_want_back after delete on contact_submissions begin
     insert into telegram_messages (chat_id, message_id)
     select chat_id, message_id from telegram_answers where submission_id = old.id or submission_id is null
     on conflict do nothing;
     delete from telegram_answers where (chat_id, message_id) in (
       select chat_id, message_id from telegram_answers where submission_id = old.id or submission_id is null);
   end;

   -- What the others see of a session.
   alter table sessions add column browser text;
   alter table sessions add column seen_at integer;`,

  // The links that were made for posts and flyers: whatever names strangers make up, these are counted by name.
  `create table campaign_links (
     name text primary key,
     made_at integer not null
   ) strict, without rowid;
   create index contact_submissions_campaign on contact_submissions (campaign)
     where campaign is not null and suspected_spam = 0;`,

  `-- A row for every copy of a lead that may stand in the chat, from before it is sent until it is gone. Without a message_id
   -- nobody knows which message it is: when its lead is gone a person has to look for it, by its ref.
   drop trigger lead_message_wants_change;
   drop trigger lead_message_wants_back;
   drop trigger lead_answers_want_back;
   create table telegram_copies (
     id integer primary key autoincrement,
     chat_id text not null,
     message_id integer,
     submission_id integer,
     ref text not null default '',
     wanted integer not null default 0,
     shown integer not null default 0,
     tries integer not null default 0,
     retry_at integer not null default 0,
     unique (chat_id, message_id)
   ) strict;
   insert into telegram_copies
     select m.id, chat_id, message_id, submission_id, coalesce(s.ref, ''), wanted, shown, tries, retry_at
     from telegram_messages m left join contact_submissions s on s.id = m.submission_id;
   -- Of older leads it is not known how often they were sent: where there is any doubt, a copy may be unknown.
   insert into telegram_copies (chat_id, submission_id, ref)
     select '', id, ref from contact_submissions s
     where exists (select 1 from channels where channel = 'telegram') and (
       created_at < (select told_at from notices where kind = 'bot' and key = 'former')
       or exists (select 1 from lead_events where submission_id = s.id and kind = 'resend')
       or (select max(claim, attempts) from deliveries where submission_id = s.id and channel = 'telegram')
         > (select count(*) from telegram_messages m where m.submission_id = s.id and (chat_id, message_id) not in (
             select chat_id, message_id from telegram_answers where submission_id = s.id)));
   delete from notices where kind = 'bot' and key = 'former';
   drop table telegram_messages;
   alter table telegram_copies rename to telegram_messages;
   create index telegram_messages_of_lead on telegram_messages (submission_id);
   create index telegram_messages_due on telegram_messages (retry_at)
     where message_id is not null and (submission_id is null or wanted > shown);

   create trigger lead_message_wants_change after insert on lead_events
   when new.kind in ('status', 'spam', 'note') begin
     update telegram_messages set wanted = wanted + 1, tries = 0, retry_at = 0
     where submission_id = new.submission_id;
   end;
   create trigger lead_message_wants_back after delete on contact_submissions begin
     update telegram_messages set submission_id = null, tries = 0, retry_at = 0 where submission_id = old.id;
   end;
   create trigger lead_answers_want_back after delete on contact_submissions begin
     insert into telegram_messages (chat_id, message_id, ref)
     select chat_id, message_id, old.ref from telegram_answers
     where submission_id = old.id or submission_id is null
     on conflict do nothing;
     delete from telegram_answers where (chat_id, message_id) in (
       select chat_id, message_id from telegram_answers where submission_id = old.id or submission_id is null);
   end;`,

  // Without it every lead that is erased reads all answers there are: with those of a year, retention stopped the server for
  // seconds.
  'create index telegram_answers_of_message on telegram_answers (chat_id, message_id);',
];

const newestSqliteVersion = migrations.length;

export function migrateSqlite(connection: SqliteConnection, file: string): void {
  const version = () => connection.get<{ user_version: number }>('pragma user_version')?.user_version ?? 0;
  if (version() === newestSqliteVersion) return;
  connection.transaction(() => {
    // Read again under the write lock: another process may have migrated in between.
    const from = version();
    if (from > newestSqliteVersion) {
      throw new StoreUnavailable(
        `${file} was written by a newer version of this program (schema ${from}, this program knows ` +
          `${newestSqliteVersion}). Start the newer version, or point DATA_DIR elsewhere.`,
      );
    }
    for (const migration of migrations.slice(from)) connection.exec(migration);
    connection.exec(`pragma user_version = ${newestSqliteVersion}`);
  });
}
