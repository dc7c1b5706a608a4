import { beforeEach, describe, expect, test } from 'vitest';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { changeStatus } from '#server/leads/change.ts';
import { eraseLead } from '#server/leads/erase.ts';
import { addToStats } from '#server/stats/counting.ts';
import { qrPng } from '#server/stats/qr.ts';
import { allLeads } from '#tests/leads.ts';
import { eventually, labels, startTestBot, type TestBot } from '#tests/start-test-bot.ts';

let testBot: TestBot;
beforeEach(async () => {
  testBot = await startTestBot();
});

const inboxUrl = 'https://example.com/inbox';
const siteUrl = 'https://example.com';

const addSixteen = async () => {
  for (let number = 0; number < 16; number++) await testBot.add(number);
};

const countVisits = (count: number, source = '', campaign = '') =>
  addToStats(testBot.db, [
    { day: tashkentDate(Date.now()), source, campaign, language: 'uz', name: '', count },
  ]);

test('only the chat gets the list of commands, in Uzbek and Russian', async () => {
  await testBot.start();
  await eventually(() => expect(testBot.telegram.commands).toHaveLength(3));
  expect(testBot.telegram.commands.map(({ language_code }) => language_code)).toEqual([
    'uz',
    'ru',
    undefined,
  ]);
  for (const { commands, scope } of testBot.telegram.commands) {
    expect(scope).toEqual({ type: 'chat', chat_id: '-42' });
    expect(commands).toContainEqual({
      command: 'new',
      description: expect.stringMatching(/^(Javob|Заявки)/),
    });
  }
});

test('commands may be capitalised; unknown ones point to /help, another bot’s are ignored', async () => {
  await testBot.start();
  const { ref } = await testBot.addDelivered();
  expect((await testBot.ask('/Today')).text).toContain(ref);
  expect((await testBot.ask('/Find@Leads_Bot Visitor')).text).toContain(ref);
  const other = testBot.telegram.say('/weather@other_bot');
  for (const command of ['/weather', '/constructor'])
    expect((await testBot.ask(command)).text).toBe('Bunday buyruq yoʻq. Nimalar qila olishim: /help');
  expect(testBot.telegram.messages.filter(({ replyTo }) => replyTo === other)).toEqual([]);
});

test('/help lists the commands and ends with the address of the inbox', async () => {
  await testBot.start({ inboxUrl });
  expect((await testBot.ask('/help')).text).toMatch(/\n\/export – .*\n\nhttps:\/\/example\.com\/inbox$/s);
});

describe('/today', () => {
  test('lists the leads without spam, and counts visits and unchecked spam', async () => {
    await testBot.start();
    expect((await testBot.ask('/today')).text).toBe('Bugun hali murojaat yoʻq');
    const ref = await testBot.add(1);
    await testBot.add(2, { spam: true });
    await countVisits(7);
    expect((await testBot.ask('/today')).text).toMatch(
      new RegExp(
        `^Bugun: 1\n\nVisitor 1, \\+998 90 123 45 67\nYangi · .* · ${ref}\n\n` +
          'Spamga oʻxshaganlar: 1, tekshiring\n\nTashriflar: 7$',
      ),
    );
  });

  test('counts all leads, and links to those it does not list', async () => {
    await addSixteen();
    await testBot.start({ inboxUrl });
    const { text, html } = await testBot.ask('/today');
    expect(text).toMatch(/^Bugun: 16\n\nVisitor 15, /);
    expect(text).toMatch(
      /\n\nVisitor 1, .*\n.*\n\nYana 1 ta: https:\/\/example\.com\/inbox\/\?tab=all&since=([\d-]+)&until=\1&spam=no$/,
    );
    expect(html).toMatch(/<a href="https:\/\/example\.com\/inbox\/leads\/(.{9})">\1<\/a>/);
  });

  test('without an inbox points to the file for the rest', async () => {
    await addSixteen();
    await testBot.start();
    const { text, html } = await testBot.ask('/today');
    expect(text).toMatch(/\n\nYana 1 ta, hammasi faylda: \/export$/);
    expect(html).not.toContain('href');
  });
});

test('/new lists leads that wait for an answer, the longest waiting first', async () => {
  await testBot.start({ inboxUrl });
  expect((await testBot.ask('/new')).text).toBe('Javob kutayotgan murojaat yoʻq');
  const answered = await testBot.add(99, { phone: '8 90 111 22 35' });
  // A number as it is dialled.
  expect((await testBot.ask('/new')).text).toContain('Visitor 99, 8 90 111 22 35 (+998901112235)\n');
  await changeStatus(testBot.db, answered, { from: 'new', to: 'client' }, { who: 'Nodira' });
  await addSixteen();
  const { text } = await testBot.ask('/new');
  expect(text).toMatch(/^Javob kutayotganlar: 16\n\nVisitor 0, /);
  expect(text).toMatch(/\n\nVisitor 14, .*\n.*\n\nYana 1 ta: https:\/\/example\.com\/inbox$/);
});

