-- Sums of what visitors did, and nothing of who they were. Nobody reaches this from the web.

-- What the sums are of, apart from them: numbers are added up five times as fast as by texts.
create table public.figure_kinds (
  id integer generated always as identity primary key,
  -- Empty: not known.
  source text not null check (char_length(source) <= 40),
  campaign text not null check (char_length(campaign) <= 40),
  language text not null check (char_length(language) <= 2),
  -- What was pressed; empty for a visit.
  name text not null check (char_length(name) <= 40),
  unique (source, campaign, language, name)
);
create table public.figures (
  kind integer not null references public.figure_kinds (id),
  -- Of Tashkent.
  day date not null,
  -- No bigint: PostgreSQL would add those up as numeric, several times as slowly.
  count integer not null,
  primary key (kind, day)
);
create index figures_of_day on public.figures (day);

-- Adds what one server has counted. More pairs of source and campaign than `most` a day are counted as `other`: the lock
-- makes that true for several servers, each of which sees what was committed before it.
create function public.add_figures(counts json, most integer, other text) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7061522020);
  with given as (
    select * from json_to_recordset(counts)
      as g (day date, source text, campaign text, language text, name text, count integer, listed boolean)
  ), known as (
    select distinct day, source, campaign from public.figures f join public.figure_kinds k on k.id = f.kind
    where day in (select day from given)
  ), fresh as (
    select day, source, campaign, row_number() over (partition by day order by source, campaign) as nth
    from (select day, source, campaign from given where not listed
          except select day, source, campaign from known) g
  ), refused as (
    select day, source, campaign from fresh
    where nth + (select count(*) from known where known.day = fresh.day) > most
  ), named as (
    select g.day, case when r.day is null then g.source else other end as source,
      case when r.day is null then g.campaign else '' end as campaign, language, name, sum(count) as count
    from given g left join refused r on r.day = g.day and r.source = g.source and r.campaign = g.campaign
    group by 1, 2, 3, 4, 5
  )
  select coalesce(json_agg(named), '[]') into counts from named;

  insert into public.figure_kinds (source, campaign, language, name)
  select distinct source, campaign, language, name from json_to_recordset(counts)
    as g (source text, campaign text, language text, name text)
  on conflict do nothing;

  insert into public.figures as known (kind, day, count)
  select k.id, g.day, g.count
  from json_to_recordset(counts)
    as g (day date, source text, campaign text, language text, name text, count integer)
  join public.figure_kinds k using (source, campaign, language, name)
  on conflict (kind, day) do update set count = known.count + excluded.count;
end
$$;

alter table public.figure_kinds enable row level security;
alter table public.figures enable row level security;
revoke all on public.figure_kinds, public.figures from public;
revoke all on function public.add_figures(json, integer, text) from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.figure_kinds, public.figures from %I', web_role);
    execute format('revoke all on sequence public.figure_kinds_id_seq from %I', web_role);
    execute format('revoke all on function public.add_figures(json, integer, text) from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261117000200');
