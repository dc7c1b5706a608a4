-- Times the server keeps for itself: 'clock' is the latest it believed, before which nothing is erased too early;
-- 'doubted' and 'seen', while it doubts the clock, are since when and the last look.
create table public.marks (
  name text primary key,
  at timestamptz not null
);

-- Lists and exports are read page by page, newest first, each page beginning after the last lead of the one before.
create index contact_submissions_newest on public.contact_submissions (created_at, id);
drop index public.contact_submissions_created_at;

alter table public.marks enable row level security;
revoke all on public.marks from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.marks from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261115000100');
