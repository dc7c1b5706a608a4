import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { botToken, startOffice, type TestOffice } from '../../tests/bot.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import {
  aziza,
  nobody,
  sardor,
  startTelegramStandIn,
  type TelegramMessage,
  type TelegramStandIn,
} from '../../tests/stand-ins/telegram.ts';
import { qrPng, qrSvg } from '../figures/qr.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';

let folder: string;
let place: StorePlace;
let store: Store;
let telegram: TelegramStandIn;
let running: TestOffice[];

const setUp = async () => {
  folder = mkdtempSync(join(tmpdir(), 'bot-test-'));
  place = { dataDir: folder, databaseUrl: null };
  store = await openStore(place);
  telegram = await startTelegramStandIn({ token: botToken, chatId: '-42' });
  running = [];
};
const tearDown = async () => {
  await Promise.all(running.map((office) => office.stop()));
  await Promise.all([store.close(), telegram.stop()]);
  rmSync(folder, { recursive: true });
};

async function start(changes?: Parameters<typeof startOffice>[2], on = store): Promise<TestOffice> {
  const office = await startOffice(on, telegram, changes);
  running.push(office);
  return office;
}
const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 50_000, interval: 20 });

/** A lead, and its message in the chat. */
async function arrives(number = 1): Promise<{ ref: string; message: TelegramMessage }> {
  const { ref } = await store.addLead(exampleNewLead(number));
  let message: TelegramMessage | undefined;
  await eventually(async () => {
    message = telegram.messages.find(({ text }) => text.includes(ref));
    expect(message && (await store.telegram.messagesOf(ref))).toHaveLength(1);
  });
  return { ref, message: message as TelegramMessage };
}
const labels = ({ buttons }: TelegramMessage) => buttons.map((row) => row.map(({ text }) => text));
const eventsOf = async (ref: string) => (await store.findLead(ref))?.events ?? [];
const statusOf = async (ref: string) => (await store.findLead(ref))?.lead.status;
const report = () => store.telegram.lastReport();
const tooMany = (seconds: number) => ({
  status: 429,
  body: JSON.stringify({
    ...{ ok: false, error_code: 429, description: `Too Many Requests: retry after ${seconds}` },
    parameters: { retry_after: seconds },
  }),
});

beforeEach(setUp);
afterEach(tearDown);

test('a press changes the status, and the message says to what, by whom and when', async () => {
  await start();
  const { ref, message } = await arrives();
  expect(labels(message)).toEqual([['Bogʻlandik', 'Konsultatsiya'], ['Mijoz', 'Voz kechdi'], ['Spam']]);
  expect(await telegram.press(message, 'Bogʻlandik', { by: aziza })).toBe('Belgilandi: Bogʻlandik');
  expect(await statusOf(ref)).toBe('contacted');
  await eventually(() => expect(message.edits).toBe(1));
  expect(message.text).toMatch(
    new RegExp(`^Murojaat ${ref}\nHolati: Bogʻlandik · Aziza Karimova, \\d+-[a-z]+, \\d\\d:\\d\\d\n`),
  );
  expect(message.text).toContain('Ism: Visitor 1\n');
  expect(labels(message)).toEqual([['✓ Bogʻlandik', 'Konsultatsiya'], ['Mijoz', 'Voz kechdi'], ['Spam']]);
  expect(await eventsOf(ref)).toMatchObject([{ kind: 'status', to: 'contacted', who: 'Aziza Karimova' }]);
});

test('pressing twice, or what is so already, changes nothing and is answered', async () => {
  await start();
  const { ref, message } = await arrives();
  const [first, second] = await Promise.all([
    telegram.press(message, 'Mijoz'),
    telegram.press(message, 'Mijoz'),
  ]);
  expect(first).toBe('Belgilandi: Mijoz');
  expect(second).toBe('Allaqachon belgilangan: Mijoz');
  await eventually(() => expect(labels(message)).toContainEqual(['✓ Mijoz', 'Voz kechdi']));
  expect(await telegram.pressData(`s:${ref}:client:client`, message)).toBe('Belgilandi: Mijoz');
  expect(await telegram.pressData(`s:${ref}:lost:lost`, message, { by: sardor })).toBe(
    'Sizdan oldin Aziza Karimova belgiladi: “Mijoz”.',
  );
  expect(await eventsOf(ref)).toHaveLength(1);
});

