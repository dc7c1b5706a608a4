-- What figures are added up from, without reading the leads themselves, which are long.
create index contact_submissions_sums on public.contact_submissions (created_at)
  include (id, suspected_spam, status, language, source, campaign);
create index lead_events_status on public.lead_events (submission_id, at) where kind = 'status';

insert into public.contact_migrations (version) values ('20261117000300');
