-- Telegram as a place to work on leads: which message shows which lead, and which process speaks with the chat.

-- One process at a time asks Telegram for what was pressed and written, and keeps the messages true. `state` and
-- `words` are how it is doing, for whoever looks from another process.
create table public.telegram_lease (
  id integer primary key check (id = 1),
  holder text not null,
  expires_at timestamptz not null,
  state text,
  words text
);

-- Nothing of the lead itself: a row outlives it, without its number, until the message is taken back.
create table public.telegram_messages (
  id bigint generated always as identity primary key,
  chat_id text not null,
  message_id bigint not null,
  submission_id bigint,
  -- Counts what the message should show, and what it shows.
  wanted integer not null default 0,
  shown integer not null default 0,
  tries integer not null default 0,
  retry_at timestamptz not null default now(),
  unique (chat_id, message_id)
);
create index telegram_messages_of_lead on public.telegram_messages (submission_id);
create index telegram_messages_due on public.telegram_messages (retry_at)
  where submission_id is null or wanted > shown;

-- A group that became a supergroup.
create table public.telegram_chats (chat_id text primary key, moved_to text not null);

-- Where a note came from, when it may come twice: a reply is handed out again to whoever asks after a crash.
alter table public.lead_events add column origin text;
create unique index lead_events_origin on public.lead_events (origin) where origin is not null;

-- By the database itself: whoever changes or erases a lead, and however they are killed, the message knows.
create function public.lead_message_wants_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.telegram_messages set wanted = wanted + 1, tries = 0, retry_at = now()
  where submission_id = new.submission_id;
  return null;
end
$$;
create trigger lead_message_wants_change after insert on public.lead_events
  for each row when (new.kind in ('status', 'spam')) execute function public.lead_message_wants_change();

create function public.lead_message_wants_back() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.telegram_messages set submission_id = null, tries = 0, retry_at = now()
  where submission_id = old.id;
  return null;
end
$$;
create trigger lead_message_wants_back after delete on public.contact_submissions
  for each row execute function public.lead_message_wants_back();

-- What was done before the message was known. Here, and not in the statement that inserts, which has waited for whoever was
-- changing the lead and still would not see it: a trigger looks anew.
create function public.lead_message_known() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.wanted := (exists (select from public.lead_events
    where submission_id = new.submission_id and kind in ('status', 'spam')))::integer;
  return new;
end
$$;
create trigger lead_message_known before insert on public.telegram_messages
  for each row execute function public.lead_message_known();

alter table public.telegram_lease enable row level security;
alter table public.telegram_messages enable row level security;
alter table public.telegram_chats enable row level security;
revoke all on public.telegram_lease, public.telegram_messages, public.telegram_chats from public;
revoke all on function
  public.lead_message_wants_change(), public.lead_message_wants_back(), public.lead_message_known() from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.telegram_lease, public.telegram_messages, public.telegram_chats from %I', web_role);
    execute format('revoke all on sequence public.telegram_messages_id_seq from %I', web_role);
    execute format('revoke all on function public.lead_message_wants_change(), public.lead_message_wants_back(), public.lead_message_known() from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261117000000');