describe('/find', () => {
  test('lists what it finds, also spam, and links to the rest', async () => {
    await addSixteen();
    const ref = await testBot.add(20, { name: '</b><a href="https://evil.example">x</a>', spam: true });
    await testBot.add(21, { name: 'evil' });
    await testBot.start({ inboxUrl });
    expect((await testBot.ask('/find visitor')).text).toMatch(
      /^Topildi: 15\+\n.*\nHammasi: https:.+\/inbox\/\?q=visitor$/s,
    );
    const found = await testBot.ask('/find evil');
    expect(found.text).toContain('</b><a href="https://evil.example">x</a>');
    expect(found.text).toMatch(new RegExp(`Spam · .* · ${ref}`));
    expect((await testBot.ask('/find nobody at all')).text).toBe('Hech narsa topilmadi');
  });

  test('shows the only lead it finds with its buttons, and keeps that message up to date', async () => {
    await testBot.start();
    const { ref, message } = await testBot.addDelivered(1);
    await testBot.add(2, { phone: '+998 97 777 00 11' });
    const found = await testBot.ask(`/find ${ref}`);
    expect([found.text, labels(found)]).toEqual([message.text, labels(message)]);
    expect(await testBot.telegram.press(found, 'Mijoz')).toBe('Belgilandi: Mijoz');
    for (const each of [found, message])
      await eventually(() => expect(each.text).toContain('Holati: Mijoz · Aziza'));
    testBot.telegram.say('Ertaga keladi', { replyTo: found });
    await eventually(async () => expect(await testBot.eventsOf(ref)).toHaveLength(2));
  });

  test('without an argument asks what to find, and searches for the reply', async () => {
    await testBot.start();
    const { ref } = await testBot.addDelivered(1);
    await testBot.add(2);
    const question = await testBot.ask('/find');
    expect(question).toMatchObject({ asksReply: true, text: expect.stringContaining('Masalan: 4567') });
    expect((await testBot.ask(ref, { replyTo: question })).text).toContain('Ism: Visitor 1\n');
    expect((await testBot.ask('/help', { replyTo: question })).text).toContain('/export – ');
  });
});

test('a lead of a list is opened by a tap', async () => {
  await testBot.start();
  const [first, second] = [await testBot.add(1), await testBot.add(2)];
  const found = await testBot.ask('/find visitor');
  expect(labels(found)).toEqual([['Visitor 2'], ['Visitor 1']]);
  await testBot.telegram.press(found, 'Visitor 1');
  const opened = () => testBot.telegram.messages.filter(({ replyTo }) => replyTo === found.messageId);
  expect(opened()).toMatchObject([{ text: expect.stringContaining(first) }]);
  await eraseLead(testBot.db, second);
  expect(await testBot.telegram.press({ ...found }, 'Visitor 2')).toMatch(/^Bu murojaat bazada yoʻq/);
});

describe('/add', () => {
  const stored = () => allLeads(testBot.db);
  const adds = async (leads: object[]) => eventually(async () => expect(await stored()).toMatchObject(leads));

  test('adds a lead, and its message says who added it', async () => {
    await testBot.start();
    testBot.telegram.say('/add Botir 90 111 99 88 Italiya, 2 kishi');
    const botir = { name: 'Botir', phone: '90 111 99 88', message: 'Italiya, 2 kishi', source: 'by-hand' };
    await adds([{ ...botir, changedBy: 'Aziza Karimova' }]);
    await eventually(() => expect(testBot.telegram.last()?.text).toContain('\nAziza Karimova kiritdi\n'));
    testBot.telegram.say('/add Lola Karimova, @lola_uz');
    await adds([{ name: 'Lola Karimova', phone: '@lola_uz', message: '' }, botir]);
  });

  test('takes a shared contact', async () => {
    await testBot.start();
    testBot.telegram.say('', {
      contact: { phone_number: '998901119988', first_name: 'Botir', last_name: 'A.' },
    });
    await adds([{ name: 'Botir A.', phone: '+998901119988' }]);
  });

  test.each(['/add', '/add Botir', '/add 90 111 99 88'])('asks for what is missing: %s', async (text) => {
    await testBot.start();
    const question = await testBot.ask(text);
    expect(question).toMatchObject({ asksReply: true, text: expect.stringContaining('Ism va telefon') });
    testBot.telegram.say('Botir, 90 111 99 88', { replyTo: question });
    await adds([{ name: 'Botir', phone: '90 111 99 88' }]);
  });

  test('shows a lead with the same number first, and adds another one, once, if told to', async () => {
    await testBot.start();
    const ref = await testBot.add(1);
    const warning = await testBot.ask('/add Onasi +998 90 123-45-67');
    expect(warning.text).toContain(ref);
    expect(labels(warning)).toEqual([['Visitor 1'], ['Baribir kiritish']]);
    expect(await stored()).toHaveLength(1);
    for (const _ of [1, 2])
      expect(await testBot.telegram.press(warning, 'Baribir kiritish')).toMatch(/^Kiritildi: /);
    expect(await stored()).toMatchObject([{ name: 'Onasi' }, { ref }]);
  });
});