test('who closes a client is told that it is counted as one no more', async () => {
  await start();
  const { message } = await arrives();
  await telegram.press(message, 'Mijoz');
  await eventually(() => expect(labels(message).flat()).toContain('✓ Mijoz'));
  expect(await telegram.press(message, 'Voz kechdi')).toBe(
    'Belgilandi: Voz kechdi. Endi mijoz sifatida sanalmaydi, bu mavsumdagi joyi yana boʻsh.',
  );
  await eventually(() => expect(labels(message).flat()).toContain('✓ Voz kechdi'));
  expect(await telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
});

test('what was pressed by mistake is taken back by pressing its tick, once', async () => {
  await start();
  const { ref, message } = await arrives();
  await telegram.press(message, 'Mijoz');
  await eventually(() => expect(labels(message).flat()).toContain('✓ Mijoz'));
  const [first, second] = await Promise.all([
    telegram.press(message, '✓ Mijoz', { by: sardor }),
    telegram.press(message, '✓ Mijoz', { by: sardor }),
  ]);
  expect([first, second]).toEqual(['Qaytarildi: Yangi', 'Allaqachon belgilangan: Yangi']);
  expect(await statusOf(ref)).toBe('new');
  await eventually(() => expect(labels(message).flat().join()).not.toContain('✓'));
  expect(message.text).toContain('Holati: Yangi · Sardor, ');
  expect(await eventsOf(ref)).toMatchObject([{ to: 'client' }, { to: 'new' }]);
});

test('of two who press at once the first counts, and the other is told who it was', async () => {
  await start();
  const { ref, message } = await arrives();
  const [first, second] = await Promise.all([
    telegram.press(message, 'Bogʻlandik', { by: aziza }),
    telegram.press(message, 'Voz kechdi', { by: sardor }),
  ]);
  expect(first).toBe('Belgilandi: Bogʻlandik');
  expect(second).toBe('Sizdan oldin Aziza Karimova belgiladi: “Bogʻlandik”.');
  expect(await statusOf(ref)).toBe('contacted');
});

test('what was marked in the inbox is not overwritten by an older button, even under the same name', async () => {
  const { leads } = await start();
  const { ref, message } = await arrives();
  await telegram.press(message, 'Bogʻlandik', { by: aziza });
  await leads.changeStatus(ref, { from: 'contacted', to: 'client' }, 'Aziza Karimova');
  expect(await telegram.pressData(`s:${ref}:new:lost`, message, { by: aziza })).toBe(
    'Sizdan oldin Aziza Karimova belgiladi: “Mijoz”.',
  );
  expect(await statusOf(ref)).toBe('client');
});

test('spam, and back', async () => {
  await start();
  const { ref, message } = await arrives();
  expect(await telegram.press(message, 'Spam')).toBe('Spam deb belgilandi');
  await eventually(() => expect(labels(message)).toEqual([['Spam emas']]));
  expect(message.text).toContain('\nSpam · Aziza Karimova, ');
  expect(await telegram.press(message, 'Spam emas', { by: sardor })).toBe('Spamdan qaytarildi');
  await eventually(() => expect(labels(message)).toHaveLength(3));
  expect(message.text).toContain('\nSpam emas · Sardor, ');
  expect(await eventsOf(ref)).toMatchObject([{ spam: true }, { spam: false }]);
});

test('a reply is a note, once, and is acknowledged', async () => {
  await start();
  const { ref, message } = await arrives();
  const reply = telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  await eventually(() => expect(telegram.reactions).toEqual([{ messageId: reply, emoji: '✍' }]));
  expect(await eventsOf(ref)).toMatchObject([{ kind: 'note', text: 'Ertaga soat 15 da', who: 'Sardor' }]);
});

test('a reply in a channel is a note in the channel’s name, and one to something else is none', async () => {
  await start();
  const { ref, message } = await arrives();
  const asked = telegram.say('/help');
  await eventually(() => expect(telegram.messages).toMatchObject([{}, { replyTo: asked }]));
  telegram.post('Hech kimga', telegram.messages[1] as TelegramMessage);
  const reply = telegram.post('Ertaga soat 15 da', message);
  await eventually(() => expect(telegram.reactions).toEqual([{ messageId: reply, emoji: '✍' }]));
  expect(await eventsOf(ref)).toMatchObject([{ kind: 'note', text: 'Ertaga soat 15 da', who: 'Leads' }]);
  expect(telegram.messages).toHaveLength(2);
});

test('a reply of several pictures is one note by its caption, and without one it is told once that it is none', async () => {
  await start();
  const { ref, message } = await arrives();
  telegram.sayAlbum(3, 'Pasport nusxasi', { by: sardor, replyTo: message });
  await eventually(() => expect(telegram.reactions).toHaveLength(1));
  expect(await eventsOf(ref)).toMatchObject([{ kind: 'note', text: 'Pasport nusxasi', who: 'Sardor' }]);
  expect(telegram.messages).toHaveLength(1);
  // Without any words it is no note, which is said once.
  const first = telegram.sayAlbum(3, '', { by: sardor, replyTo: message });
  await eventually(() => expect(telegram.messages).toHaveLength(2));
  expect(telegram.messages[1]).toMatchObject({
    replyTo: first,
    text: expect.stringMatching(/^Izoh saqlanmadi/),
  });
  expect(await eventsOf(ref)).toHaveLength(1);
});

test('who presses or writes what the store does not take is told that it was not kept', async () => {
  await start();
  const [held, free] = [await arrives(1), await arrives(2)];
  const change = store.changeLead.bind(store);
  vi.spyOn(store, 'changeLead').mockImplementation(async (ref, ...rest) => {
    if (ref === held.ref) throw new StoreUnavailable('a row is locked');
    return change(ref, ...rest);
  });
  expect(await telegram.press(held.message, 'Mijoz')).toMatch(/^Hozircha saqlanmadi\. /);
  const lost = telegram.say('Ertaga keladi', { replyTo: held.message });
  telegram.say('Ertaga keladi', { replyTo: free.message });
  await eventually(async () => expect(await eventsOf(free.ref)).toHaveLength(1));
  expect(telegram.messages.filter(({ replyTo }) => replyTo === lost)).toMatchObject([
    { text: 'Buni bajarib boʻlmadi. Bir necha daqiqadan keyin qayta urinib koʻring.' },
  ]);
});

test('a reply that is rewritten is noted anew, once, and the message shows it', async () => {
  await start();
  const { ref, message } = await arrives();
  const reply = telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  telegram.rewrite(reply, 'Ertaga soat 16 da');
  await eventually(() => expect(message.text).toContain('\nIzoh: ✎ Ertaga soat 16 da · Sardor, '));
  // Changed in nothing that is noted.
  telegram.rewrite(reply, 'Ertaga soat 16 da');
  const lost = telegram.say('Hech kimga', { by: sardor });
  telegram.rewrite(lost, 'Yana hech kimga');
  telegram.rewrite(reply, 'Ertaga soat 17 da');
  await eventually(async () => expect(await eventsOf(ref)).toHaveLength(3));
  const notes = ['Ertaga soat 15 da', '✎ Ertaga soat 16 da', '✎ Ertaga soat 17 da'];
  expect(await eventsOf(ref)).toMatchObject(notes.map((text) => ({ text, who: 'Sardor' })));
  expect(telegram.messages).toHaveLength(1);
});

test('the last notes stand in the message with who wrote them, wherever they were written', async () => {
  const { leads } = await start();
  const { ref, message } = await arrives();
  await leads.addNote(ref, 'Uch <b>marta</b>\nqoʻngʻiroq qildim', 'Nodira & co');
  await eventually(() =>
    expect(message.text).toMatch(
      /\nIzoh: Uch <b>marta<\/b> qoʻngʻiroq qildim · Nodira & co, \d+-[a-z]+, \d\d:\d\d\n/,
    ),
  );
  telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
  for (const text of ['Keldi', 'Oʻylab koʻradi']) await leads.addNote(ref, text, 'Nodira');
  await eventually(() => expect(message.text).toContain('Izoh: Oʻylab koʻradi'));
  await eventually(() => expect(message.text.match(/^Izoh: .* · (Nodira|Sardor), /gm)).toHaveLength(3));
  expect(message.text).not.toContain('marta');
});

test('the longest notes leave room for the lead in its message', async () => {
  const { leads } = await start();
  const { ref } = await store.addLead({ ...exampleNewLead(), message: 'x'.repeat(5000) });
  await eventually(() => expect(telegram.messages).toHaveLength(1));
  const [message] = telegram.messages as [TelegramMessage];
  for (let i = 0; i < 4; i++) await leads.addNote(ref, '👩‍🎓&'.repeat(800), 'A'.repeat(60));
  await eventually(() => expect(message.text.match(/Izoh: /g)).toHaveLength(3));
  await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
  expect(message.text).toMatch(/\nXabar:\nx{2000,}…\n/);
});

test('who has written before is known by the number, when the lead comes and after every press', async () => {
  await start({ inbox: 'https://example.uz/inbox' });
  const { message: first } = await arrives(1);
  expect(first.text).not.toContain('Shu raqamdan');
  const { ref, message } = await arrives(2);
  const known = '<a href="https://example.uz/inbox/?q=998901234567">Shu raqamdan yana 1 ta murojaat</a>';
  expect(message.html).toContain(known);
  await telegram.press(message, 'Bogʻlandik');
  await eventually(() => expect(message.edits).toBe(1));
  expect(message.html).toContain(known);
  for (let number = 3; number <= 13; number++) await store.addLead(exampleNewLead(number));
  await telegram.press(message, 'Mijoz');
  await eventually(() => expect(message.text).toContain('Shu raqamdan yana 10+ ta murojaat'));
  // From there everything else is one touch away: notes that are cut here, erasing.
  expect(message.html).toContain(
    `<b>Murojaat <a href="https://example.uz/inbox/leads/${ref}">${ref}</a></b>`,
  );
});

test('/find says where the rest is, when there is more than fits', async () => {
  await start({ inbox: 'https://example.uz/inbox' });
  for (let number = 1; number <= 16; number++) await store.addLead(exampleNewLead(number));
  telegram.say('/find visitor');
  const found = () => telegram.messages.find(({ text }) => text.startsWith('Topildi: 15+'));
  await eventually(() => expect(found()?.text).toMatch(/\nHammasi: https:.+\/inbox\/\?q=visitor$/));
});

test('/find with one answer shows the lead to be pressed, kept true and taken back with it', async () => {
  const { leads } = await start();
  const { ref, message } = await arrives(1);
  await store.addLead({ ...exampleNewLead(2), phone: '+998 97 777 00 11' });
  const id = telegram.say(`/find ${ref}`);
  const found = () => telegram.messages.find(({ replyTo }) => replyTo === id) as TelegramMessage;
  await eventually(() => expect(found()).toBeDefined());
  expect([found().text, labels(found())]).toEqual([message.text, labels(message)]);
  await eventually(async () => expect(await store.telegram.messagesOf(ref)).toHaveLength(2));
  expect(await telegram.press(found(), 'Mijoz')).toBe('Belgilandi: Mijoz');
  for (const each of [found(), message])
    await eventually(() => expect(each.text).toContain('Holati: Mijoz · Aziza'));
  telegram.say('Ertaga keladi', { replyTo: found() });
  await eventually(async () => expect(await eventsOf(ref)).toHaveLength(2));
  expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: null });
  expect([found().deleted, message.deleted]).toEqual([true, true]);
});

