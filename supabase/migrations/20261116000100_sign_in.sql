-- Who may open the inbox. Of codes, addresses and sessions only hashes are kept: who reads these tables cannot enter.

create table public.sign_in_codes (
  -- Hash of what the browser that asked holds in a cookie, or of the secret in a one-time address.
  holder text primary key,
  -- The code, hashed with that secret; null for a one-time address, which needs none.
  code text,
  tries_left integer not null,
  expires_at timestamptz not null
);

create table public.sessions (
  -- Hash of what the browser holds in a cookie.
  holder text primary key,
  -- What the person calls themselves; null until they have said it.
  name text,
  expires_at timestamptz not null
);

alter table public.sign_in_codes enable row level security;
alter table public.sessions enable row level security;
revoke all on public.sign_in_codes, public.sessions from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.sign_in_codes, public.sessions from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261116000100');
