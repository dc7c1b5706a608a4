import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { botToken, startOffice, type TestOffice } from '../../tests/bot.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
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
import { createLeads } from '../leads/leads.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { createTakeBack } from './take-back.ts';

let folder: string;
let place: StorePlace;
let store: Store;
let telegram: TelegramStandIn;
let running: TestOffice[];

const places: Record<string, () => Promise<StorePlace>> = {
  SQLite: async () => ({ dataDir: folder, databaseUrl: null }),
  PostgreSQL: async () => ({ dataDir: folder, databaseUrl: await newDatabase() }),
};

const setUp = (kind: string) => async () => {
  folder = mkdtempSync(join(tmpdir(), 'bot-test-'));
  place = await (places[kind] as () => Promise<StorePlace>)();
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

describe.each(Object.keys(places))('on %s', (kind) => {
  beforeEach(setUp(kind));
  afterEach(tearDown);

  test('a press changes the status, and the message says to what, by whom and when', async () => {
    await start();
    const { ref, message } = await arrives();
    expect(labels(message)).toEqual([['Bogʻlandik', 'Konsultatsiya'], ['Mijoz', 'Yopildi'], ['Spam']]);
    expect(await telegram.press(message, 'Bogʻlandik', { by: aziza })).toBe('Belgilandi: Bogʻlandik');
    expect(await statusOf(ref)).toBe('contacted');
    await eventually(() => expect(message.edits).toBe(1));
    expect(message.text).toMatch(
      new RegExp(`^Murojaat ${ref}\nHolati: Bogʻlandik · Aziza Karimova, \\d+-[a-z]+, \\d\\d:\\d\\d\n`),
    );
    expect(message.text).toContain('Ism: Visitor 1\n');
    expect(labels(message)).toEqual([['✓ Bogʻlandik', 'Konsultatsiya'], ['Mijoz', 'Yopildi'], ['Spam']]);
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
    await eventually(() => expect(labels(message)).toContainEqual(['✓ Mijoz', 'Yopildi']));
    expect(await telegram.pressData(`s:${ref}:client:client`, message)).toBe('Belgilandi: Mijoz');
    expect(await telegram.pressData(`s:${ref}:lost:lost`, message, { by: sardor })).toBe(
      'Sizdan oldin Aziza Karimova belgiladi: «Mijoz».',
    );
    expect(await eventsOf(ref)).toHaveLength(1);
  });

  test('who closes a client is told that it is counted as one no more', async () => {
    await start();
    const { message } = await arrives();
    await telegram.press(message, 'Mijoz');
    await eventually(() => expect(labels(message).flat()).toContain('✓ Mijoz'));
    expect(await telegram.press(message, 'Yopildi')).toBe(
      'Belgilandi: Yopildi. Endi mijoz sifatida sanalmaydi, bu mavsumdagi joyi yana boʻsh.',
    );
    await eventually(() => expect(labels(message).flat()).toContain('✓ Yopildi'));
    expect(await telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
  });

  test('what was saved although the store did not say so is told as saved', async () => {
    const unsure = new Proxy(store, {
      get(target, key) {
        if (key === 'changeLead')
          return async (...change: Parameters<Store['changeLead']>) => {
            await target.changeLead(...change);
            throw new StoreUnavailable('the line broke');
          };
        const value = target[key as keyof Store];
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await start({}, unsure);
    const { ref, message } = await arrives();
    expect(await telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
    await eventually(() => expect(labels(message).flat()).toContain('✓ Mijoz'));
    expect(await telegram.press(message, 'Spam')).toBe('Spam deb belgilandi');
    expect(await eventsOf(ref)).toHaveLength(2);
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
      telegram.press(message, 'Yopildi', { by: sardor }),
    ]);
    expect(first).toBe('Belgilandi: Bogʻlandik');
    expect(second).toBe('Sizdan oldin Aziza Karimova belgiladi: «Bogʻlandik».');
    expect(await statusOf(ref)).toBe('contacted');
  });

  test('of two presses by one person, the second before the message was drawn anew, the second counts', async () => {
    await start();
    const { ref, message } = await arrives();
    const [first, second] = await Promise.all([
      telegram.press(message, 'Bogʻlandik', { by: aziza }),
      telegram.press(message, 'Mijoz', { by: aziza }),
    ]);
    expect([first, second]).toEqual(['Belgilandi: Bogʻlandik', 'Belgilandi: Mijoz']);
    expect(await statusOf(ref)).toBe('client');
  });

  test('of two with the same name the first counts, too, and the other is told', async () => {
    await start();
    const { ref, message } = await arrives();
    const [first, second] = await Promise.all([
      telegram.press(message, 'Bogʻlandik', { by: aziza }),
      telegram.press(message, 'Yopildi', { by: { ...aziza, id: 777 } }),
    ]);
    expect(first).toBe('Belgilandi: Bogʻlandik');
    expect(second).toBe('Sizdan oldin Aziza Karimova belgiladi: «Bogʻlandik».');
    expect(await statusOf(ref)).toBe('contacted');
  });

  test('what was marked in the inbox is not overwritten by an older button, even under the same name', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    await telegram.press(message, 'Bogʻlandik', { by: aziza });
    await leads.changeStatus(ref, { from: 'contacted', to: 'client' }, 'Aziza Karimova');
    expect(await telegram.pressData(`s:${ref}:new:lost`, message, { by: aziza })).toBe(
      'Sizdan oldin Aziza Karimova belgiladi: «Mijoz».',
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

  test('who marks a lead that somebody has just put away as spam is told, and it stays as it was', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    const [first, second] = await Promise.all([
      telegram.press(message, 'Spam', { by: sardor }),
      telegram.press(message, 'Bogʻlandik', { by: aziza }),
    ]);
    expect([first, second]).toEqual(['Spam deb belgilandi', 'Sizdan oldin Sardor belgiladi: «Spam».']);
    expect(await leads.get(ref)).toMatchObject({ status: 'new', spam: true });
    await eventually(() => expect(labels(message)).toEqual([['Spam emas']]));
  });

  test('who puts away as spam what somebody has just marked is told, and it stays in the work', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    const [first, second] = await Promise.all([
      telegram.press(message, 'Mijoz', { by: aziza }),
      telegram.press(message, 'Spam', { by: sardor }),
    ]);
    expect([first, second]).toEqual(['Belgilandi: Mijoz', 'Sizdan oldin Aziza Karimova belgiladi: «Mijoz».']);
    expect(await leads.get(ref)).toMatchObject({ status: 'client', spam: false });
    // Their own is what they see, drawn anew or not.
    const own = await arrives(2);
    const pressed = ['Bogʻlandik', 'Spam'].map((button) =>
      telegram.press(own.message, button, { by: aziza }),
    );
    expect(await Promise.all(pressed)).toEqual(['Belgilandi: Bogʻlandik', 'Spam deb belgilandi']);
    expect(await leads.get(own.ref)).toMatchObject({ status: 'contacted', spam: true });
  });

  test('who puts a lead away as spam and marks it before it is drawn anew is not told of themselves', async () => {
    await start();
    const { ref, message } = await arrives();
    const said = ['Spam', 'Mijoz'].map((button) => telegram.press(message, button, { by: aziza }));
    expect(await Promise.all(said)).toEqual(['Spam deb belgilandi', 'Allaqachon belgilangan: Spam']);
    expect(await statusOf(ref)).toBe('new');
  });

  test('a press that Telegram hands out again after a crash does not undo what was done since', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    expect(await telegram.press(message, 'Spam', { by: sardor })).toBe('Spam deb belgilandi');
    await leads.setSpam(ref, { spam: false, from: 'new' }, 'Nodira');
    expect(await telegram.pressAgain()).toBe('Sizdan oldin Nodira belgiladi: «Spam emas».');
    await eventually(() => expect(labels(message)).toHaveLength(3));
    expect(await telegram.press(message, 'Mijoz', { by: sardor })).toBe('Belgilandi: Mijoz');
    await leads.changeStatus(ref, { from: 'client', to: 'new' }, 'Nodira');
    expect(await telegram.pressAgain()).toBe('Sizdan oldin Nodira belgiladi: «Yangi».');
    expect(await leads.get(ref)).toMatchObject({ status: 'new', spam: false });
    // Another press is another.
    expect(await telegram.pressData(`p:${ref}:spam:new`, message, { by: sardor })).toBe(
      'Spam deb belgilandi',
    );
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

  test('a reply in a channel that is rewritten is noted anew', async () => {
    await start();
    const { ref, message } = await arrives();
    const reply = telegram.post('Ertaga soat 15 da', message);
    telegram.rewrite(reply, 'Ertaga soat 16 da');
    const notes = ['Ertaga soat 15 da', '✎ Ertaga soat 16 da'];
    await eventually(async () =>
      expect(await eventsOf(ref)).toMatchObject(notes.map((text) => ({ text, who: 'Leads' }))),
    );
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

  test('albums whose pictures come in turns are told apart, and a stop does not swallow the answer', async () => {
    const { stop } = await start();
    const { ref, message } = await arrives();
    const [one, other] = telegram.sayAlbums(['Pasport nusxasi', ''], { by: sardor, replyTo: message });
    await eventually(async () => expect(await eventsOf(ref)).toMatchObject([{ text: 'Pasport nusxasi' }]));
    await eventually(() => expect(telegram.waiting()).toBe(0));
    await stop();
    expect(telegram.messages.slice(1)).toMatchObject([
      { replyTo: other, text: expect.stringMatching(/^Izoh saqlanmadi/) },
    ]);
    expect(await eventsOf(ref)).toHaveLength(1);
    expect(one).not.toBe(other);
  });

  test('what is written while the store can be read and not written to waits for it, however long', async () => {
    const office = await start();
    const { ref, message } = await arrives();
    const away = async () => {
      throw new StoreUnavailable('database is locked');
    };
    const spies = [
      vi.spyOn(store, 'changeLead').mockImplementation(away),
      vi.spyOn(store, 'checkWritable').mockImplementation(away),
      vi.spyOn(store.telegram, 'rememberAnswer').mockImplementation(away),
    ];
    const notes = ['Ertaga soat 15 da', 'Ertaga soat 16 da', 'Ertaga soat 17 da'];
    const asked = telegram.say('/today');
    for (const note of notes) telegram.say(note, { by: sardor, replyTo: message });
    const answers = () => telegram.messages.filter(({ replyTo }) => replyTo === asked);
    await eventually(() => expect(answers()).toMatchObject([{ deleted: true }]));
    await sleep(1000);
    expect(answers()).toHaveLength(1);
    for (const spy of spies) spy.mockRestore();
    await eventually(async () => expect(await eventsOf(ref)).toHaveLength(3));
    expect(await eventsOf(ref)).toMatchObject(notes.map((text) => ({ text })));
    expect(answers()).toMatchObject([{ deleted: true }, { deleted: false }]);
    expect(office.log.error).not.toHaveBeenCalled();
  });

  test('who writes what the store takes from nobody else is told that it was not kept', async () => {
    await start();
    const [held, free] = [await arrives(1), await arrives(2)];
    const change = store.changeLead.bind(store);
    vi.spyOn(store, 'changeLead').mockImplementation(async (ref, ...rest) => {
      if (ref === held.ref) throw new StoreUnavailable('a row is locked');
      return change(ref, ...rest);
    });
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

  test('a lead whose number takes too long to be looked for comes without waiting', async () => {
    const slow = new Proxy(store, {
      get(target, key) {
        if (key === 'leadPart') return () => new Promise(() => {});
        const value = target[key as keyof Store];
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await start({}, slow);
    await arrives(1);
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

  test('alone with the bot, what is no reply to a lead is not kept either, and is told so', async () => {
    await start({ chatId: '501' });
    const lost = telegram.say('Ertaga keladi', { chatId: '501' });
    await eventually(() =>
      expect(telegram.messages).toMatchObject([
        { replyTo: lost, text: 'Izoh saqlanmadi: murojaat xabarining oʻziga javob yozing.' },
      ]),
    );
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
    await sleep(100);
    await store.eraseLead(ref);
    expect(await telegram.press(message, 'Bogʻlandik')).toBe('Bu murojaat oʻchirilgan.');
    await eventually(() => expect(message.deleted).toBe(true));
    await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
  });

  test('a message whose lead the database does not have, as after a restored backup, is left as it is', async () => {
    await start();
    const [pressed, replied] = [await arrives(1), await arrives(2)];
    for (const { ref } of [pressed, replied]) {
      for (const each of await store.telegram.messagesOf(ref)) await store.telegram.forgetMessage(each);
      await store.eraseLead(ref);
    }
    expect(await telegram.press(pressed.message, 'Mijoz')).toContain('Bu murojaat bazada yoʻq');
    const reply = telegram.say('Ertaga keladi', { replyTo: replied.message });
    await eventually(() => expect(telegram.messages).toHaveLength(3));
    expect(telegram.messages[2]).toMatchObject({ replyTo: reply });
    expect(telegram.messages[2]?.text).toContain('keraklisini koʻchirib oling');
    await sleep(200);
    for (const { message } of [pressed, replied]) expect(message).toMatchObject({ deleted: false, edits: 0 });
  });

  test('a lead erased while others of its number are looked for is not written into the chat again', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    message.sentAt -= 49 * 3_600_000;
    const look = store.leadPart;
    vi.spyOn(store, 'leadPart').mockImplementationOnce(async (...asked) => {
      await leads.erase(ref, 'Nodira');
      return look(...asked);
    });
    await leads.changeStatus(ref, { from: 'new', to: 'client' }, 'Nodira');
    await eventually(async () => expect(await store.findLead(ref)).toBeNull());
    await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
    await sleep(100);
    expect(message.text).not.toContain('Visitor 1');
  });

  test('a search that fails holds up no message', async () => {
    await start();
    const { message } = await arrives();
    vi.spyOn(store, 'leadPart').mockRejectedValue(new StoreUnavailable('busy'));
    await telegram.press(message, 'Bogʻlandik');
    await eventually(() => expect(message.text).toContain('Holati: Bogʻlandik'));
  });

  test('of two processes one asks Telegram, and the other goes on when it stops or is gone', async () => {
    const other = await openStore(place);
    const first = await start();
    await eventually(() => expect(telegram.isPolled()).toBe(true));
    const second = await start({}, other);
    const { message } = await arrives();
    await sleep(900);
    expect(await telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
    expect(second.said.join()).not.toContain('are heard');
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

  test('a chat that is not the provider’s any more hears no news, and erasing takes back what it has', async () => {
    const first = await start();
    const { ref, message } = await arrives(1);
    const gone = await arrives(2);
    await first.stop();
    telegram.say('/start', { chatId: '-77' });
    const { leads, ...second } = await start({ chatId: '-77' });
    const here = await arrives(3);
    expect(here.message.chatId).toBe('-77');
    for (const each of [ref, gone.ref, here.ref]) await leads.addNote(each, 'Ertaga keladi', 'Nodira');
    await eventually(() => expect(here.message.text).toContain('Ertaga keladi'));
    expect([message.edits, gone.message.edits]).toEqual([0, 0]);
    expect(await leads.erase(gone.ref, 'Nodira')).toMatchObject({ messageLeft: null });
    expect(gone.message.deleted).toBe(true);
    await second.stop();
    await start();
    await eventually(() => expect(message.text).toContain('Ertaga keladi'));
  });

  test('another bot in the same group counts its messages anew, and takes none for those of the former', async () => {
    const first = await start();
    const old = await arrives(1);
    const noted = telegram.say('Ertaga keladi', { replyTo: old.message });
    await eventually(async () => expect(await eventsOf(old.ref)).toHaveLength(1));
    telegram.say('/today');
    await eventually(async () => expect(await store.telegram.answersOf(old.ref)).toHaveLength(1));
    await first.stop();
    // A slip of whoever copied it is no other bot.
    await (await start({ token: botToken.slice(1) })).stop();
    expect(await store.telegram.messagesOf(old.ref)).toHaveLength(1);
    const former = telegram;
    telegram = await startTelegramStandIn({ token: '777:another', chatId: '-42' });
    // Nor is a page that somebody in between shows for everything.
    telegram.behave({ status: 200, body: '<html>Wi-Fi login</html>' });
    const { leads, stop, said } = await start({ token: '777:another' });
    await eventually(() => expect(said.join()).toContain('Telegram does not answer'));
    expect(await store.telegram.messagesOf(old.ref)).toHaveLength(1);
    telegram.behave('accept');
    const next = await arrives(2);
    expect(telegram.say('Indinga keladi', { replyTo: next.message })).toBe(noted);
    await eventually(async () => expect(await eventsOf(next.ref)).toHaveLength(1));
    const fresh = [next, await arrives(3), await arrives(4)];
    expect(fresh[0]?.message.messageId).toBe(old.message.messageId);
    for (const { ref, message } of fresh) {
      expect(await telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
      expect(await statusOf(ref)).toBe('client');
    }
    expect(await leads.erase(old.ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
    expect(fresh.map(({ message }) => message.deleted)).toEqual([false, false, false]);
    await stop();
    await former.stop();
  });

  test('what a former bot has sent is asked for by hand, also when another has shown or sent the lead again', async () => {
    const first = await start();
    const [shown, resent, left] = [await arrives(1), await arrives(2), await arrives(3)];
    await first.stop();
    const former = telegram;
    telegram = await startTelegramStandIn({ token: '777:another', chatId: '-42' });
    telegram.setWebhook('https://other.example/hook');
    const { leads, stop } = await start({ token: '777:another' });
    const known = (ref: string) => store.telegram.messagesOf(ref);
    await eventually(async () => expect(await known(left.ref)).toEqual([]));
    telegram.setWebhook('');
    telegram.say(`/find ${shown.ref}`);
    await eventually(async () => expect(await known(shown.ref)).toHaveLength(1));
    await leads.resend(resent.ref, 'Nodira');
    await eventually(async () => expect(await known(resent.ref)).toHaveLength(1));
    for (const { ref } of [shown, resent, left])
      expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
    for (const { ref } of [shown, resent])
      expect(telegram.messages.filter(({ text, deleted }) => text.includes(ref) && !deleted)).toEqual([]);
    const own = await arrives(4);
    expect(await leads.erase(own.ref, 'Nodira')).toMatchObject({ messageLeft: null });
    await stop();
    await former.stop();
  });

  test('what a former bot has sent is not taken for gone by another before anything was heard from it', async () => {
    const first = await start();
    const [one, two] = [await arrives(1), await arrives(2)];
    await first.stop();
    const former = telegram;
    const token = '777:another';
    telegram = await startTelegramStandIn({ token, chatId: '-42' });
    const config = { token, chatId: '-42', apiUrl: telegram.url, buttons: true };
    const leads = createLeads({
      ...{ store, channels: ['telegram'] },
      takeBack: createTakeBack(config, store.telegram, first.log),
    });
    // Left to whoever keeps the messages, as by retention.
    await store.eraseLead(two.ref);
    expect(await leads.erase(one.ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
    expect(telegram.requests).toEqual([]);
    expect(await store.telegram.copiesLeft(9)).toEqual([two.ref]);
    expect(await store.telegram.dueMessages(9)).toEqual([]);
    await former.stop();
  });

  test('what was changed while TELEGRAM_BUTTONS was off is shown when it is on again', async () => {
    const first = await start();
    const { ref, message } = await arrives(1);
    const other = await arrives(2);
    await first.stop();
    const off = await start({ buttons: false });
    await off.leads.changeStatus(ref, { from: 'new', to: 'client' }, 'Nodira');
    await store.eraseLead(other.ref);
    await eventually(() => expect(other.message.deleted).toBe(true));
    expect(message.edits).toBe(0);
    await off.stop();
    await start();
    await eventually(() => expect(message.text).toContain('Holati: Mijoz · Nodira'));
    expect(labels(message).flat()).toContain('✓ Mijoz');
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

    test('takes the message back again when an edit of another process was under way', async () => {
      const { leads } = await start();
      const other = await openStore(place);
      const second = await start({}, other);
      const { ref, message } = await arrives();
      telegram.age(49 * 3_600_000);
      telegram.behaveNext('hang');
      await leads.addNote(ref, 'Ertaga keladi', 'Nodira');
      await eventually(() => expect(telegram.requests.at(-1)?.path).toMatch(/editMessageText$/));
      expect(await second.leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: null });
      expect(message.text).toBe('Bu murojaat oʻchirilgan.');
      telegram.release();
      await eventually(() => expect(message.edits).toBe(3));
      expect(message.text).toBe('Bu murojaat oʻchirilgan.');
      await eventually(async () => expect(await waitingMessages()).toEqual([]));
      await second.stop();
      await other.close();
    });

    test('looks once more at a message that stays: an edit may come when nobody waits for it any more', async () => {
      const { leads } = await start();
      const { ref, message } = await arrives();
      telegram.age(49 * 3_600_000);
      telegram.behaveNext('hang');
      await leads.addNote(ref, 'Ertaga keladi', 'Nodira');
      await eventually(() => expect(telegram.requests.at(-1)?.path).toMatch(/editMessageText$/));
      expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: null });
      expect(await waitingMessages()).toMatchObject([{ ref: null, tries: 1 }]);
      telegram.hangUp();
      await eventually(async () => expect(await waitingMessages()).toMatchObject([{ ref: null, tries: 2 }]));
      telegram.release();
      expect(message.text).toContain('Visitor 1');
      const [waiting] = await waitingMessages();
      await store.telegram.messageFailed(waiting as NonNullable<typeof waiting>, 0);
      await eventually(() => expect(message.text).toBe('Bu murojaat oʻchirilgan.'));
      await eventually(async () => expect(await waitingMessages()).toEqual([]));
    });

    test.each([403, 400])(
      'says when somebody else (%i) answers for Telegram, and takes the message back when it is there again',
      async (status) => {
        const { leads } = await start();
        const { ref, message } = await arrives();
        telegram.behave({ status, body: '<html>nginx</html>' });
        expect(await leads.erase(ref, 'Nodira')).toMatchObject({ erased: true, messageLeft: 'later' });
        expect(message.deleted).toBe(false);
        // Read before Telegram is back: the bot may be at it as well, and would then be done with it.
        const [waiting] = await waitingMessages();
        expect(waiting).toMatchObject({ ref: null, tries: 1 });
        telegram.behave('accept');
        await store.telegram.messageFailed(waiting as NonNullable<typeof waiting>, 0);
        await eventually(() => expect(message.deleted).toBe(true));
      },
    );

    test('is asked for by hand where the bot is out of the chat, and goes on when it is back, however late', async () => {
      const { leads } = await start();
      const { ref, message } = await arrives();
      telegram.kick();
      expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
      const [waiting] = await waitingMessages();
      const next = (tries: number) =>
        store.telegram.messageFailed({ ...(waiting as NonNullable<typeof waiting>), tries }, 0);
      await next(30);
      // It may have been tried once more before anybody looked.
      await eventually(async () => expect((await waitingMessages())[0]?.tries).toBeGreaterThanOrEqual(32));
      telegram.kick(false);
      await next(32);
      await eventually(() => expect(message.deleted).toBe(true));
    });

    test('is not given up however long Telegram is away', async () => {
      const { leads } = await start();
      const { ref, message } = await arrives();
      telegram.behave({ status: 502 });
      await leads.erase(ref, 'Nodira');
      const [waiting] = await waitingMessages();
      const next = (tries: number) =>
        store.telegram.messageFailed({ ...(waiting as NonNullable<typeof waiting>), tries }, 0);
      await next(18);
      await eventually(async () => expect(await waitingMessages()).toMatchObject([{ tries: 20 }]));
      // Meanwhile people are told.
      expect(await store.telegram.copiesLeft(9)).toEqual([ref]);
      await next(30);
      // It may have been tried once more before anybody looked.
      await eventually(async () => expect((await waitingMessages())[0]?.tries).toBeGreaterThanOrEqual(32));
      telegram.behave('accept');
      await next(32);
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
      telegram.behave('accept');

      // Whoever was told that it will be done later has gone by the time it is refused for good: somebody is to be told.
      const later = await arrives(2);
      telegram.behave({ status: 502 });
      expect(await leads.erase(later.ref, 'Nodira')).toMatchObject({ messageLeft: 'later' });
      telegram.age(49 * 3_600_000);
      later.message.editable = false;
      telegram.behave('accept');
      for (const waiting of await waitingMessages()) await store.telegram.messageFailed(waiting, 0);
      await eventually(async () => expect(await store.telegram.copiesLeft(9)).toEqual([later.ref]));
      await eventually(async () => expect(await waitingMessages()).toEqual([]));
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

    test('says nothing of the kind when Telegram was never reached', async () => {
      await telegram.stop();
      const { leads } = await start();
      const { ref } = await store.addLead(exampleNewLead());
      await eventually(async () =>
        expect((await store.findLead(ref))?.deliveries[0]?.attempts).toBeGreaterThan(0),
      );
      const { port } = telegram;
      telegram = await startTelegramStandIn({ token: botToken, chatId: '-42', port });
      await eventually(async () => expect(await store.telegram.messagesOf(ref)).toHaveLength(1));
      expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: null });
    });

    test('says that a copy may have to be deleted by hand when the answer to the first was lost, or its process', async () => {
      const [one, killed] = await store.addLeads([exampleNewLead(1), exampleNewLead(2)]);
      // As by a process that dies before Telegram has answered.
      await store.telegram.expectCopy({ chatId: '-42', ref: killed?.ref ?? '' });
      const { leads } = await start();
      const shown = (ref = '') => telegram.messages.filter(({ text }) => text.includes(ref));
      for (const lead of [one, killed])
        await eventually(async () =>
          expect((await store.findLead(lead?.ref ?? ''))?.deliveries[0]?.state).toBe('delivered'),
        );

      telegram.behave('hang', (path) => path.endsWith('/sendMessage'));
      const { ref: lost } = await store.addLead(exampleNewLead(3));
      await eventually(() => expect(telegram.requests.at(-1)?.body).toContain(lost));
      telegram.hangUp();
      telegram.release();
      telegram.behave('accept');
      await eventually(() => expect(shown(lost)).toHaveLength(2));
      await eventually(async () =>
        expect((await store.findLead(lost))?.deliveries[0]?.state).toBe('delivered'),
      );
      // By mail alone: it says nothing of Telegram.
      await store.deliveries.resend(killed?.ref ?? '', ['email:a@example.uz'], 'Nodira');
      for (const ref of [killed?.ref, lost])
        expect(await leads.erase(ref ?? '', 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
      expect(shown(lost).map(({ deleted }) => deleted)).toEqual([false, true]);
      await leads.resend(one?.ref ?? '', 'Nodira');
      await eventually(async () => expect(await store.telegram.messagesOf(one?.ref ?? '')).toHaveLength(2));
      expect(await leads.erase(one?.ref ?? '', 'Nodira')).toMatchObject({ messageLeft: null });
    });

    test('does not take what /find has shown for the message that came', async () => {
      const { leads } = await start();
      const known = await arrives(1);
      vi.spyOn(store.telegram, 'rememberMessage').mockRejectedValueOnce(new StoreUnavailable('busy'));
      const { ref } = await store.addLead(exampleNewLead(2));
      await eventually(() => expect(telegram.last()?.text).toContain(ref));
      for (const each of [known.ref, ref]) {
        telegram.say(`/find ${each}`);
        await eventually(async () => expect(await store.telegram.answersOf(each)).toHaveLength(1));
      }
      expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
      expect(await leads.erase(known.ref, 'Nodira')).toMatchObject({ messageLeft: null });
      const left = telegram.messages.filter(({ deleted }) => !deleted);
      expect(left.map(({ text }) => [text.includes(ref), text.includes(known.ref)])).toEqual([[true, false]]);
    });

    test.each([
      ['says so, too, when the lead is just being sent again', false, 'by-hand'],
      ['does not doubt what Telegram has refused', true, null],
    ])('%s', async (_name, isRefused, messageLeft) => {
      const { leads } = await start();
      const away = { status: 502, headers: { 'retry-after': '3600' } };
      telegram.behave(isRefused ? tooMany(3600) : away, (path) => path.endsWith('/sendMessage'));
      const { ref } = await store.addLead(exampleNewLead());
      const attempts = async () => (await store.findLead(ref))?.deliveries[0]?.attempts;
      await eventually(async () => expect(await attempts()).toBe(1));
      await leads.resend(ref, 'Nodira');
      expect(await attempts()).toBe(0);
      expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft });
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

    test('takes back a file that was under way meanwhile, and another one comes without the lead', async () => {
      const { leads } = await start();
      const [one, two] = [await arrives(1), await arrives(2)];
      const remember = store.telegram.rememberAnswer.bind(store.telegram);
      vi.spyOn(store.telegram, 'rememberAnswer').mockImplementationOnce(async (place, refs) => {
        await leads.erase(one.ref, 'Nodira');
        return remember(place, refs);
      });
      const id = telegram.say('/export');
      const files = () => telegram.messages.filter(({ file, replyTo }) => file && replyTo === id);
      await eventually(() => expect(files().map(({ deleted }) => deleted)).toEqual([true, false]));
      const held = files().map(({ file }) => file?.bytes.toString('utf8') ?? '');
      expect(held.map((text) => text.includes(one.ref))).toEqual([true, false]);
      expect(held.map((text) => text.includes(two.ref))).toEqual([true, true]);
    });

    test('knows of a file that was under way when the bot was stopped', async () => {
      const { leads, stop } = await start();
      const { ref } = await arrives();
      const remember = store.telegram.rememberAnswer.bind(store.telegram);
      const noted = Promise.withResolvers<void>();
      const spy = vi.spyOn(store.telegram, 'rememberAnswer').mockImplementationOnce(async (place, refs) => {
        await noted.promise;
        return remember(place, refs);
      });
      telegram.say('/export');
      await eventually(() => expect(spy).toHaveBeenCalled());
      const stopped = stop().then(() => store.telegram.answersOf(ref));
      setTimeout(noted.resolve, 200);
      expect(await stopped).toHaveLength(1);
      expect(await leads.erase(ref, 'Nodira')).toMatchObject({ messageLeft: null });
      expect(telegram.messages.every(({ deleted }) => deleted)).toBe(true);
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
      expect([emptied.text, emptied.file?.bytes.toString()]).toEqual(
        Array(2).fill('Bu murojaat oʻchirilgan.'),
      );
      (await exported(two.ref)).editable = false;
      expect(await leads.erase(two.ref, 'Nodira')).toMatchObject({ messageLeft: 'by-hand' });
    });

    const waitingMessages = async () => {
      const all = await Promise.all(
        telegram.messages.map(({ messageId }) => store.telegram.findMessage('-42', messageId)),
      );
      return all.filter((each) => each !== null);
    };
  });
});

describe('on PostgreSQL', () => {
  beforeEach(setUp('PostgreSQL'));
  afterEach(tearDown);

  test('a press that somebody else’s lock holds up is said to be open, and counts when it is pressed again', async () => {
    await start();
    const { ref, message } = await arrives();
    const other = postgres(place.databaseUrl as string, { max: 1 });
    await other.begin(async (transaction) => {
      await transaction`select from contact_submissions where ref = ${ref} for update`;
      expect(await telegram.press(message, 'Mijoz')).toMatch(/^Hozircha saqlanmadi\. .*oʻzgarmagan boʻlsa/);
      expect(await statusOf(ref)).toBe('new');
    });
    await other.end();
    await telegram.press(message, 'Mijoz');
    await eventually(() => expect(message.text).toContain('Holati: Mijoz · Aziza'));
  }, 30_000);
});

describe('on SQLite', () => {
  beforeEach(setUp('SQLite'));
  afterEach(tearDown);

  test('a message that cannot be edited any more: the press counts and is answered', async () => {
    await start();
    const { ref, message } = await arrives();
    message.editable = false;
    expect(await telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
    expect(await statusOf(ref)).toBe('contacted');
    await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
    expect(message.edits).toBe(0);
  });

  test('an edit that is slow on its way does not come after a newer one, and stay', async () => {
    const { leads } = await start();
    const { ref, message } = await arrives();
    telegram.behaveNext('hang');
    await leads.addNote(ref, 'Ertaga keladi', 'Nodira');
    await eventually(() => expect(telegram.requests.at(-1)?.path).toMatch(/editMessageText$/));
    expect(await telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
    // Time for the newer one to overtake it.
    await sleep(200);
    telegram.release();
    await eventually(async () => expect(await store.telegram.dueMessages(9)).toEqual([]));
    expect(message.text).toContain('Mijoz · Aziza Karimova');
    expect(message.text).toContain('Ertaga keladi');
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
      const visits = { day: tashkentDate(new Date()), name: null, campaign: 'story', language: 'uz' };
      await store.figures.add([{ ...visits, source: 'instagram', count: 40, listed: true, trusted: true }]);
      expect((await say('/stats')).text).toContain(
        '\n\nQaysi post mijoz olib keldi?\nreels-12: 2 murojaat, 1 mijoz\nTelegram: 3 murojaat, 0 mijoz\n' +
          'nomaʼlum: 1 murojaat, 0 mijoz\nstory: 40 tashrif\n\n',
      );
    });

    test('/stats says for whom the wait to the first contact speaks, and how many are still waiting', async () => {
      await start();
      const { ref } = await arrives(1);
      expect((await say('/stats')).text).toContain('\nBirinchi javobgacha kutish: – · hali javobsiz: 1\n');
      await store.changeLead(ref, { kind: 'status', from: 'new', to: 'contacted' }, 'Nodira');
      expect((await say('/stats')).text).toContain(
        '\nBirinchi javobgacha kutish: 1 daq (javob berilganlarning yarmi kamroq kutgan)\n',
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
      expect(again).toMatchObject({ asksReply: true, text: expect.stringContaining('yozib boʻlmaydi') });
      const link = 'https://example.com/?utm_campaign=reels-12';
      expect((await say('Reels 12', { replyTo: again })).text).toContain(`${link}\n`);
    });

    test('in a channel the question of /find can be replied to as well', async () => {
      await start();
      const { ref, message } = await arrives(8);
      telegram.post('/find', message);
      await eventually(() => expect(telegram.messages.at(-1)?.text).toMatch(/^Nimani qidirish/));
      telegram.post('Visitor 8', telegram.messages.at(-1) as TelegramMessage);
      await eventually(() => expect(telegram.messages).toHaveLength(3));
      expect(telegram.messages[2]?.text).toContain(ref);
      expect(await eventsOf(ref)).toEqual([]);
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
        expect((await say(`/link ${name}`)).text).toContain('Bunday nomni manzilga yozib boʻlmaydi');
    });

    test('/link tells what came of it so far', async () => {
      await start({ siteUrl: 'https://example.com' });
      const link = 'https://example.com/?utm_campaign=reels12';
      expect((await say('/link reels12')).text).toBe(`${link}\n\nBu havola orqali hali hech kim kelmagan.`);
      await store.addLead({ ...exampleNewLead(1), source: 'telegram', campaign: 'reels12' });
      expect((await say('/link reels12')).text).toMatch(/\n\nOxirgi 365 kunda: 1 murojaat, 0 mijoz$/);
      const [day, name] = [tashkentDate(new Date()), null];
      const visit = {
        day,
        name,
        source: 'telegram',
        campaign: 'reels12',
        language: 'uz',
        count: 7,
        listed: true,
        trusted: true,
      };
      await store.figures.add([visit]);
      expect((await say('/link reels12')).text).toContain('Oxirgi 365 kunda: 7 tashrif, 1 murojaat, 0 mijoz');
    });

    test('a number in a list stands as it is dialled, too', async () => {
      await start();
      await store.addLead({ ...exampleNewLead(1), phone: '8 90 111 22 35' });
      expect((await say('/new')).text).toContain('Visitor 1, 8 90 111 22 35 (+998901112235)\n');
    });

    test('/today says where those taken for spam are to be looked at', async () => {
      await start({ inbox: 'https://example.com/inbox' });
      await store.addLead({ ...exampleNewLead(1), suspectedSpam: true });
      expect((await say('/today')).text).toMatch(
        /: 1, tekshiring: https:\/\/example\.com\/inbox\/\?tab=spam$/,
      );
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
      expect(text).toContain('shu yerda saqlash mumkin: https://example.com/inbox');
      // The address is what was asked for.
      expect((await say('/link reels12')).text).toMatch(
        /^https:\/\/example\.com\/\?utm_campaign=reels12\n.*rasm yoki fayl yuborish taqiqlangan.*\/inbox\/links$/s,
      );
    });

    test('a file that a stop cuts off is told of before the end', async () => {
      const office = await start({ timing: { stopGraceMs: 100 } });
      telegram.behave('hang', (path) => path.endsWith('/sendDocument'));
      const id = telegram.say('/export');
      await eventually(() => expect(telegram.requests.at(-1)?.path).toMatch(/sendDocument$/));
      await office.stop();
      expect(telegram.last()).toMatchObject({
        replyTo: id,
        text: expect.stringContaining('Faylni yuborib boʻlmadi'),
      });
    });

    test('a file of which nobody knows whether it came is to be deleted by hand', async () => {
      await start();
      await eventually(() => expect(telegram.isPolled()).toBe(true));
      telegram.behave({ status: 502 }, (path) => path.endsWith('/sendDocument'));
      expect((await say('/export')).text).toContain('Fayl baribir kelgan boʻlsa, uni oʻzingiz oʻchiring');
    });

    test('/today without leads says so', async () => {
      await start();
      await eventually(() => expect(telegram.isPolled()).toBe(true));
      expect((await say('/today')).text).toBe('Bugun hali murojaat yoʻq');
    });

    test('/today tells the visits of today, where they are counted', async () => {
      await start();
      const day = tashkentDate(new Date());
      const visits = {
        day,
        name: null,
        source: 'direct',
        campaign: null,
        language: 'uz',
        count: 7,
        listed: true,
        trusted: true,
      };
      await store.figures.add([visits]);
      expect((await say('/today')).text).toBe('Bugun hali murojaat yoʻq\n\nTashriflar: 7');
    });
  });

  describe('strangers', () => {
    test('get the id of their own chat for /start and nothing for anything else', async () => {
      await start();
      const { ref, message } = await arrives();
      const elsewhere = { by: nobody, chatId: '777' };
      for (const text of [
        `/find ${ref}`,
        '/today',
        '/new',
        '/stats',
        '/export',
        '/help',
        '/link x',
        '/x',
        'hello',
      ])
        telegram.say(text, elsewhere);
      telegram.say('a note', { ...elsewhere, replyTo: message });
      expect(await telegram.press(message, 'Mijoz', elsewhere)).toBe('');
      telegram.say('/start', elsewhere);
      await eventually(() => expect(telegram.last('777')).toBeDefined());
      expect(telegram.messages.filter(({ chatId }) => chatId === '777').map(({ text }) => text)).toEqual([
        'Chat ID: 777',
      ]);
      expect(await eventsOf(ref)).toEqual([]);
    });

    test('who ask for /start without end are not all answered, and nobody waits for a silence that Telegram asks for there', async () => {
      await start();
      const { message } = await arrives();
      telegram.behave(tooMany(1), (path) => path.endsWith('/sendMessage'));
      for (let i = 0; i < 100; i++) telegram.say('/start', { by: nobody, chatId: '777' });
      expect(await telegram.press(message, 'Bogʻlandik')).toContain('Bogʻlandik');
      expect(telegram.last('777')).toBeUndefined();
      telegram.behave('accept');
      await eventually(() => expect(telegram.messages).toHaveLength(21));
      expect(telegram.waiting()).toBe(0);
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
      // Nor under a message that nobody wrote down.
      for (const known of await store.telegram.messagesOf(one.ref)) await store.telegram.forgetMessage(known);
      expect(await telegram.pressData(`s:${other.ref}:new:client`, one.message)).toBe('');
      expect(await eventsOf(one.ref)).toEqual([]);
      expect(await eventsOf(other.ref)).toEqual([]);
    });
  });

  test('without a chat the bot only tells the id of whoever’s chat it is, and says so', async () => {
    const { said } = await start({ chatId: null });
    await eventually(async () => expect(await report()).toEqual({ state: 'unset', words: null }));
    expect(said.join()).toContain('TELEGRAM_CHAT_ID is not set: no lead is sent to Telegram');
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

    // Nobody would see that such a trouble has passed: it must not be told for ever.
    const stays = await arrives(2);
    telegram.kick();
    const asked = telegram.requests.length;
    await store.eraseLead(stays.ref);
    await eventually(() => expect(telegram.requests.length).toBeGreaterThan(asked));
    telegram.kick(false);
    await arrives(3);
    expect(await report()).not.toMatchObject({ state: 'no-chat' });
  });

  describe('is told in one sentence, and passes when it is mended:', () => {
    const sentences = (office: TestOffice, words: string) =>
      office.said.filter((line) => line.includes(words));
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
      expect(sentences(office, 'Another program asks').length).toBeGreaterThan(0);
      expect(office.log.error).not.toHaveBeenCalled();
    });

    test('Telegram that answers every second question, until it has answered all of them for a while', async () => {
      let asked = 0;
      const office = await start({ timing: { pollMs: 10, steadyMs: 2000 } });
      await well();
      telegram.behave({ status: 502 }, (path) => path.endsWith('/getUpdates') && asked++ % 2 === 0);
      await eventually(() => expect(asked).toBeGreaterThan(20));
      expect(await report()).toMatchObject({ state: 'unreachable' });
      const lines = () => [
        sentences(office, 'does not answer').length,
        sentences(office, 'are heard').length,
      ];
      expect(lines()).toEqual([1, 1]);
      telegram.behave('accept');
      await well();
      expect(lines()).toEqual([1, 2]);
    });

    test('a webhook that somebody else has set, which is left alone', async () => {
      telegram.setWebhook('https://other.example/hook?secret=1');
      const office = await start();
      await eventually(async () =>
        expect(await report()).toEqual({ state: 'webhook', words: 'other.example' }),
      );
      await arrives();
      expect(telegram.requests.map(({ path }) => path).join()).not.toContain('deleteWebhook');
      await sleep(200);
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
      await sleep(200);
      expect(sentences(office, 'does not know TELEGRAM_BOT_TOKEN')).toHaveLength(1);
      expect(office.said.join()).not.toContain('1:wrong');
    });

    test('an answer that quotes the token, which is cut out', async () => {
      const description = `Bad Gateway: /bot${botToken}/getUpdates`;
      telegram.behave({ status: 502, body: JSON.stringify({ ok: false, error_code: 502, description }) });
      const office = await start();
      await eventually(async () =>
        expect(await report()).toEqual({
          state: 'unreachable',
          words: 'HTTP 502: Bad Gateway: /bot***/getUpdates',
        }),
      );
      expect(office.said.join()).not.toContain(botToken);
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

    test('a page of somebody on the way, which is not taken for Telegram’s word', async () => {
      const office = await start();
      await well();
      telegram.behave({ status: 404, body: '<html>nginx</html>' }, (path) => path.endsWith('/getUpdates'));
      const words = 'HTTP 404: not an answer of Telegram';
      await eventually(async () => expect(await report()).toEqual({ state: 'unreachable', words }));
      expect(sentences(office, 'does not know TELEGRAM_BOT_TOKEN')).toEqual([]);
    });

    test('a bot that was put out of the group', async () => {
      telegram.kick();
      const office = await start();
      await eventually(async () => expect(await report()).toMatchObject({ state: 'no-chat' }));
      telegram.say('/start', { chatId: '777' });
      await eventually(() => expect(telegram.last('777')).toBeDefined());
      expect(sentences(office, 'The bot is not in the chat')).toHaveLength(1);
      telegram.kick(false);
      await well();
      await arrives();
    });

    test.each([
      ['may not write', 400, 'Bad Request: not enough rights to send text messages to the chat'],
      ['may not write in a channel', 400, 'Bad Request: need administrator rights in the channel chat'],
      ['was blocked', 403, 'Forbidden: bot was blocked by the user'],
    ])('a bot that %s, and may do everything else in the chat', async (_name, status, description) => {
      const office = await start({ timing: { leaseMs: 30_000 } });
      const { ref } = await arrives(1);
      await well();
      let looks = 0;
      telegram.behave(
        { status, body: JSON.stringify({ ok: false, error_code: status, description }) },
        (path) => {
          if (path.endsWith('/sendChatAction')) looks += 1;
          return /(sendChatAction|sendMessage|editMessageText)$/.test(path);
        },
      );
      // Either is enough to learn of it.
      await (status === 400
        ? office.leads.changeStatus(ref, { from: 'new', to: 'contacted' }, 'Nodira')
        : store.addLead(exampleNewLead(2)));
      await eventually(async () => expect(await report()).toMatchObject({ state: 'no-chat' }));
      await eventually(() => expect(looks).toBeGreaterThan(9));
      expect(await report()).toMatchObject({ state: 'no-chat' });
      expect(sentences(office, 'The bot is not in the chat')).toHaveLength(1);
      expect(sentences(office, 'are heard')).toHaveLength(1);
      telegram.behave('accept');
      await well();
      expect(sentences(office, 'are heard')).toHaveLength(2);
    });

    test('a group that became a supergroup, where presses are heard by whoever is started later, too', async () => {
      const office = await start();
      const before = await arrives(1);
      telegram.migrate('-10042');
      const { message, ref } = await arrives(2);
      expect(message.chatId).toBe('-10042');
      await eventually(async () => expect(await report()).toEqual({ state: 'moved', words: '-10042' }));
      expect(sentences(office, 'set TELEGRAM_CHAT_ID to -10042')).toHaveLength(1);
      // What stands in the menu belongs to a chat: the new one has none.
      const scope = { type: 'chat', chat_id: '-10042' };
      await eventually(() => expect(telegram.commands).toContainEqual(expect.objectContaining({ scope })));
      await office.stop();
      const later = await start();
      expect(await telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
      expect(await statusOf(ref)).toBe('client');
      await later.stop();
      await start({ chatId: '-10042' });
      expect(await telegram.press(before.message, 'Mijoz', { by: aziza })).toBe('Belgilandi: Mijoz');
      expect(await statusOf(before.ref)).toBe('client');
      // Telegram edits nothing there: its buttons go on saying that the lead is new.
      const answer = await telegram.press(before.message, 'Bogʻlandik', { by: sardor });
      expect(answer).toContain('Sizdan oldin');
      expect(answer).toContain(`/find ${before.ref}`);
    });

    test('a group that became a supergroup while the store took nothing: its presses are heard all the same', async () => {
      await start();
      await arrives(1);
      await eventually(() => expect(telegram.isPolled()).toBe(true));
      vi.spyOn(store.telegram, 'moveChat').mockRejectedValueOnce(new StoreUnavailable('database is locked'));
      telegram.migrate('-10042');
      await arrives(2);
      const { ref, message } = await arrives(3);
      expect(await telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
      expect(await statusOf(ref)).toBe('client');
    });

    test('a group that became a supergroup, when an edit is refused for it', async () => {
      const office = await start();
      const { ref } = await arrives();
      telegram.migrate('-10042');
      await office.leads.addNote(ref, 'Ertaga keladi', 'Nodira');
      await eventually(async () => expect(await report()).toEqual({ state: 'moved', words: '-10042' }));
      expect(await store.telegram.movedTo('-42')).toBe('-10042');
    });

    test('Telegram that answers everything but this, and leads go out as ever', async () => {
      telegram.behave({ status: 502, body: '<html>' }, (path) => path.endsWith('/getUpdates'));
      const office = await start();
      const { message } = await arrives();
      await eventually(async () => expect(await report()).toMatchObject({ state: 'unreachable' }));
      const said = telegram.press(message, 'Mijoz');
      telegram.behave('accept');
      expect(await said).toBe('Belgilandi: Mijoz');
      expect(office.said.join()).not.toContain(botToken);
    });

    test('Telegram that answers nothing but this: what is pressed counts, and is shown afterwards', async () => {
      await start();
      await well();
      const { ref, message } = await arrives(1);
      telegram.behave('hang up', (path) => !path.endsWith('/getUpdates'));
      telegram.press(message, 'Mijoz');
      await eventually(async () => expect(await statusOf(ref)).toBe('client'));
      await store.addLead(exampleNewLead(2));
      await sleep(300);
      telegram.behave('accept');
      await eventually(() => expect(telegram.messages).toHaveLength(2));
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

    // Nor is it given up when Telegram is away for a week.
    const isEdit = (path: string) => path.endsWith('/editMessageText');
    telegram.behave({ status: 502 }, isEdit);
    const next = (tries: number) =>
      store.telegram.messageFailed({ ...(known as NonNullable<typeof known>), tries }, 0);
    await next(30);
    await eventually(async () =>
      expect((await store.telegram.messagesOf(ref))[0]).toMatchObject({ tries: 32 }),
    );
    telegram.behave('accept');
    await next(32);
    await eventually(() => expect(message.text).toContain('Holati: Bogʻlandik'));
  });

  test('while edits are asked to wait for hours, erased leads go and trouble with the chat is told', async () => {
    const { leads, said } = await start({ timing: { leaseMs: 30_000 } });
    const [edited, erased] = [await arrives(1), await arrives(2)];
    const isEdit = (path: string) => path.endsWith('/editMessageText');
    telegram.behave(tooMany(3600), isEdit);
    await leads.changeStatus(edited.ref, { from: 'new', to: 'contacted' }, 'Nodira');
    await eventually(() => expect(telegram.requests.filter(({ path }) => isEdit(path))).toHaveLength(1));
    await leads.changeStatus(edited.ref, { from: 'contacted', to: 'client' }, 'Nodira');
    await store.eraseLead(erased.ref);
    await eventually(() => expect(erased.message.deleted).toBe(true));
    telegram.kick();
    await store.addLead(exampleNewLead(3));
    await eventually(() => expect(said.join()).toContain('The bot is not in the chat'));
    expect(telegram.requests.filter(({ path }) => isEdit(path))).toHaveLength(1);
  });

  test('an answer that is asked to wait for a moment comes after it', async () => {
    await start();
    await eventually(() => expect(telegram.isPolled()).toBe(true));
    telegram.behaveNext(tooMany(1));
    const asked = telegram.say('/today');
    await eventually(() => expect(telegram.messages).toMatchObject([{ replyTo: asked }]));
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
    await sleep(100);
    expect(telegram.messages).toHaveLength(1);
  }, 15_000);
});
