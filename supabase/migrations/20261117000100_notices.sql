-- What was told of the service itself (the morning's digest, a channel that is ill or well again, leads a channel was
-- given up on), and to whom: told once, however many servers there are.

create table public.notices (
  kind text not null,
  -- Of a digest the day, of the others the channel they are about.
  key text not null,
  -- Who is told.
  channel text not null,
  -- What was said last, and when; null while nothing was.
  told text,
  told_at timestamptz,
  -- While a server is telling it, the end of its lease: a crash frees it by itself. After that, when to speak again.
  held_until timestamptz,
  tries integer not null default 0,
  primary key (kind, key, channel)
);

-- How many deliveries were ever given up on: whoever was told a smaller number has something to hear.
alter table public.channels add column given_up integer not null default 0;
update public.channels c set given_up =
  (select count(*) from public.deliveries d where d.channel = c.channel and d.state = 'dead');

alter table public.notices enable row level security;
revoke all on public.notices from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.notices from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261117000100');
