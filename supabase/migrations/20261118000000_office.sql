-- Nobody reaches any of this from the web.

-- A note is shown in the message, too.
drop trigger lead_message_wants_change on public.lead_events;
create trigger lead_message_wants_change after insert on public.lead_events
  for each row when (new.kind in ('status', 'spam', 'note')) execute function public.lead_message_wants_change();

create or replace function public.lead_message_known() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.wanted := (exists (select from public.lead_events
    where submission_id = new.submission_id and kind in ('status', 'spam', 'note')))::integer;
  return new;
end
$$;

-- What else in the chat shows leads: the bot's answers, a row for each lead in one; null: a file with all of them. When one
-- of those is erased, the answer becomes a message that is to be taken back.
create table public.telegram_answers (chat_id text not null, message_id bigint not null, submission_id bigint);
create index telegram_answers_of_lead on public.telegram_answers (submission_id);
create function public.lead_answers_want_back() returns trigger
language plpgsql set search_path = '' as $$
begin
  with answer as (
    delete from public.telegram_answers where (chat_id, message_id) in (
      select chat_id, message_id from public.telegram_answers
      where submission_id = old.id or submission_id is null)
    returning chat_id, message_id
  )
  insert into public.telegram_messages (chat_id, message_id) select distinct chat_id, message_id from answer
  on conflict do nothing;
  return null;
end
$$;
create trigger lead_answers_want_back after delete on public.contact_submissions
  for each row execute function public.lead_answers_want_back();

alter table public.telegram_answers enable row level security;
revoke all on public.telegram_answers from public;
revoke all on function public.lead_answers_want_back() from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.telegram_answers from %I', web_role);
    execute format('revoke all on function public.lead_answers_want_back() from %I', web_role);
  end loop;
end
$$;

-- What the others see of a session.
alter table public.sessions add column browser text, add column seen_at timestamptz;

insert into public.contact_migrations (version) values ('20261118000000');
