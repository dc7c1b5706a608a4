import { beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { addNote } from '#server/leads/change.ts';
import { sardor, type TelegramMessage } from '#tests/stand-ins/telegram.ts';
import { eventually, startTestBot, type TestBot } from '#tests/start-test-bot.ts';

let testBot: TestBot;
let ref: string;
let message: TelegramMessage;
beforeEach(async () => {
  testBot = await startTestBot();
  await testBot.start();
  ({ ref, message } = await testBot.addDelivered());
});

test('a reply is a note, once, and gets a reaction', async () => {
  const reply = testBot.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  await eventually(() => expect(testBot.telegram.reactions).toEqual([{ messageId: reply, emoji: '✍' }]));
  expect(await testBot.eventsOf(ref)).toMatchObject([
    { kind: 'note', text: 'Ertaga soat 15 da', who: 'Sardor' },
  ]);
  await eventually(() => expect(message.text).toContain('\nIzoh: Ertaga soat 15 da · Sardor, '));
});

test('a reply that begins like a command is a note', async () => {
  for (const text of ['/1-qavat, 3-xona', '/keladi']) testBot.telegram.say(text, { replyTo: message });
  await eventually(async () =>
    expect(await testBot.eventsOf(ref)).toMatchObject([{ text: '/1-qavat, 3-xona' }, { text: '/keladi' }]),
  );
});

test('a reply of several pictures is one note by its caption', async () => {
  testBot.telegram.sayAlbum(3, 'Pasport nusxasi', { by: sardor, replyTo: message });
  await eventually(() => expect(testBot.telegram.reactions).toHaveLength(1));
  expect(await testBot.eventsOf(ref)).toMatchObject([{ text: 'Pasport nusxasi', who: 'Sardor' }]);
  expect(testBot.telegram.messages).toHaveLength(1);
});

test('an empty reply is no note, and the bot says so', async () => {
  expect((await testBot.ask(' ', { replyTo: message })).text).toMatch(/^Izoh saqlanmadi/);
  expect(await testBot.eventsOf(ref)).toEqual([]);
});

test('an edited reply corrects its note', async () => {
  const reply = testBot.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  testBot.telegram.rewrite(reply, 'Ertaga soat 16 da');
  const lost = testBot.telegram.say('Hech kimga', { by: sardor });
  testBot.telegram.rewrite(lost, 'Yana hech kimga');
  testBot.telegram.rewrite(reply, 'Ertaga soat 17 da');
  await eventually(async () => expect(await testBot.eventsOf(ref)).toHaveLength(3));
  const [note, ...corrections] = await testBot.eventsOf(ref);
  expect(note).toMatchObject({ kind: 'note', text: 'Ertaga soat 17 da', who: 'Sardor' });
  expect(corrections.map(({ kind }) => kind)).toEqual(['note-corrected', 'note-corrected']);
  expect(testBot.telegram.messages).toHaveLength(1);
});

test('a voice message is a note that leads to it', async () => {
  const voice = (chatId?: string) =>
    testBot.telegram.say('', { replyTo: message, voice: {}, ...(chatId && { chatId }) });
  voice();
  await eventually(async () =>
    expect(await testBot.eventsOf(ref)).toMatchObject([{ text: '🎤 Ovozli xabar' }]),
  );
  testBot.telegram.migrate('-100777');
  await testBot.addDelivered(2);
  const id = voice('-100777');
  await eventually(async () =>
    expect(await testBot.eventsOf(ref)).toMatchObject([
      {},
      { text: `🎤 Ovozli xabar https://t.me/c/777/${id}` },
    ]),
  );
});

test('a reply that arrived twice is one note', async () => {
  const dedupeKey = `telegram:-42:${message.messageId + 1}`;
  await addNote(testBot.db, ref, 'Keladi', { who: 'Sardor', dedupeKey });
  testBot.telegram.say('Keladi', { by: sardor, replyTo: message });
  await eventually(() => expect(testBot.telegram.reactions).toHaveLength(1));
  expect(await testBot.eventsOf(ref)).toHaveLength(1);
});

test('a reply to an unrecorded message is a note, and the message is updated from then on', async () => {
  await testBot.db.run(sql`delete from telegram_messages`);
  testBot.telegram.say('Onasi bilan keladi', { replyTo: message });
  await eventually(() => expect(message.text).toContain('Izoh: Onasi bilan keladi'));
});

test('a reply to another message is no note, and the bot says so', async () => {
  const help = await testBot.ask('/help');
  testBot.telegram.say('Ertaga keladi');
  const lost = testBot.telegram.say('Ertaga keladi', { replyTo: help });
  testBot.telegram.say('Ertaga keladi', { replyTo: message });
  await eventually(async () => expect(await testBot.eventsOf(ref)).toHaveLength(1));
  expect(testBot.telegram.messages.slice(2)).toMatchObject([
    { replyTo: lost, text: 'Izoh saqlanmadi: murojaat xabarining oʻziga javob yozing.' },
  ]);
});
