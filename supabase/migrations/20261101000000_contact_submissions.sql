-- The leads. Applied by the server at its start and, unchanged, by `supabase db push` on a hosted project,
-- where the page inserts straight into this table as the role `anon`.

-- Which of these files were applied: each file writes its own line, whoever runs it.
create table public.contact_migrations (
  version text primary key,
  applied_at timestamptz not null default now()
);

create table public.contact_submissions (
  id bigint generated always as identity primary key,
  ref text not null unique,
  -- The limits are those of contract/submission.ts; a test compares them.
  name text not null check (char_length(name) <= 200),
  phone text not null check (char_length(phone) <= 50),
  email text check (char_length(email) <= 254 and email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  message text not null check (char_length(message) <= 5000),
  language text check (char_length(language) <= 35),
  suspected_spam boolean not null default false,
  idempotency_key text unique check (char_length(idempotency_key) <= 255),
  created_at timestamptz not null default now(),
  -- Ids and times are given out before the commit, so a reader can meet a newer lead before an older one.
  -- With the transaction's own number "everything up to here was seen" can be said exactly (deliveries).
  inserted_in xid8 not null default pg_current_xact_id()
);
create index contact_submissions_created_at on public.contact_submissions (created_at);
create index contact_submissions_inserted_in on public.contact_submissions (inserted_in);

-- The server hands in finished leads; a page that posts straight to the table hands in four texts. Both end
-- up alike: trimmed, blank made null (so that a blank required field is refused as missing), a reference given.
create function public.complete_contact_submission() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- What String.prototype.trim removes.
  blank constant text := E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  -- Crockford's base 32, as in server/store/ref.ts.
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  -- The first 40 bits of a version 4 UUID are all random.
  random_bits bigint := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint;
begin
  new.name := nullif(btrim(new.name, blank), '');
  new.phone := nullif(btrim(new.phone, blank), '');
  new.email := nullif(btrim(new.email, blank), '');
  new.message := nullif(btrim(new.message, blank), '');
  if new.ref is null then
    new.ref := '';
    for i in 0..7 loop
      new.ref := new.ref || substr(alphabet, ((random_bits >> (5 * i)) & 31)::integer + 1, 1);
    end loop;
    new.ref := left(new.ref, 4) || '-' || right(new.ref, 4);
  end if;
  return new;
end
$$;
create trigger complete_contact_submission before insert on public.contact_submissions
  for each row execute function public.complete_contact_submission();

-- A hosted project grants new tables to its web roles by default: take everything back, then give `anon` the
-- four columns of the form and nothing else. Without those roles (a plain PostgreSQL) nobody gets anything.
alter table public.contact_submissions enable row level security;
alter table public.contact_migrations enable row level security;
revoke all on public.contact_submissions, public.contact_migrations from public;
revoke all on function public.complete_contact_submission() from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.contact_submissions, public.contact_migrations from %I', web_role);
    execute format('revoke all on sequence public.contact_submissions_id_seq from %I', web_role);
    execute format('revoke all on function public.complete_contact_submission() from %I', web_role);
  end loop;
  if exists (select from pg_roles where rolname = 'anon') then
    grant insert (name, phone, email, message) on public.contact_submissions to anon;
    create policy "a visitor may leave a lead" on public.contact_submissions
      for insert to anon with check (true);
  end if;
end
$$;

insert into public.contact_migrations (version) values ('20261101000000');