test('a reply to a message that is no lead’s is not kept, and is told so', async () => {
  await start();
  const { ref, message } = await arrives();
  telegram.say('/help');
  await eventually(() => expect(telegram.messages).toHaveLength(2));
  const help = telegram.last() as TelegramMessage;
  telegram.say('Ertaga keladi', { replyTo: help, chatId: '777' });
  const lost = telegram.say('Ertaga keladi', { replyTo: help });
  telegram.say('Ertaga keladi');
  telegram.say('Ertaga keladi', { replyTo: message });
  await eventually(async () => expect(await eventsOf(ref)).toHaveLength(1));
  expect(telegram.messages.slice(2)).toMatchObject([
    { replyTo: lost, text: 'Izoh saqlanmadi: murojaat xabarining oʻziga javob yozing.' },
  ]);
});

test('what is changed elsewhere is changed in the chat, also what was changed while nobody was there', async () => {
  const other = await openStore(place);
  const first = await start();
  const { ref, message } = await arrives();
  await other.changeLead(ref, { kind: 'status', from: 'new', to: 'contacted' }, 'Nodira');
  await eventually(() => expect(message.text).toContain('Bogʻlandik · Nodira'));
  await first.stop();
  await other.changeLead(ref, { kind: 'status', from: 'contacted', to: 'client' }, 'Nodira');
  await start();
  await eventually(() => expect(message.text).toContain('Mijoz · Nodira'));
  await other.close();
});

