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

insert into public.contact_migrations (version) values ('20261118000000');
