-- Applied by the server when it starts, by `supabase db push`, or in the SQL editor of a Supabase project.
create table public.migrations (name text primary key);
insert into public.migrations (name) values ('20261119000000_schema.sql');

-- A lead from a static site's form has no source, and needs a phone and a message. One that the staff add may lack them.
create table public.contact_submissions (
  id bigint generated always as identity primary key,
  ref text not null unique default upper(left(gen_random_uuid()::text, 4) || '-' || left(gen_random_uuid()::text, 4)),
  name text not null check (char_length(name) <= 200 and btrim(name, E' \t\r\n') <> ''),
  phone text not null check (char_length(phone) <= 50 and (btrim(phone, E' \t\r\n') <> '' or source is not null)),
  email text check (char_length(email) <= 254 and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  message text not null check (char_length(message) <= 5000 and (btrim(message, E' \t\r\n') <> '' or source is not null)),
  language text check (char_length(language) <= 35),
  source text check (char_length(source) <= 100),
  campaign text check (char_length(campaign) <= 100),
  spam boolean not null default false,
  status text not null default 'new' check (status in ('new', 'contacted', 'consultation', 'client', 'lost')),
  idempotency_key text unique check (char_length(idempotency_key) <= 255),
  created_at timestamptz(3) not null default now(),
  day date not null default (now() at time zone 'Asia/Tashkent')::date,
  search text,   -- folded text, see server/leads/search.ts
  seen_at timestamptz(3), -- when the server first saw the lead; null for one that only a Supabase project knows
  version integer not null default 0, -- counts its changes, so that what shows the lead can tell that it is behind
  remind_at timestamptz(3),
  changed_by text, -- the last person who changed it
  telegram_id text -- of a person who wrote to the admin in Telegram
);
create index contact_submissions_tab on public.contact_submissions (spam, status);
create index contact_submissions_stats on public.contact_submissions (day, spam, language, source, campaign, status);
create index contact_submissions_seen on public.contact_submissions (seen_at);
create index contact_submissions_reminders on public.contact_submissions (remind_at) where remind_at is not null;
create index contact_submissions_telegram on public.contact_submissions (telegram_id) where telegram_id is not null;

-- The history of a lead. Open inboxes poll its ids to see changes. After a lead is erased, only its ref stays here, for a day.
create table public.lead_events (
  id bigint generated always as identity primary key,
  lead_id bigint references public.contact_submissions (id) on delete cascade,
  ref text not null,
  at timestamptz(3) not null,
  who text,
  kind text not null check (kind in ('added', 'status', 'note', 'note-corrected', 'note-removed', 'corrected', 'spam', 'resend', 'remind',
    'erased')),
  old_value text,
  new_value text,
  dedupe_key text unique    -- the Telegram update, or the inbox's key of a note; a second change with the same key does nothing
);
create index lead_events_of_lead on public.lead_events (lead_id);
create index lead_events_recent on public.lead_events (at);

-- Messages to send, and those already sent. A key is one row, however many servers insert it.
create table public.outbox (
  id bigint generated always as identity primary key,
  key text not null unique,
  channel text not null,
  kind text not null,
  lead_id bigint references public.contact_submissions (id) on delete cascade,
  payload text,             -- JSON
  state text not null default 'pending' check (state in ('pending', 'done', 'dead')),
  attempts integer not null default 0,
  refused boolean not null default false, -- the service refused this message, not the channel
  queued_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  leased_until timestamptz(3), -- a process is sending it until then
  done_at timestamptz(3),
  last_error text
);
create index outbox_due on public.outbox (channel, due_at) where state = 'pending';
create index outbox_dead on public.outbox (channel) where state = 'dead';
create index outbox_done on public.outbox (channel, done_at) where state = 'done';
create index outbox_of_lead on public.outbox (lead_id);

-- Messages in the chat with personal data. lead_id null: a file of /export with all leads, or the lead was erased and the message has
-- to be deleted.
create table public.telegram_messages (
  chat_id text not null,
  message_id bigint not null,
  lead_id bigint references public.contact_submissions (id) on delete set null,
  ref text,
  kind text not null check (kind in ('lead', 'list', 'file')),
  sent_at timestamptz(3) not null,
  shown_version integer not null default 0, -- the lead's version that the message shows
  attempts integer not null default 0,
  due_at timestamptz(3) not null,     -- when to try the next edit or deletion
  given_up boolean not null default false, -- only a person can delete it
  unique (chat_id, message_id, lead_id)
);
create index telegram_messages_of_lead on public.telegram_messages (lead_id);

-- Accounts of the staff that give the bot their direct messages.
create table public.telegram_accounts (
  user_id text primary key,
  connection_id text not null,
  name text not null,
  since timestamptz(3) not null,
  connected boolean not null,
  checked_at timestamptz(3) not null -- when its owner was last seen in the staff's chat
);

create table public.sign_in_codes (
  secret_hash text primary key,
  code_hash text,   -- null: a one-time link, which needs no code
  attempts_left integer not null,
  expires_at timestamptz(3) not null
);

create table public.sessions (
  secret_hash text primary key,
  name text,
  browser text not null,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3),
  expires_at timestamptz(3) not null
);

-- Daily sums of visits and clicks, nothing about a visitor. An empty string means unknown. `name`: what was clicked, empty for a
-- visit.
create table public.stats (
  day date not null,
  source text not null,
  campaign text not null,
  language text not null,
  name text not null,
  count bigint not null,
  primary key (source, campaign, language, name, day)
);
create index stats_visits on public.stats (day, count) where name = '';

create table public.links (name text primary key, made_at timestamptz(3) not null);

create table public.leases (name text primary key, holder text not null, expires_at timestamptz(3) not null);

-- The program's own state: the last digest, backup and erasure, the bot's status.
create table public.state (name text primary key, value text, at timestamptz(3) not null);

-- What is failing, and since when. reported_at: when people were told. error null: over, but people have not been told yet.
create table public.incidents (
  name text primary key,
  since timestamptz(3) not null,
  error text,
  reported_at timestamptz(3)
);

-- What the staff changed on the site: published versions, the draft of the next one, and what they discarded in the last day.
create table public.site_versions (
  number integer primary key,
  overrides text not null,  -- JSON
  restores integer,  -- set by undo: the version whose content this is, 0 for the files
  who text not null,
  at timestamptz(3) not null
);
create table public.site_draft (path text primary key, value text not null, who text not null, at timestamptz(3) not null);
create table public.site_discarded (path text not null, value text not null, who text not null, at timestamptz(3) not null);

-- A Supabase project opens every new table to its web roles. Take everything back, then grant `anon` the form's four fields.
do $$
declare
  name text;
  web_role text;
begin
  foreach name in array array['migrations', 'contact_submissions', 'lead_events', 'outbox', 'telegram_messages',
    'telegram_accounts', 'sign_in_codes', 'sessions', 'stats', 'links', 'leases', 'state', 'incidents',
    'site_versions', 'site_draft', 'site_discarded'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('revoke all on public.%I from public', name);
    for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
      execute format('revoke all on public.%I from %I', name, web_role);
    end loop;
  end loop;
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on sequence public.contact_submissions_id_seq, public.lead_events_id_seq, public.outbox_id_seq from %I', web_role);
  end loop;
  if exists (select from pg_roles where rolname = 'anon') then
    grant insert (name, phone, email, message) on public.contact_submissions to anon;
    create policy "a visitor may leave a lead" on public.contact_submissions for insert to anon with check (true);
  end if;
end
$$;