test('a lead erased meanwhile: the presser is told, and the message goes', async () => {
  await start({ timing: { lookMs: 60_000, editEveryMs: 60_000 } });
  const { ref, message } = await arrives();
  await store.eraseLead(ref);
  expect(await telegram.press(message, 'Bogʻlandik')).toBe('Bu murojaat oʻchirilgan.');
  await eventually(() => expect(message.deleted).toBe(true));
  await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
});

test('of two processes one asks Telegram, and the other goes on when it stops or is gone', async () => {
  const other = await openStore(place);
  const first = await start();
  await eventually(() => expect(telegram.isPolled()).toBe(true));
  const second = await start({}, other);
  const { message } = await arrives();
  expect(await telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
  expect(second.said.join()).not.toContain('receiving button presses');
  await first.stop();
  await eventually(() => expect(labels(message)[0]).toEqual(['✓ Bogʻlandik', 'Konsultatsiya']));
  expect(await telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
  expect([...first.said, ...second.said].join()).not.toContain('Another program');
  await second.stop();
  await other.close();
});

test('being put out of the group while everything is well is told before any lead fails, and passes', async () => {
  const office = await start({ timing: { mendMs: 400 } });
  const well = () => eventually(async () => expect(await report()).toEqual({ state: 'well', words: null }));
  await well();
  telegram.kick();
  await eventually(async () =>
    expect(await report()).toEqual({
      state: 'no-chat',
      words: 'HTTP 403: Forbidden: bot was kicked from the group chat',
    }),
  );
  await store.addLead(exampleNewLead(1));
  await eventually(() =>
    expect(office.said.filter((line) => line.includes('The bot is not in the chat'))).toHaveLength(1),
  );
  telegram.kick(false);
  await eventually(() => expect(telegram.messages).toHaveLength(1));
  await well();
});

describe('erasing', () => {
  test('deletes the message', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    expect(await leads.erase(ref, 'Nodira')).toMatchObject({ erased: true, messageLeft: null });
    expect(message.deleted).toBe(true);
    expect(await store.telegram.dueMessages(9)).toEqual([]);
  });

  test('leaves nothing of the lead in a message that is too old to be deleted', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    telegram.age(49 * 3_600_000);
    expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: null });
    expect(message).toMatchObject({ deleted: false, text: 'Bu murojaat oʻchirilgan.', buttons: [] });
  });

  test('waits for Telegram where it does not answer', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    telegram.behave({ status: 502 });
    expect(await leads.erase(ref, 'Nodira')).toMatchObject({ erased: true, messageLeft: 'later' });
    const waiting = await store.telegram.findMessage('-42', message.messageId);
    telegram.behave('accept');
    await store.telegram.messageFailed(waiting as NonNullable<typeof waiting>, 0);
    await eventually(() => expect(message.deleted).toBe(true));
  });

  test('says when a message has to be deleted by hand', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    telegram.age(49 * 3_600_000);
    const invalid = { ok: false, error_code: 400, description: 'Bad Request: MESSAGE_ID_INVALID' };
    telegram.behave({ status: 400, body: JSON.stringify(invalid) }, (path) =>
      path.endsWith('/editMessageText'),
    );
    // Neither is it taken for gone when it could not be edited, while the lead was there.
    await leads.changeStatus(ref, { from: 'new', to: 'contacted' }, 'Nodira');
    await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
    expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
    expect(message.deleted).toBe(false);
    expect(await store.telegram.copiesLeft(9)).toEqual([]);
  });

  test('says that a message may have to be deleted by hand when Telegram’s answer to it was lost', async () => {
    const { leads } = await start();
    telegram.behave({ status: 502 }, (path) => path.endsWith('/sendMessage'));
    const { ref } = await store.addLead(exampleNewLead());
    await eventually(async () =>
      expect((await store.findLead(ref))?.deliveries[0]?.attempts).toBeGreaterThan(0),
    );
    expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
  });

  test('takes back what the bot has answered with the lead, and leaves the other answers', async () => {
    const { leads } = await start();
    const [one, two] = [await arrives(1), await arrives(2)];
    const answers = new Map<string, TelegramMessage>();
    for (const command of ['/today', '/new', '/find visitor', '/find nobody', '/export', '/stats']) {
      const id = telegram.say(command);
      await eventually(() => {
        const answer = telegram.messages.find(({ replyTo }) => replyTo === id);
        expect(answer).toBeDefined();
        answers.set(command, answer as TelegramMessage);
      });
    }
    for (const { ref } of [one, two])
      await eventually(async () => expect(await store.telegram.answersOf(ref)).toHaveLength(4));
    expect(await leads.erase(one.ref, 'Nodira')).toMatchObject({ messageLeft: null });
    const gone = [...answers].filter(([, { deleted }]) => deleted).map(([command]) => command);
    expect(gone).toEqual(['/today', '/new', '/find visitor', '/export']);
    expect([one.message.deleted, two.message.deleted]).toEqual([true, false]);
  });

  test('leaves nothing of the lead in a file that is too old to be deleted, or says so', async () => {
    const { leads } = await start();
    const [one, two] = [await arrives(1), await arrives(2)];
    const exported = async (ref: string) => {
      telegram.say('/export');
      await eventually(async () => expect(await store.telegram.answersOf(ref)).toHaveLength(1));
      telegram.age(49 * 3_600_000);
      return telegram.last() as TelegramMessage;
    };
    const emptied = await exported(one.ref);
    expect(await leads.erase(one.ref, 'Nodira')).toMatchObject({ messageLeft: null });
    expect([emptied.text, emptied.file?.bytes.toString()]).toEqual(Array(2).fill('Bu murojaat oʻchirilgan.'));
    (await exported(two.ref)).editable = false;
    expect(await leads.erase(two.ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
  });
});

