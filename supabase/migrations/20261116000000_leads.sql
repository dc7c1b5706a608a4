-- What becomes of a lead: its status, what was done with it and by whom, and what it is found by. Nobody reaches
-- this from the web; a lead that the page inserts by itself gets all of it from the database.

alter table public.contact_submissions
  add column status text not null default 'new'
    check (status in ('new', 'contacted', 'consultation', 'client', 'lost')),
  add column source text check (char_length(source) <= 100),
  add column campaign text check (char_length(campaign) <= 100);

-- The tab of the inbox a lead stands in; counted and listed by its index alone.
alter table public.contact_submissions
  add column tab text not null generated always as (case
    when suspected_spam then 'spam' when status = 'client' then 'clients'
    when status in ('contacted', 'consultation') then 'work' else status end) stored;
create index contact_submissions_tab on public.contact_submissions (tab, id);

-- Everything a lead is searched for, folded as server/store/search-text.ts does (a test compares), its phone also as
-- digits. What `lower` makes of letters beyond ASCII depends on the locale, and without one it leaves them: a collation
-- that knows them all is in PostgreSQL since 17, and another wherever it was built with ICU.
do $$
declare
  knows_letters text := coalesce(
    (select quote_ident(collname) from pg_collation
     where collname in ('pg_c_utf8', 'und-x-icu') and collnamespace = 'pg_catalog'::regnamespace
       and collencoding in (-1, (select encoding from pg_database where datname = current_database()))
     order by collname limit 1), '"default"');
begin
  execute format($sql$
    alter table public.contact_submissions add column search text not null generated always as (translate(
      lower((ref || E'\n' || name || E'\n' || phone || E'\n'
        || case when phone !~ '[+]' and regexp_replace(phone, '[^0-9]', '', 'g') ~ '^[1-9][0-9]{8}$'
           then '998' else '' end
        || regexp_replace(phone, '[^0-9]', '', 'g') || E'\n' || coalesce(email, '') || E'\n' || message) collate %s),
      E'ёʻʼ‘’`´\u0307', 'е''''''''''''')) stored $sql$, knows_letters);
end
$$;

-- Every three neighbouring characters of the text, cut from its first, second and third on: what the extension
-- pg_trgm does, which not every project may create. An expression of PostgreSQL's own functions, because `anon` would
-- need the right to call any other.
create index contact_submissions_search on public.contact_submissions using gin ((
  string_to_array(regexp_replace(search, '(...)', E'\\1\x01', 'g'), E'\x01')
  || string_to_array(regexp_replace(substr(search, 2), '(...)', E'\\1\x01', 'g'), E'\x01')
  || string_to_array(regexp_replace(substr(search, 3), '(...)', E'\\1\x01', 'g'), E'\x01')))
  -- What waits to be sorted in is read by every search: with the usual 4 MB that took half a second.
  with (gin_pending_list_limit = 256);
-- The leads that have all of these pieces. By the index and in no other way: read row by row, the expression would
-- take half a minute for 100,000 leads, and the planner believes that it costs nothing.
create function public.leads_with_pieces(pieces text[]) returns setof bigint
language sql stable
set search_path = '' set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
  select id from public.contact_submissions where
    string_to_array(regexp_replace(search, '(...)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr(search, 2), '(...)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr(search, 3), '(...)', E'\\1\x01', 'g'), E'\x01')
    @> pieces
$$;

-- A status (was, became), a note (became), spam (became 'spam' or ''), sent again.
create table public.lead_events (
  id bigint generated always as identity primary key,
  submission_id bigint not null references public.contact_submissions (id) on delete cascade,
  at timestamptz not null default now(),
  who text not null,
  kind text not null,
  was text,
  became text,
  inserted_in xid8 not null default pg_current_xact_id()
);
create index lead_events_of_lead on public.lead_events (submission_id, id);
create index lead_events_inserted_in on public.lead_events (inserted_in);

-- For whoever looks at a lead that is erased by another. Kept a day.
create table public.erased_leads (
  id bigint generated always as identity primary key,
  ref text not null,
  at timestamptz not null default now(),
  inserted_in xid8 not null default pg_current_xact_id()
);
create index erased_leads_inserted_in on public.erased_leads (inserted_in);
create function public.remember_erased_lead() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into public.erased_leads (ref) values (old.ref);
  return null;
end
$$;
create trigger remember_erased_lead after delete on public.contact_submissions
  for each row execute function public.remember_erased_lead();

-- Since when every attempt has failed; null when the last one succeeded.
alter table public.channels add column failing_since timestamptz;
create index deliveries_dead on public.deliveries (channel) where state = 'dead';
create index deliveries_failed on public.deliveries (channel, failed_at) where last_error is not null;
create index deliveries_delivered on public.deliveries (channel, delivered_at) where state = 'delivered';

alter table public.lead_events enable row level security;
alter table public.erased_leads enable row level security;
revoke all on public.lead_events, public.erased_leads from public;
revoke all on function public.remember_erased_lead(), public.leads_with_pieces(text[]) from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.lead_events, public.erased_leads from %I', web_role);
    execute format('revoke all on sequence public.lead_events_id_seq, public.erased_leads_id_seq from %I', web_role);
    execute format('revoke all on function public.remember_erased_lead(), public.leads_with_pieces(text[]) from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261116000000');
