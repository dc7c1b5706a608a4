-- What was sent where, and the server's own bookkeeping. Nobody reaches these tables from the web.

create table public.deliveries (
  id bigint generated always as identity primary key,
  submission_id bigint not null references public.contact_submissions (id) on delete cascade,
  channel text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  -- While a process is sending, this is the end of its lease: a crash frees the delivery by itself.
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz,
  failed_at timestamptz,
  last_error text,
  unique (submission_id, channel)
);
create index deliveries_due on public.deliveries (channel, next_attempt_at) where state = 'pending';

-- The health check writes here: a database that can be read only is not healthy.
create table public.service_health (
  id integer primary key check (id = 1),
  checked_at timestamptz not null
);

-- The columns rate-limiter-flexible expects. Unlogged: a counter is not worth a disk write, and a crash that
-- forgets it harms nobody.
create unlogged table public.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

alter table public.deliveries enable row level security;
alter table public.service_health enable row level security;
alter table public.rate_limits enable row level security;
revoke all on public.deliveries, public.service_health, public.rate_limits from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.deliveries, public.service_health, public.rate_limits from %I', web_role);
    execute format('revoke all on sequence public.deliveries_id_seq from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261101000100');
