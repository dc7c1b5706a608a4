-- As before; but each name of a pair by itself is counted as `other` where there is no room for it: not a source that the program
-- knows (`listed`), nor a campaign that is the provider's, or none (`trusted`).
create or replace function public.add_figures(counts json, most integer, other text) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7061522020);
  with given as (
    select * from json_to_recordset(counts)
      as g (day date, source text, campaign text, language text, name text, count integer, listed boolean, trusted boolean)
  ), known as (
    select distinct day, source, campaign from public.figures f join public.figure_kinds k on k.id = f.kind
    where day in (select day from given)
  ), fresh as (
    select day, source, campaign, row_number() over (partition by day order by source, campaign) as nth
    from (select day, source, campaign from given where not (listed and trusted)
          except select day, source, campaign from known) g
  ), refused as (
    select day, source, campaign from fresh
    where nth + (select count(*) from known where known.day = fresh.day) > most
  ), named as (
    select g.day, case when r.day is null or g.listed then g.source else other end as source,
      case when r.day is null or g.trusted then g.campaign else other end as campaign, language, name, sum(count) as count
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

insert into public.contact_migrations (version) values ('20261119000000');