test('a message that cannot be edited any more: the press counts and is answered', async () => {
  await start();
  const { ref, message } = await arrives();
  message.editable = false;
  expect(await telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
  expect(await statusOf(ref)).toBe('contacted');
  await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
  expect(message.edits).toBe(0);
});

test('a message that nobody wrote down is known again when its button is pressed or it is replied to', async () => {
  await start();
  const [pressed, replied] = [await arrives(1), await arrives(2)];
  for (const { ref } of [pressed, replied])
    for (const each of await store.telegram.messagesOf(ref)) await store.telegram.forgetMessage(each);
  await telegram.press(pressed.message, 'Mijoz');
  await eventually(() => expect(pressed.message.text).toContain('Mijoz · Aziza'));
  telegram.say('Onasi bilan keladi', { replyTo: replied.message });
  await eventually(async () => expect(await eventsOf(replied.ref)).toHaveLength(1));
  expect(await store.telegram.messagesOf(replied.ref)).toHaveLength(1);
});

test('everything is said in the language of the staff', async () => {
  const { leads } = await start({ language: 'ru', siteUrl: 'https://example.com' });
  const { ref, message } = await arrives();
  await store.figures.rememberLink('reels12');
  const answers: string[] = [message.text, labels(message).flat().join(' ')];
  answers.push(await telegram.press(message, 'Связались'), await telegram.press(message, 'Спам'));
  await eventually(() => expect(labels(message)).toEqual([['Не спам']]));
  answers.push(message.text, await telegram.press(message, 'Не спам'));
  const ask = async (text: string, replyTo?: TelegramMessage) => {
    const id = telegram.say(text, { replyTo });
    await eventually(() => expect(telegram.messages.some((each) => each.replyTo === id)).toBe(true));
    return telegram.messages.find((each) => each.replyTo === id) as TelegramMessage;
  };
  for (const command of [
    '/today',
    '/new',
    '/find nobody',
    '/find',
    '/stats',
    '/link',
    '/link ю',
    '/help',
    '/no',
  ])
    answers.push((await ask(command)).text);
  answers.push((await ask('?', telegram.messages.at(-1))).text);
  const { file, text } = await ask('/export');
  answers.push(text);
  expect(file?.name).toMatch(/^заявки-/);
  expect(file?.bytes.toString('utf8')).toContain('"Номер";"Время (Ташкент)"');
  expect((await ask('visitor', await ask('/find'))).text).toContain(ref);
  telegram.age(49 * 3_600_000);
  await leads.erase(ref, 'Nodira');
  await eventually(() => expect(message.text).toBe('Эта заявка удалена.'));
  const ours =
    /Visitor \d+|Aziza Karimova|dilnoza@example.uz|E-mail|Telegram|QR|Excel|reels12|other|\/\w+|SITE_URL/g;
  const foreign = answers.map((each) =>
    each
      .replaceAll(ref, '')
      .replace(ours, '')
      .replace(/Salom!.*/s, ''),
  );
  for (const each of foreign) expect(each).not.toMatch(/[a-zʻ]{2}/i);
});

test('what a visitor or a member is called cannot be markup', async () => {
  const typed = '</b><a href="https://evil.example">x</a> & <script>';
  await start();
  const { ref } = await store.addLead({ ...exampleNewLead(), name: typed, message: typed });
  await eventually(() => expect(telegram.messages).toHaveLength(1));
  const [message] = telegram.messages as [TelegramMessage];
  await telegram.press(message, 'Mijoz', { by: { id: 9, first_name: '<b>Ali\u202e</b>'.repeat(20) } });
  await eventually(() => expect(message.edits).toBe(1));
  expect(message.text).toContain(`Ism: ${typed}`);
  expect(message.text).toContain('Mijoz · <b>Ali</b>');
  expect((await eventsOf(ref))[0]?.who.length).toBeLessThanOrEqual(60);
  telegram.say('/find evil');
  await eventually(() => expect(telegram.last()?.text).toContain(typed.slice(0, 40)));
});

test('a text that was cut says where it is whole', async () => {
  await start({ inbox: 'https://example.com/inbox' });
  const { ref } = await store.addLead({ ...exampleNewLead(), message: 'a'.repeat(5000) });
  await eventually(() => expect(telegram.messages).toHaveLength(1));
  expect(telegram.messages[0]?.text).toMatch(
    new RegExp(`Toʻliq matn: https://example\\.com/inbox/leads/${ref}$`),
  );
});

describe('commands', () => {
  const say = async (text: string, how: { replyTo?: TelegramMessage } = {}) => {
    const id = telegram.say(text, how);
    const answer = () => telegram.messages.find(({ replyTo }) => replyTo === id);
    await eventually(() => expect(answer()).toBeDefined());
    return answer() as TelegramMessage;
  };

  const visited = (changes: { source?: string; campaign?: string; count?: number } = {}) => {
    const day = tashkentDate(new Date());
    const visits = { source: 'direct', campaign: null, count: 7, ...changes };
    return store.figures.add([{ day, name: null, language: 'uz', listed: true, trusted: true, ...visits }]);
  };

  test('are told to the chat alone, in Uzbek and Russian', async () => {
    await start();
    await eventually(() => expect(telegram.commands).toHaveLength(3));
    expect(telegram.commands.map(({ language_code }) => language_code)).toEqual(['uz', 'ru', undefined]);
    for (const { commands } of telegram.commands)
      expect(commands).toContainEqual({
        command: 'new',
        description: expect.stringMatching(/^(Javob|Заявки)/),
      });
    for (const each of telegram.commands) expect(each.scope).toEqual({ type: 'chat', chat_id: '-42' });
  });

  test('/today, /find, /stats and /help answer from the leads', async () => {
    await start();
    const { ref } = await arrives(1);
    const spam = await arrives(2);
    await store.changeLead(spam.ref, { kind: 'spam', spam: true }, 'Nodira');
    const today = await say('/today');
    expect(today.text).toMatch(
      new RegExp(`^Bugun: 1\n\nVisitor 1, \\+998 90 123 45 67\nYangi · .* · ${ref}$`),
    );
    expect((await say('/find 901234567')).text).toContain(ref);
    expect((await say('/find@leads_bot visitor 2')).text).toContain(`Spam · `);
    expect((await say('/find nobody at all')).text).toBe('Hech narsa topilmadi');
    expect((await say('/stats')).text).toContain('Murojaatlar: 1\n');
    expect((await say('/help')).text).toContain('/export – ');
  });

  test('/stats tells which post brought clients, in the words and the order of the inbox', async () => {
    await start();
    const came = async (source: string | null, campaign: string | null, status?: 'client') => {
      const { ref } = await store.addLead({ ...exampleNewLead(), source, campaign });
      if (status) await store.changeLead(ref, { kind: 'status', from: 'new', to: status }, 'Nodira');
    };
    for (let i = 0; i < 3; i++) await came('telegram', null);
    await came('instagram', 'reels-12', 'client');
    await came('telegram', 'reels-12');
    await came(null, null);
    await visited({ source: 'instagram', campaign: 'story', count: 40 });
    expect((await say('/stats')).text).toContain(
      '\n\nQaysi post mijoz olib keldi?\nreels-12: 2 murojaat, 1 mijoz\nTelegram: 3 murojaat, 0 mijoz\n' +
        'nomaʼlum: 1 murojaat, 0 mijoz\nstory: 40 tashrif\n\n',
    );
  });

  test('/find and /link from the menu ask, and the reply is what they are about', async () => {
    await start({ siteUrl: 'https://example.com' });
    const { ref } = await arrives(1);
    await arrives(2);
    const question = await say('/find');
    expect(question).toMatchObject({ asksReply: true, text: expect.stringContaining('Masalan: 4567') });
    expect((await say(ref, { replyTo: question })).text).toContain('Ism: Visitor 1\n');
    expect((await say('/help', { replyTo: question })).text).toContain('/export – ');
    const which = await say('/link');
    expect(which).toMatchObject({ asksReply: true, text: expect.stringContaining('masalan: reels12') });
    const again = await say('<b>', { replyTo: which });
    expect(again).toMatchObject({ asksReply: true, text: expect.stringContaining('toʻgʻri kelmaydi') });
    const link = 'https://example.com/?utm_campaign=reels-12';
    expect((await say('Reels 12', { replyTo: again })).text).toContain(`${link}\n`);
  });

  test('in capitals are heard, an unknown one is told so, and another bot’s is not ours', async () => {
    await start();
    const { ref, message } = await arrives(1);
    expect((await say('/TODAY')).text).toContain(ref);
    expect((await say('/Find@Leads_Bot Visitor')).text).toContain(ref);
    const other = telegram.say('/weather@other_bot');
    expect((await say('/weather')).text).toBe('Bunday buyruq yoʻq. Nimalar qila olishim: /help');
    expect((await say('/constructor')).text).toContain('/help');
    expect(telegram.messages.filter(({ replyTo }) => replyTo === other)).toEqual([]);
    telegram.say('/1-qavat, 3-xona', { replyTo: message });
    telegram.say('/keladi', { replyTo: message });
    await eventually(async () =>
      expect(await eventsOf(ref)).toMatchObject([{ text: '/1-qavat, 3-xona' }, { text: '/keladi' }]),
    );
  });

  test('/today, /new and /find lead to each person in the inbox', async () => {
    const office = await start({ inbox: 'https://example.com/inbox' });
    const { ref } = await arrives(1);
    await arrives(2);
    for (const command of ['/today', '/new', '/find visitor'])
      expect((await say(command)).html).toContain(
        `<a href="https://example.com/inbox/leads/${ref}">${ref}</a>`,
      );
    await office.stop();
    await start();
    expect((await say('/today')).html).not.toContain('href');
  });

  test('/help ends with the address of the inbox, where there is one', async () => {
    const office = await start({ inbox: 'https://example.com/inbox' });
    expect((await say('/help')).text).toMatch(/\n\nhttps:\/\/example\.com\/inbox$/);
    await office.stop();
    await start();
    expect((await say('/help')).text).toMatch(/\n\/help – [^\n]*$/);
  });

  const sixteen = () => store.addLeads(Array.from({ length: 16 }, (_, i) => exampleNewLead(i)));

  test('/today counts exactly, and says where those are that do not stand in it', async () => {
    await sixteen();
    const office = await start({ inbox: 'https://example.com/inbox' });
    const { text } = await say('/today');
    expect(text).toMatch(/^Bugun: 16\n\nVisitor 15, /);
    expect(text).toMatch(
      /\n\nVisitor 1, .*\n.*\n\nYana 1 ta: https:\/\/example\.com\/inbox\/\?tab=all&since=([\d-]+)&until=\1&spam=no$/,
    );
    await office.stop();
    await start();
    expect((await say('/today')).text).toMatch(/\n\nYana 1 ta, hammasi faylda: \/export$/);
  });

  test('/new lists who waits for an answer, the longest waiting first', async () => {
    const office = await start({ inbox: 'https://example.com/inbox' });
    expect((await say('/new')).text).toBe('Javob kutayotgan murojaat yoʻq');
    const answered = await store.addLead(exampleNewLead(99));
    await store.changeLead(answered.ref, { kind: 'status', from: 'new', to: 'client' }, 'Nodira');
    await sixteen();
    const { text } = await say('/new');
    expect(text).toMatch(/^Javob kutayotganlar: 16\n\nVisitor 0, /);
    expect(text).toMatch(/\n\nVisitor 14, .*\n.*\n\nYana 1 ta: https:\/\/example\.com\/inbox$/);
    await office.stop();
  });

  test('/today names those taken for spam that nobody has looked at', async () => {
    await start();
    const { ref } = await store.addLead({ ...exampleNewLead(1), suspectedSpam: true });
    expect((await say('/today')).text).toBe(
      'Bugun hali murojaat yoʻq\n\nSpam deb gumon qilingan: 1, tekshiring',
    );
    await store.changeLead(ref, { kind: 'spam', spam: false }, 'Nodira');
    expect((await say('/today')).text).toMatch(/^Bugun: 1\n\nVisitor 1, [^\n]*\n[^\n]*$/);
  });

  test('/link makes an address and its QR code', async () => {
    await start({ siteUrl: 'https://example.com' });
    const { text, file } = await say('/link Reels 12');
    const [link = ''] = text.split('\n');
    expect(link).toBe('https://example.com/?utm_campaign=reels-12');
    expect(file).toMatchObject({ name: 'qr-reels-12.png', bytes: qrPng(link) });
    const svg = { name: 'qr-reels-12.svg', bytes: Buffer.from(qrSvg(link)) };
    await eventually(() => expect(telegram.messages.at(-1)).toMatchObject({ file: svg }));
    expect(await store.figures.trustedCampaigns('2026-11-16', 200)).toEqual(['reels-12']);
    for (const name of ['<b>', 'Other'])
      expect((await say(`/link ${name}`)).text).toContain('Bu nom toʻgʻri kelmaydi');
  });

  test('/link tells what came of it so far', async () => {
    await start({ siteUrl: 'https://example.com' });
    const link = 'https://example.com/?utm_campaign=reels12';
    expect((await say('/link reels12')).text).toBe(`${link}\n\nBu havola orqali hali hech kim kelmagan.`);
    await store.addLead({ ...exampleNewLead(1), source: 'telegram', campaign: 'reels12' });
    expect((await say('/link reels12')).text).toMatch(/\n\nOxirgi 365 kunda: 1 murojaat, 0 mijoz$/);
    await visited({ source: 'telegram', campaign: 'reels12' });
    expect((await say('/link reels12')).text).toContain('Oxirgi 365 kunda: 7 tashrif, 1 murojaat, 0 mijoz');
  });

  test('a number in a list stands as it is dialled, too', async () => {
    await start();
    await store.addLead({ ...exampleNewLead(1), phone: '8 90 111 22 35' });
    expect((await say('/new')).text).toContain('Visitor 1, 8 90 111 22 35 (+998901112235)\n');
  });

  test('/link without the site’s address says what is missing', async () => {
    await start();
    expect((await say('/link reels12')).text).toContain('SITE_URL');
  });

  test('/export sends a file that opens in Excel', async () => {
    await start();
    await arrives(1);
    const { file } = await say('/export');
    expect(file?.name).toMatch(/^murojaatlar-\d{4}-\d\d-\d\d\.csv$/);
    expect(file?.bytes.toString()).toMatch(
      /^\ufeff"Raqam";"Vaqt \(Toshkent\)";"Ism"[^\n]*\n[^\n]*"Visitor 1"/,
    );
  });

  test('a file or a picture that Telegram does not take is told of', async () => {
    await start({ inbox: 'https://example.com/inbox', siteUrl: 'https://example.com' });
    await eventually(() => expect(telegram.isPolled()).toBe(true));
    const rights = 'Bad Request: not enough rights to send photos to the chat';
    telegram.behave(
      { status: 400, body: JSON.stringify({ ok: false, error_code: 400, description: rights }) },
      (path) => /\/send(Document|Photo)$/.test(path),
    );
    const { text } = await say('/export');
    expect(text).toContain('bu chatda fayl yuborish taqiqlangan');
    expect(text).toContain('shu yerdan yuklab olish mumkin: https://example.com/inbox');
    // The address is what was asked for.
    expect((await say('/link reels12')).text).toMatch(
      /^https:\/\/example\.com\/\?utm_campaign=reels12\n.*rasm yoki fayl yuborish taqiqlangan.*\/inbox\/links$/s,
    );
  });

  test('/today tells the visits of today, where they are counted', async () => {
    await start();
    await visited();
    expect((await say('/today')).text).toBe('Bugun hali murojaat yoʻq\n\nTashriflar: 7');
  });
});

describe('strangers', () => {
  test('get the id of their own chat for /start and nothing for anything else', async () => {
    await start();
    const { ref, message } = await arrives();
    const elsewhere = { by: nobody, chatId: '777' };
    for (const text of [`/find ${ref}`, '/new', '/export', '/help', 'hello']) telegram.say(text, elsewhere);
    telegram.say('a note', { ...elsewhere, replyTo: message });
    expect(await telegram.press(message, 'Mijoz', elsewhere)).toBe('');
    telegram.say('/start', elsewhere);
    await eventually(() => expect(telegram.last('777')).toBeDefined());
    expect(telegram.messages.filter(({ chatId }) => chatId === '777').map(({ text }) => text)).toEqual([
      'Chat ID: 777',
    ]);
    expect(await eventsOf(ref)).toEqual([]);
  });

  test('cannot make a button up, nor can a member', async () => {
    await start();
    const [one, other] = [await arrives(1), await arrives(2)];
    for (const data of [
      `s:${other.ref}:new:client`,
      `s:${one.ref}:new:sold`,
      's:AAAA-AAAA:new:client',
      `p:${one.ref}:maybe`,
      "x'; drop table contact_submissions",
      '',
    ])
      expect(await telegram.pressData(data, one.message), data).toBe('');
    expect(await eventsOf(one.ref)).toEqual([]);
    expect(await eventsOf(other.ref)).toEqual([]);
  });
});

test('without a chat the bot only tells the id of whoever’s chat it is, and says so', async () => {
  const { said } = await start({ chatId: null });
  await eventually(async () => expect(await report()).toEqual({ state: 'unset', words: null }));
  expect(said.join()).toContain('TELEGRAM_CHAT_ID is not set: no leads are sent to Telegram');
  telegram.say('/help');
  telegram.say('/start');
  await eventually(() => expect(telegram.messages).toHaveLength(1));
  expect(telegram.messages[0]?.html).toBe('Chat ID: <code>-42</code>');
  expect(telegram.commands).toEqual([]);
});

test('with TELEGRAM_BUTTONS=off messages are as before, nobody asks Telegram, and erasing takes them back', async () => {
  const { leads } = await start({ buttons: false });
  const { ref, message } = await arrives();
  expect(message.buttons).toEqual([]);
  expect(telegram.polls()).toBe(0);
  expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: null });
  expect(message.deleted).toBe(true);
});

