insert into public.migrations (name) values ('20261119120000_state.sql');
alter table public.settings rename to state;
