import { beforeEach, expect, test } from 'vitest';
import { sardor, type TelegramMessage } from '../../tests/stand-ins/telegram.ts';
import { eventually, startTestBot, type TestBot } from '../../tests/test-bot.ts';
import { sql } from '../db/sql.ts';
import { addNote } from '../leads/change.ts';

let chat: TestBot;
let ref: string;
let message: TelegramMessage;
beforeEach(async () => {
  chat = await startTestBot();
  await chat.start();
  ({ ref, message } = await chat.arrives());
});

test('a reply is a note, once, and gets a reaction', async () => {
  const reply = chat.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  await eventually(() => expect(chat.telegram.reactions).toEqual([{ messageId: reply, emoji: '✍' }]));
  expect(await chat.eventsOf(ref)).toMatchObject([
    { kind: 'note', text: 'Ertaga soat 15 da', who: 'Sardor' },
  ]);
  await eventually(() => expect(message.text).toContain('\nIzoh: Ertaga soat 15 da · Sardor, '));
});

test('a reply that begins like a command is a note', async () => {
  for (const text of ['/1-qavat, 3-xona', '/keladi']) chat.telegram.say(text, { replyTo: message });
  await eventually(async () =>
    expect(await chat.eventsOf(ref)).toMatchObject([{ text: '/1-qavat, 3-xona' }, { text: '/keladi' }]),
  );
});

test('a reply of several pictures is one note by its caption', async () => {
  chat.telegram.sayAlbum(3, 'Pasport nusxasi', { by: sardor, replyTo: message });
  await eventually(() => expect(chat.telegram.reactions).toHaveLength(1));
  expect(await chat.eventsOf(ref)).toMatchObject([{ text: 'Pasport nusxasi', who: 'Sardor' }]);
  expect(chat.telegram.messages).toHaveLength(1);
});

test('an empty reply is no note, and the bot says so', async () => {
  expect((await chat.ask(' ', { replyTo: message })).text).toMatch(/^Izoh saqlanmadi/);
  expect(await chat.eventsOf(ref)).toEqual([]);
});

test('an edited reply becomes another note', async () => {
  const reply = chat.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  chat.telegram.rewrite(reply, 'Ertaga soat 16 da');
  const lost = chat.telegram.say('Hech kimga', { by: sardor });
  chat.telegram.rewrite(lost, 'Yana hech kimga');
  chat.telegram.rewrite(reply, 'Ertaga soat 17 da');
  await eventually(async () => expect(await chat.eventsOf(ref)).toHaveLength(3));
  const notes = ['Ertaga soat 15 da', '✎ Ertaga soat 16 da', '✎ Ertaga soat 17 da'];
  expect(await chat.eventsOf(ref)).toMatchObject(notes.map((text) => ({ text, who: 'Sardor' })));
  expect(chat.telegram.messages).toHaveLength(1);
});

test('a reply that arrives twice is one note', async () => {
  const dedupeKey = `telegram:-42:${message.messageId + 1}`;
  await addNote(chat.db, ref, 'Keladi', { who: 'Sardor', dedupeKey });
  chat.telegram.say('Keladi', { by: sardor, replyTo: message });
  await eventually(() => expect(chat.telegram.reactions).toHaveLength(1));
  expect(await chat.eventsOf(ref)).toHaveLength(1);
});

test('a reply to an unrecorded message is a note, and the message is updated from then on', async () => {
  await chat.db.run(sql`delete from telegram_messages`);
  chat.telegram.say('Onasi bilan keladi', { replyTo: message });
  await eventually(() => expect(message.text).toContain('Izoh: Onasi bilan keladi'));
});

test('a reply to another message is no note, and the bot says so', async () => {
  const help = await chat.ask('/help');
  chat.telegram.say('Ertaga keladi');
  const lost = chat.telegram.say('Ertaga keladi', { replyTo: help });
  chat.telegram.say('Ertaga keladi', { replyTo: message });
  await eventually(async () => expect(await chat.eventsOf(ref)).toHaveLength(1));
  expect(chat.telegram.messages.slice(2)).toMatchObject([
    { replyTo: lost, text: 'Izoh saqlanmadi: murojaat xabarining oʻziga javob yozing.' },
  ]);
});