test('/stats names the posts that brought clients, in the order of the inbox', async () => {
  await testBot.start();
  for (const source of ['telegram', 'telegram', null]) await testBot.add(1, { source });
  const client = await testBot.add(1, { source: 'instagram', campaign: 'reels-12' });
  await changeStatus(testBot.db, client, { from: 'new', to: 'client' }, { who: 'Nodira' });
  await countVisits(40, 'instagram', 'story');
  expect((await testBot.ask('/stats')).text).toContain(
    '\n\nQaysi post mijoz olib keldi?\nreels-12: 1 murojaat, 1 mijoz\nTelegram: 2 murojaat, 0 mijoz\n' +
      'nomaʼlum: 1 murojaat, 0 mijoz\nstory: 40 tashrif\n\n',
  );
});

describe('/link', () => {
  test('makes a link and its QR code, and says what the link has brought', async () => {
    await testBot.start({ siteUrl });
    const { text, file } = await testBot.ask('/link Reels 12');
    const url = 'https://example.com/?utm_campaign=reels-12';
    expect(text).toBe(`${url}\n\nBu havola orqali hali hech kim kelmagan.`);
    await countVisits(7, 'instagram', 'reels-12');
    await testBot.add(1, { campaign: 'reels-12' });
    expect((await testBot.ask('/link reels 12')).text).toMatch(/: 7 tashrif, 1 murojaat$/);
    expect(file?.name).toBe('qr-reels-12.png');
    expect(file?.bytes).toEqual(qrPng(url));
    await eventually(() =>
      expect(testBot.telegram.messages.at(-1)).toMatchObject({ file: { name: 'qr-reels-12.svg' } }),
    );
  });

  test('without a name asks for one, and again for a better one', async () => {
    await testBot.start({ siteUrl });
    const question = await testBot.ask('/link');
    expect(question).toMatchObject({ asksReply: true, text: expect.stringContaining('masalan: reels12') });
    const again = await testBot.ask('<b>', { replyTo: question });
    expect(again).toMatchObject({ asksReply: true, text: expect.stringContaining('toʻgʻri kelmaydi') });
    expect((await testBot.ask('Reels 12', { replyTo: again })).text).toContain('utm_campaign=reels-12\n');
  });

  test('says that SITE_URL is missing', async () => {
    await testBot.start();
    expect((await testBot.ask('/link reels12')).text).toContain('SITE_URL');
  });
});

test('/export sends a file for Excel', async () => {
  await testBot.start();
  await testBot.add(1);
  const { file } = await testBot.ask('/export');
  expect(file?.name).toMatch(/^murojaatlar-\d{4}-\d\d-\d\d\.csv$/);
  expect(file?.bytes.toString()).toMatch(
    /^\ufeff"Murojaat raqami";"Vaqt \(Toshkent\)";"Ism"[^\n]*\n[^\n]*"Visitor 1"/,
  );
});

test('everything is written in the language of the staff', async () => {
  await testBot.start({ language: 'ru', siteUrl });
  const { message } = await testBot.addDelivered();
  const answers = [message.text, labels(message).flat().join(' ')];
  answers.push(await testBot.telegram.press(message, 'Связались'));
  for (const command of ['/today', '/new', '/find nobody', '/stats', '/link', '/help', '/no'])
    answers.push((await testBot.ask(command)).text);
  expect((await testBot.ask('/export')).file?.name).toMatch(/^заявки-/);
  for (const text of answers) expect(text).toMatch(/[а-я]{3}/i);
  expect(answers.join()).not.toMatch(/murojaat|Ism:|Izoh/i);
});
