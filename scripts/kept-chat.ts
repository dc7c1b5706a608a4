/**
 * SQL after a restore, of what the chat in Telegram shows by now: messages that were sent since the copy was made are recorded,
 * and leads that were changed since count as changed, so that the mirror edits their messages. Messages of leads that the copy
 * lacks stay: they are all that is left of them. `leads` and `messages`: the replaced tables.
 */
export const keepChat = (leads: string, messages: string): string[] => [
  `update contact_submissions set version = p.version + 1 from ${leads} p
    where p.ref = contact_submissions.ref and p.version <> contact_submissions.version`,
  `insert into telegram_messages (chat_id, message_id, lead_id, ref, kind, sent_at, due_at)
    select m.chat_id, m.message_id, l.id, m.ref, m.kind, m.sent_at, m.due_at
    from ${messages} m left join contact_submissions l on l.ref = m.ref and m.lead_id is not null
    where (l.id is not null or m.kind = 'file') and not exists (select 1 from telegram_messages o
      where o.chat_id = m.chat_id and o.message_id = m.message_id and o.lead_id is not distinct from l.id)`,
];
