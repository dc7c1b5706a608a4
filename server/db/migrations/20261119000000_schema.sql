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
  search text,            -- folded text, see server/leads/search.ts; null until the server has seen the lead
  enqueued_at text,       -- when its deliveries were put into the outbox
  remind_at text
) strict;
create index contact_submissions_tab on contact_submissions (spam, status);
create index contact_submissions_stats on contact_submissions (day, spam, language, source, campaign, status);
create index contact_submissions_not_enqueued on contact_submissions (id) where enqueued_at is null;
create index contact_submissions_reminders on contact_submissions (remind_at) where remind_at is not null;

-- The history of a lead. Open inboxes poll its ids to see changes. After a lead is erased, only its ref stays here, for a day.
create table lead_events (
  id integer primary key autoincrement,
  lead_id integer references contact_submissions (id) on delete cascade,
  ref text not null,
  at text not null,
  who text,
  kind text not null check (kind in ('added', 'status', 'note', 'spam', 'resend', 'remind', 'erased')),
  old_value text,
  new_value text,
  dedupe_key text unique  -- the Telegram update, or the inbox's key of a note; a second change with the same key does nothing
) strict;
create index lead_events_of_lead on lead_events (lead_id);

-- Messages to send, and those already sent. A key is one row, however many servers insert it; only an edit is queued again.
create table outbox (
  id integer primary key autoincrement,
  key text not null unique,
  channel text not null,
  kind text not null,
  lead_id integer references contact_submissions (id) on delete cascade,
  payload text,           -- JSON
  state text not null default 'pending' check (state in ('pending', 'done', 'dead')),
  attempts integer not null default 0,
  due_at text not null,
  leased_until text,      -- a process is sending it until then
  done_at text,
  last_error text
) strict;
create index outbox_due on outbox (channel, due_at) where state = 'pending';
create index outbox_of_lead on outbox (lead_id);

-- Messages in the chat that show a lead, to be edited and deleted with it. lead_id null: a file of /export with all leads.
create table telegram_messages (
  chat_id text not null,
  message_id integer not null,
  lead_id integer references contact_submissions (id) on delete cascade,
  kind text not null check (kind in ('lead', 'list', 'file')),
  sent_at text not null,
  unique (chat_id, message_id, lead_id)
) strict;
create index telegram_messages_of_lead on telegram_messages (lead_id);

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

-- The program's own state: the last digest and backup, the bot's status, what has been failing since when.
create table state (name text primary key, value text, at text not null) strict;

-- What the staff changed on the site: published versions, and the draft of the next one.
create table site_versions (
  number integer primary key,
  overrides text not null,  -- JSON
  who text not null,
  at text not null
) strict;
create table site_draft (path text primary key, value text not null, who text not null, at text not null) strict;