describe('is told in one sentence, and passes when it is mended:', () => {
  const sentences = (office: TestOffice, words: string) => office.said.filter((line) => line.includes(words));
  const well = () => eventually(async () => expect(await report()).toEqual({ state: 'well', words: null }));

  test('another program that asks with the same token', async () => {
    const office = await start();
    await well();
    const url = `${telegram.url}/bot${botToken}/getUpdates`;
    let there = true;
    const asking = (async () => {
      while (there) await fetch(url, { method: 'POST', body: '{"timeout":0.2}' });
    })();
    await eventually(async () => expect(await report()).toMatchObject({ state: 'elsewhere' }));
    await arrives();
    there = false;
    await asking;
    await well();
    expect(sentences(office, 'Another program is polling').length).toBeGreaterThan(0);
    expect(office.log.error).not.toHaveBeenCalled();
  });

  test('a webhook that somebody else has set, which is left alone', async () => {
    telegram.setWebhook('https://other.example/hook?secret=1');
    const office = await start();
    await eventually(async () =>
      expect(await report()).toEqual({ state: 'webhook', words: 'other.example' }),
    );
    await arrives();
    expect(telegram.requests.map(({ path }) => path).join()).not.toContain('deleteWebhook');
    expect(sentences(office, 'webhook')).toHaveLength(1);
    telegram.setWebhook('');
    await well();
    telegram.setWebhook('https://other.example/hook');
    telegram.say('/start');
    await eventually(async () => expect(await report()).toMatchObject({ state: 'webhook' }));
  });

  test('a wrong token, which is not repeated', async () => {
    const office = await start({ token: '1:wrong' });
    await eventually(async () =>
      expect(await report()).toEqual({ state: 'token', words: 'HTTP 401: Unauthorized' }),
    );
    expect(sentences(office, 'rejected TELEGRAM_BOT_TOKEN')).toHaveLength(1);
    expect(office.said.join()).not.toContain('1:wrong');
  });

  test('a redirect, which is not followed: the token goes to no other host', async () => {
    const other = await startHttpStandIn(() => ({ status: 200 }));
    telegram.behave({ status: 307, headers: { location: `${other.url}/bot${botToken}/getMe` } });
    await start();
    await eventually(async () => expect(await report()).toMatchObject({ state: 'unreachable' }));
    expect(other.requests).toEqual([]);
    telegram.behave('accept');
    await well();
    await other.stop();
  });

  test('a group that became a supergroup, which is said with its new number', async () => {
    const office = await start();
    await arrives(1);
    telegram.migrate('-10042');
    const { message, ref } = await arrives(2);
    expect(message.chatId).toBe('-10042');
    expect(await telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
    expect(await statusOf(ref)).toBe('client');
    await eventually(async () => expect(await report()).toEqual({ state: 'moved', words: '-10042' }));
    expect(sentences(office, 'set TELEGRAM_CHAT_ID to -10042')).toHaveLength(1);
    // What stands in the menu belongs to a chat: the new one has none.
    const scope = { type: 'chat', chat_id: '-10042' };
    await eventually(() => expect(telegram.commands).toContainEqual(expect.objectContaining({ scope })));
  });
});

test('an edit that is asked to wait waits, holds up no new lead, and is not given up', async () => {
  const { leads } = await start({ timing: { leaseMs: 30_000 } });
  const { ref, message } = await arrives(1);
  telegram.behaveNext(tooMany(1));
  await leads.changeStatus(ref, { from: 'new', to: 'contacted' }, 'Nodira');
  await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
  await arrives(2);
  expect(message.edits).toBe(0);
  const [known] = await store.telegram.messagesOf(ref);
  expect(known).toMatchObject({ tries: 1 });
});

test('stopping does not wait for a question that is open for minutes, and a restart answers nothing twice', async () => {
  const office = await start({ timing: { pollMs: 300_000, leaseMs: 300_000 } });
  await eventually(() => expect(telegram.isPolled()).toBe(true));
  telegram.say('/help');
  await eventually(() => expect(telegram.messages).toHaveLength(1));
  await office.stop();
  expect(telegram.waiting()).toBe(0);
  await start();
  await eventually(() => expect(telegram.isPolled()).toBe(true));
  expect(telegram.messages).toHaveLength(1);
}, 15_000);
