-- Which channels there are, so that a new one does not get the whole history; what makes a claim cheap among
-- many deliveries, sure of its result, and independent of a clock that was wrong. Nobody reaches this from the web.

create table public.channels (
  channel text primary key,
  -- Leads up to this one were too old when the channel was first named. An id, not a time: clocks jump.
  skips_up_to bigint not null
);
-- Whoever was sent something before this file was applied is known.
insert into public.channels (channel, skips_up_to) select distinct channel, 0 from public.deliveries;

-- Counts the claims: the end of an attempt is written down only by the last one.
alter table public.deliveries add column claim integer not null default 0;
-- When next_attempt_at was set: if that is in the future, the clock was ahead then.
alter table public.deliveries add column scheduled_at timestamptz not null default now();
update public.deliveries set scheduled_at = coalesce(failed_at, next_attempt_at - interval '2 minutes')
  where state = 'pending';

-- With the id: deliveries made by one statement share one time, and would be sorted for every claim.
drop index public.deliveries_due;
create index deliveries_due on public.deliveries (channel, next_attempt_at, id) where state = 'pending';
-- Without the channel: before the table is analyzed the planner would take this one for a claim, and sort.
create index deliveries_scheduled on public.deliveries (scheduled_at) where state = 'pending';

alter table public.channels enable row level security;
revoke all on public.channels from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.channels from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261115000000');
