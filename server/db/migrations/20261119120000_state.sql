insert into migrations (name) values ('20261119120000_state.sql');
alter table settings rename to state;
