-- Times are ISO strings in UTC, which sort as times do; a `day` is Tashkent's. supabase/migrations creates the same tables; a test checks that.
create table migrations (name text primary key) strict;
insert into migrations (name) values ('20261119000000_schema.sql');

create table contact_submissions (
  id integer primary key autoincrement,
  ref text not null unique,
  name text not null,
  phone text not null,
  email text,
  message text not null,
  language text,
  source text,
  campaign text,
  spam integer not null default 0,
  status text not null default 'new' check (status in ('new', 'contacted', 'consultation', 'client', 'lost')),
  idempotency_key text unique,
  created_at text not null,
  day text not null,
  search text,   -- folded text, see server/leads/search.ts
  seen_at text, -- when the server first saw the lead; null for one that only a Supabase project knows
  version integer not null default 0, -- counts its changes, so that what shows the lead can tell that it is behind
  remind_at text,
  changed_by text, -- the last person who changed it
  telegram_id text -- of a person who wrote to the admin in Telegram
) strict;
create index contact_submissions_tab on contact_submissions (spam, status);
create index contact_submissions_stats on contact_submissions (day, spam, language, source, campaign, status);
create index contact_submissions_seen on contact_submissions (seen_at);
create index contact_submissions_reminders on contact_submissions (remind_at) where remind_at is not null;
create index contact_submissions_telegram on contact_submissions (telegram_id) where telegram_id is not null;

-- The history of a lead. Open inboxes poll its ids to see changes. After a lead is erased, only its ref stays here, for a day.
create table lead_events (
  id integer primary key autoincrement,
  lead_id integer references contact_submissions (id) on delete cascade,
  ref text not null,
  at text not null,
  who text,
  kind text not null check (kind in ('added', 'status', 'note', 'note-corrected', 'note-removed', 'corrected', 'spam', 'resend', 'remind',
    'erased')),
  old_value text,
  new_value text,
  dedupe_key text unique  -- the Telegram update, or the inbox's key of a note; a second change with the same key does nothing
) strict;
create index lead_events_of_lead on lead_events (lead_id);
create index lead_events_recent on lead_events (at);

-- Messages to send, and those already sent. A key is one row, however many servers insert it.
create table outbox (
  id integer primary key autoincrement,
  key text not null unique,
  channel text not null,
  kind text not null,
  lead_id integer references contact_submissions (id) on delete cascade,
  payload text,           -- JSON
  state text not null default 'pending' check (state in ('pending', 'done', 'dead')),
  attempts integer not null default 0,
  refused integer not null default 0, -- the service refused this message, not the channel
  queued_at text not null,
  due_at text not null,
  leased_until text,      -- a process is sending it until then
  done_at text,
  last_error text
) strict;
create index outbox_due on outbox (channel, due_at) where state = 'pending';
create index outbox_dead on outbox (channel) where state = 'dead';
create index outbox_done on outbox (channel, done_at) where state = 'done';
create index outbox_of_lead on outbox (lead_id);

-- Messages in the chat with personal data. lead_id null: a file of /export with all leads, or the lead was erased and the message has
-- to be deleted.
create table telegram_messages (
  chat_id text not null,
  message_id integer not null,
  lead_id integer references contact_submissions (id) on delete set null,
  ref text,
  kind text not null check (kind in ('lead', 'list', 'file')),
  sent_at text not null,
  shown_version integer not null default 0, -- the lead's version that the message shows
  attempts integer not null default 0,
  due_at text not null,     -- when to try the next edit or deletion
  given_up integer not null default 0, -- only a person can delete it
  unique (chat_id, message_id, lead_id)
) strict;
create index telegram_messages_of_lead on telegram_messages (lead_id);

-- Accounts of the staff that give the bot their direct messages.
create table telegram_accounts (
  user_id text primary key,
  connection_id text not null,
  name text not null,
  since text not null,
  connected integer not null,
  checked_at text not null -- when its owner was last seen in the staff's chat
) strict;

create table sign_in_codes (
  secret_hash text primary key,
  code_hash text,   -- null: a one-time link, which needs no code
  attempts_left integer not null,
  expires_at text not null
) strict;

create table sessions (
  secret_hash text primary key,
  name text,
  browser text not null,
  created_at text not null,
  seen_at text,
  expires_at text not null
) strict;

-- Daily sums of visits and clicks, nothing about a visitor. An empty string means unknown. `name`: what was clicked, empty for a
-- visit.
create table stats (
  day text not null,
  source text not null,
  campaign text not null,
  language text not null,
  name text not null,
  count integer not null,
  primary key (source, campaign, language, name, day)
) strict, without rowid;
create index stats_visits on stats (day, count) where name = '';

create table links (name text primary key, made_at text not null) strict;

create table leases (name text primary key, holder text not null, expires_at text not null) strict;

-- The program's own state: the last digest, backup and erasure, the bot's status.
create table state (name text primary key, value text, at text not null) strict;

-- What is failing, and since when. reported_at: when people were told. error null: over, but people have not been told yet.
create table incidents (
  name text primary key,
  since text not null,
  error text,
  reported_at text
) strict;

-- What the staff changed on the site: published versions, the draft of the next one, and what they discarded in the last day.
create table site_versions (
  number integer primary key,
  overrides text not null,  -- JSON
  restores integer,  -- set by undo: the version whose content this is, 0 for the files
  who text not null,
  at text not null
) strict;
create table site_draft (path text primary key, value text not null, who text not null, at text not null) strict;
create table site_discarded (path text not null, value text not null, who text not null, at text not null) strict;
