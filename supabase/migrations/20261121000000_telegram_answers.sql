-- Without it every lead that is erased reads all answers there are.
create index telegram_answers_of_message on public.telegram_answers (chat_id, message_id);

insert into public.contact_migrations (version) values ('20261121000000');
