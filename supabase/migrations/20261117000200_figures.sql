-- Sums of what visitors did, and nothing of who they were. Nobody reaches this from the web.

create table public.figures (
  -- Of Tashkent.
  day date not null,
  -- Empty: not known.
  source text not null check (char_length(source) <= 40),
  campaign text not null check (char_length(campaign) <= 40),
  language text not null check (char_length(language) <= 2),
  -- What was pressed; empty for a visit.
  name text not null check (char_length(name) <= 40),
  count bigint not null,
  primary key (day, source, campaign, language, name)
);

-- Adds what one server has counted. More pairs of source and campaign than `kinds` a day are counted as `other`: the lock
-- makes that true for several servers, each of which sees what was committed before it.
create function public.add_figures(counts json, kinds integer, other text) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7061522020);
  insert into public.figures as known (day, source, campaign, language, name, count)
  with given as (
    select * from json_to_recordset(counts)
      as g (day date, source text, campaign text, language text, name text, count bigint, listed boolean)
  ), fresh as (
    select day, source, campaign, row_number() over (partition by day order by source, campaign) as nth
    from (select distinct day, source, campaign from given where not listed) g
    where not exists (select from public.figures f
      where f.day = g.day and f.source = g.source and f.campaign = g.campaign)
  ), taken as (
    select day, count(*) as kinds
    from (select distinct day, source, campaign from public.figures where day in (select day from fresh)) f
    group by day
  ), refused as (
    select day, source, campaign from fresh left join taken using (day)
    where nth + coalesce(taken.kinds, 0) > add_figures.kinds
  )
  select g.day, case when r.day is null then g.source else other end,
    case when r.day is null then g.campaign else '' end, language, name, sum(count)
  from given g left join refused r on r.day = g.day and r.source = g.source and r.campaign = g.campaign
  group by 1, 2, 3, 4, 5
  on conflict (day, source, campaign, language, name) do update set count = known.count + excluded.count;
end
$$;

alter table public.figures enable row level security;
revoke all on public.figures from public;
revoke all on function public.add_figures(json, integer, text) from public;
do $$
declare
  web_role text;
begin
  for web_role in select rolname from pg_roles where rolname in ('anon', 'authenticated') loop
    execute format('revoke all on public.figures from %I', web_role);
    execute format('revoke all on function public.add_figures(json, integer, text) from %I', web_role);
  end loop;
end
$$;

insert into public.contact_migrations (version) values ('20261117000200');
