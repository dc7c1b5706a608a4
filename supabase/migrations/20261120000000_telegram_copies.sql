-- A row for every copy of a lead that may stand in the Telegram chat, from before it is sent until it is gone. Without a
-- message_id nobody knows which message it is: when its lead is gone a person has to look for it, by its ref.
alter table public.telegram_messages alter column message_id drop not null, add column ref text not null default '';
update public.telegram_messages m set ref = s.ref from public.contact_submissions s where s.id = m.submission_id;

-- Of older leads it is not known how often they were sent: where there is any doubt, a copy may be unknown.
insert into public.telegram_messages (chat_id, submission_id, ref)
  select '', id, ref from public.contact_submissions s
  where exists (select from public.channels where channel = 'telegram') and (
    created_at < (select told_at from public.notices where kind = 'bot' and key = 'former')
    or exists (select from public.lead_events where submission_id = s.id and kind = 'resend')
    or (select greatest(claim, attempts) from public.deliveries where submission_id = s.id and channel = 'telegram')
      > (select count(*) from public.telegram_messages m where m.submission_id = s.id and (chat_id, message_id) not in (
          select chat_id, message_id from public.telegram_answers where submission_id = s.id)));
delete from public.notices where kind = 'bot' and key = 'former';

drop index public.telegram_messages_due;
create index telegram_messages_due on public.telegram_messages (retry_at)
  where message_id is not null and (submission_id is null or wanted > shown);

create or replace function public.lead_answers_want_back() returns trigger
language plpgsql set search_path = '' as $$
begin
  with answer as (
    delete from public.telegram_answers where (chat_id, message_id) in (
      select chat_id, message_id from public.telegram_answers
      where submission_id = old.id or submission_id is null)
    returning chat_id, message_id
  )
  insert into public.telegram_messages (chat_id, message_id, ref)
  select distinct chat_id, message_id, old.ref from answer
  on conflict do nothing;
  return null;
end
$$;

insert into public.contact_migrations (version) values ('20261120000000');
