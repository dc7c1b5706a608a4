import { beforeEach, describe, expect, test } from 'vitest';
import { botToken, eventually, labels, openStaffChat, type StaffChat } from '../../tests/staff-chat.ts';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { aziza, nobody, sardor, type TelegramMessage } from '../../tests/stand-ins/telegram.ts';
import { sql } from '../db/sql.ts';
import { addNote, changeStatus } from '../leads/change.ts';
import { eraseLead } from '../leads/erase.ts';
import { getLead } from '../leads/find.ts';
import { outcomeOf } from '../outbox/queue.ts';

let chat: StaffChat;
beforeEach(async () => {
  chat = await openStaffChat();
});

const erased = 'Bu murojaat bazada yoʻq';

describe('buttons', () => {
  test('change the status, and the message says to what, by whom and when', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    expect(labels(message)).toEqual([
      ['Bogʻlandik', 'Konsultatsiya'],
      ['Mijoz', 'Voz kechdi'],
      ['Eslatish', 'Spam'],
    ]);
    expect(await chat.telegram.press(message, 'Bogʻlandik', { by: aziza })).toBe('Belgilandi: Bogʻlandik');
    expect(await chat.eventsOf(ref)).toMatchObject([
      { kind: 'status', to: 'contacted', who: 'Aziza Karimova' },
    ]);
    await eventually(() => expect(labels(message)[0]).toEqual(['✓ Bogʻlandik', 'Konsultatsiya']));
    expect(message.text).toMatch(
      new RegExp(`^Murojaat ${ref}\nHolati: Bogʻlandik · Aziza Karimova, \\d+-[a-z]+, \\d\\d:\\d\\d\n`),
    );
  });

  test('pressed twice change nothing the second time', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const answers = await Promise.all([
      chat.telegram.press(message, 'Mijoz'),
      chat.telegram.press(message, 'Mijoz'),
    ]);
    expect(answers).toEqual(['Belgilandi: Mijoz', 'Belgilandi: Mijoz']);
    expect(await chat.eventsOf(ref)).toHaveLength(1);
  });

  test('pressed together: the first counts, and the other person reads who it was', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const answers = await Promise.all([
      chat.telegram.press(message, 'Bogʻlandik', { by: aziza }),
      chat.telegram.press(message, 'Voz kechdi', { by: sardor }),
    ]);
    expect(answers).toEqual([
      'Belgilandi: Bogʻlandik',
      'Sizdan oldin Aziza Karimova belgiladi: “Bogʻlandik”.',
    ]);
    expect(await chat.statusOf(ref)).toBe('contacted');
  });

  test('of an older message do not overwrite what was marked in the inbox', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    await changeStatus(chat.db, ref, { from: 'new', to: 'client' }, { who: 'Nodira' });
    expect(await chat.telegram.press(message, 'Voz kechdi')).toBe('Sizdan oldin Nodira belgiladi: “Mijoz”.');
    expect(await chat.statusOf(ref)).toBe('client');
  });

  test('with a tick take the status back, once', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    await chat.telegram.press(message, 'Mijoz');
    await eventually(() => expect(labels(message).flat()).toContain('✓ Mijoz'));
    const answers = await Promise.all([
      chat.telegram.press(message, '✓ Mijoz', { by: sardor }),
      chat.telegram.press(message, '✓ Mijoz', { by: sardor }),
    ]);
    expect(answers).toEqual(['Qaytarildi: Yangi', 'Qaytarildi: Yangi']);
    await eventually(() => expect(labels(message).flat().join()).not.toContain('✓'));
    expect(message.text).toContain('Holati: Yangi · Sardor, ');
    expect(await chat.eventsOf(ref)).toMatchObject([{ to: 'client' }, { to: 'new' }]);
  });

  test('say that a lost client no longer counts as one', async () => {
    await chat.start();
    const { message } = await chat.arrives();
    await chat.telegram.press(message, 'Mijoz');
    await eventually(() => expect(labels(message).flat()).toContain('✓ Mijoz'));
    expect(await chat.telegram.press(message, 'Voz kechdi')).toBe(
      'Belgilandi: Voz kechdi. Endi mijoz sifatida sanalmaydi, bu mavsumdagi joyi yana boʻsh.',
    );
  });

  test('mark spam, and take it back', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const [status = []] = message.buttons;
    expect(await chat.telegram.press(message, 'Spam')).toBe('Spam deb belgilandi');
    // A button that somebody still sees must not give a status to spam.
    expect(await chat.telegram.pressData(status[0]?.callback_data ?? '', message)).toBe(
      'Allaqachon belgilangan: Spam',
    );
    await eventually(() => expect(labels(message)).toEqual([['Spam emas']]));
    expect(message.text).toContain('\nSpam · Aziza Karimova, ');
    expect(await chat.telegram.press(message, 'Spam emas', { by: sardor })).toBe('Spamdan qaytarildi');
    await eventually(() => expect(labels(message)).toHaveLength(3));
    expect(message.text).toContain('\nSpam emas · Sardor, ');
    expect(await chat.eventsOf(ref)).toMatchObject([{ spam: true }, { spam: false }]);
  });

  test('remind tomorrow at nine, or not', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    expect(await chat.telegram.press(message, 'Eslatish')).toBe('Eslatma: ertaga 09:00');
    expect((await getLead(chat.db, ref))?.remindAt).toMatch(/T04:00:00\.000Z$/);
    await eventually(() => expect(labels(message).flat()).toContain('✓ Eslatish'));
    expect(message.text).toMatch(/\nEslatma: \d+-[a-z]+, 09:00 · Aziza Karimova, /);
    expect(await chat.telegram.press(message, '✓ Eslatish')).toBe('Eslatma olib tashlandi');
    expect((await getLead(chat.db, ref))?.remindAt).toBeNull();
  });

  test('of an erased lead say that it is gone', async () => {
    const service = await chat.start();
    const { ref, message } = await chat.arrives();
    const before = { ...message };
    await eraseLead(chat.db, ref);
    expect(await chat.telegram.press(before, 'Mijoz')).toContain(erased);
    service.wake();
    await eventually(() => expect(message.deleted).toBe(true));
  });

  test('that somebody makes up do nothing', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    for (const data of [`s:${ref}:new:sold`, `p:${ref}:maybe:new`, "x'; drop table contact_submissions", ''])
      expect(await chat.telegram.pressData(data, message), data).toBe('');
    expect(await chat.telegram.pressData('s:AAAA-AAAA:new:client', message)).toContain(erased);
    expect(await chat.eventsOf(ref)).toEqual([]);
  });

  test('count although the message can no longer be edited', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    message.editable = false;
    expect(await chat.telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
    expect(await chat.statusOf(ref)).toBe('contacted');
  });

  test('cannot be made into markup by a name', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    await chat.telegram.press(message, 'Mijoz', { by: { id: 9, first_name: '<b>Ali\u202e</b>'.repeat(20) } });
    await eventually(() => expect(message.text).toContain('Mijoz · <b>Ali</b>'));
    expect((await chat.eventsOf(ref))[0]?.who.length).toBeLessThanOrEqual(60);
  });
});

describe('a reply to a lead', () => {
  test('is a note, once, and gets a reaction', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const reply = chat.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
    await eventually(() => expect(chat.telegram.reactions).toEqual([{ messageId: reply, emoji: '✍' }]));
    expect(await chat.eventsOf(ref)).toMatchObject([
      { kind: 'note', text: 'Ertaga soat 15 da', who: 'Sardor' },
    ]);
    await eventually(() => expect(message.text).toContain('\nIzoh: Ertaga soat 15 da · Sardor, '));
  });

  test('that begins like a command is a note', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    for (const text of ['/1-qavat, 3-xona', '/keladi']) chat.telegram.say(text, { replyTo: message });
    await eventually(async () =>
      expect(await chat.eventsOf(ref)).toMatchObject([{ text: '/1-qavat, 3-xona' }, { text: '/keladi' }]),
    );
  });

  test('of several pictures is one note by its caption', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    chat.telegram.sayAlbum(3, 'Pasport nusxasi', { by: sardor, replyTo: message });
    await eventually(() => expect(chat.telegram.reactions).toHaveLength(1));
    expect(await chat.eventsOf(ref)).toMatchObject([{ text: 'Pasport nusxasi', who: 'Sardor' }]);
    expect(chat.telegram.messages).toHaveLength(1);
  });

  test('without words is no note, and the bot says so', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    expect((await chat.ask(' ', { replyTo: message })).text).toMatch(/^Izoh saqlanmadi/);
    expect(await chat.eventsOf(ref)).toEqual([]);
  });

  test('that is edited becomes another note', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const reply = chat.telegram.say('Ertaga soat 15 da', { by: sardor, replyTo: message });
    chat.telegram.rewrite(reply, 'Ertaga soat 16 da');
    // Telegram also calls it edited when its text is the same.
    chat.telegram.rewrite(reply, 'Ertaga soat 16 da');
    const lost = chat.telegram.say('Hech kimga', { by: sardor });
    chat.telegram.rewrite(lost, 'Yana hech kimga');
    chat.telegram.rewrite(reply, 'Ertaga soat 17 da');
    await eventually(async () => expect(await chat.eventsOf(ref)).toHaveLength(3));
    const notes = ['Ertaga soat 15 da', '✎ Ertaga soat 16 da', '✎ Ertaga soat 17 da'];
    expect(await chat.eventsOf(ref)).toMatchObject(notes.map((text) => ({ text, who: 'Sardor' })));
    expect(chat.telegram.messages).toHaveLength(1);
  });

  test('that arrives twice is one note', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const origin = `telegram:-42:${message.messageId + 1}`;
    await addNote(chat.db, ref, 'Keladi', { who: 'Sardor', origin });
    chat.telegram.say('Keladi', { by: sardor, replyTo: message });
    await eventually(() => expect(chat.telegram.reactions).toHaveLength(1));
    expect(await chat.eventsOf(ref)).toHaveLength(1);
  });

  test('whose message nobody recorded is a note, and the message is updated from then on', async () => {
    await chat.start();
    const { message } = await chat.arrives();
    await chat.db.run(sql`delete from telegram_messages`);
    chat.telegram.say('Onasi bilan keladi', { replyTo: message });
    await eventually(() => expect(message.text).toContain('Izoh: Onasi bilan keladi'));
  });

  test('is no note when it answers another message, and the bot says so', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const help = await chat.ask('/help');
    chat.telegram.say('Ertaga keladi');
    const lost = chat.telegram.say('Ertaga keladi', { replyTo: help });
    chat.telegram.say('Ertaga keladi', { replyTo: message });
    await eventually(async () => expect(await chat.eventsOf(ref)).toHaveLength(1));
    expect(chat.telegram.messages.slice(2)).toMatchObject([
      { replyTo: lost, text: 'Izoh saqlanmadi: murojaat xabarining oʻziga javob yozing.' },
    ]);
  });
});

test('a change that the database does not take is not kept, and the person reads so', async () => {
  await chat.start();
  const { ref, message } = await chat.arrives();
  await chat.db.script(
    "create trigger full before insert on lead_events begin select raise(abort, 'disk full'); end",
  );
  expect(await chat.telegram.press(message, 'Mijoz')).toMatch(/^Buni bajarib boʻlmadi/);
  const lost = chat.telegram.say('Ertaga keladi', { replyTo: message });
  await eventually(() =>
    expect(chat.telegram.messages.at(-1)).toMatchObject({
      replyTo: lost,
      text: 'Buni bajarib boʻlmadi. Bir necha daqiqadan keyin qayta urinib koʻring.',
    }),
  );
  expect(await chat.statusOf(ref)).toBe('new');
});

test('erasing deletes the lead’s messages, lists with it and files, and leaves other answers', async () => {
  const { wake } = await chat.start();
  const [one, two] = [await chat.arrives(1), await chat.arrives(2)];
  const answers = new Map<string, TelegramMessage>();
  for (const command of [
    '/today',
    '/new',
    '/find visitor',
    `/find ${one.ref}`,
    '/find nobody',
    '/export',
    '/stats',
  ])
    answers.set(command, await chat.ask(command));
  await eventually(async () =>
    expect(await chat.db.get(sql`select 1 from telegram_messages where kind = 'file'`)).toBeTruthy(),
  );
  const result = await eraseLead(chat.db, one.ref);
  wake();
  await eventually(async () => expect(await outcomeOf(chat.db, result?.deletions ?? [])).toBe('done'));
  const gone = [...answers].filter(([, { deleted }]) => deleted).map(([command]) => command);
  expect(gone).toEqual(['/today', '/new', '/find visitor', `/find ${one.ref}`, '/export']);
  expect([one.message.deleted, two.message.deleted]).toEqual([true, false]);
});

describe('strangers', () => {
  test('get the id of their own chat for /start and nothing for anything else', async () => {
    await chat.start();
    const { ref, message } = await chat.arrives();
    const elsewhere = { by: nobody, chatId: '777' };
    for (const text of [`/find ${ref}`, '/new', '/export', '/help', 'hello'])
      chat.telegram.say(text, elsewhere);
    chat.telegram.say('a note', { ...elsewhere, replyTo: message });
    expect(await chat.telegram.press(message, 'Mijoz', elsewhere)).toBe('');
    chat.telegram.say('/start', elsewhere);
    await eventually(() => expect(chat.telegram.last('777')).toBeDefined());
    expect(chat.telegram.messages.filter(({ chatId }) => chatId === '777').map(({ text }) => text)).toEqual([
      'Chat ID: 777',
    ]);
    expect(await chat.eventsOf(ref)).toEqual([]);
  });

  test('are all there are while no chat is configured', async () => {
    const { lines } = await chat.start({ chatId: null });
    await eventually(async () => expect(await chat.report()).toEqual({ state: 'unset', words: null }));
    expect(lines.join()).toContain('TELEGRAM_CHAT_ID is not set: no leads are sent to Telegram');
    chat.telegram.say('/help');
    chat.telegram.say('/start');
    await eventually(() => expect(chat.telegram.messages).toHaveLength(1));
    expect(chat.telegram.messages[0]?.html).toBe('Chat ID: <code>-42</code>');
    expect(chat.telegram.commands).toEqual([]);
  });
});

test('with TELEGRAM_BUTTONS=off nobody polls Telegram', async () => {
  await chat.start({ buttons: false });
  const { message } = await chat.arrives();
  expect(message.buttons).toEqual([]);
  expect(chat.telegram.polls()).toBe(0);
});

test('of two processes one polls, and the other goes on when it stops', async () => {
  const first = await chat.start();
  await eventually(() => expect(chat.telegram.isPolled()).toBe(true));
  const second = await chat.start();
  const { message } = await chat.arrives();
  expect(await chat.telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
  expect(second.lines.join()).not.toContain('receiving button presses');
  await first.stop();
  expect(await chat.telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
  expect([...first.lines, ...second.lines].join()).not.toContain('Another program');
  await second.stop();
  expect(await chat.report()).toEqual({ state: 'nobody', words: null });
});

test('stopping ends a long poll at once, and a restart answers nothing twice', async () => {
  const times = { pollSeconds: 300, leaseMs: 300_000 };
  const service = await chat.start({ timing: times });
  await chat.ask('/help');
  await service.stop();
  expect(chat.telegram.waiting()).toBe(0);
  await chat.start({ timing: times });
  await eventually(() => expect(chat.telegram.isPolled()).toBe(true));
  expect(chat.telegram.messages).toHaveLength(1);
}, 15_000);

describe('is reported in one sentence, and again when it is over:', () => {
  const ok = () => eventually(async () => expect(await chat.report()).toEqual({ state: 'ok', words: null }));
  const sentences = ({ lines }: { lines: string[] }, words: string) =>
    lines.filter((line) => line.includes(words));

  test('another program that polls with the same token', async () => {
    const service = await chat.start();
    await ok();
    let isThere = true;
    const polling = (async () => {
      while (isThere)
        await fetch(`${chat.telegram.url}/bot${botToken}/getUpdates`, {
          ...{ method: 'POST', body: '{"timeout":0.2}' },
        });
    })();
    await eventually(async () => expect(await chat.report()).toMatchObject({ state: 'elsewhere' }));
    isThere = false;
    await polling;
    await ok();
    expect(sentences(service, 'Another program is polling').length).toBeGreaterThan(0);
    expect(service.log.error).not.toHaveBeenCalled();
  });

  test('another program’s webhook, which is left alone', async () => {
    chat.telegram.setWebhook('https://other.example/hook?secret=1');
    const service = await chat.start();
    await eventually(async () => expect(await chat.report()).toMatchObject({ state: 'webhook' }));
    expect(chat.telegram.requests.map(({ path }) => path).join()).not.toContain('deleteWebhook');
    expect(sentences(service, 'webhook')).toHaveLength(1);
    chat.telegram.setWebhook('');
    await ok();
  });

  test('a wrong token, which no line repeats', async () => {
    const service = await chat.start({ token: '1:wrong' });
    await eventually(async () =>
      expect(await chat.report()).toEqual({ state: 'token', words: 'HTTP 401: Unauthorized' }),
    );
    expect(sentences(service, 'rejected TELEGRAM_BOT_TOKEN')).toHaveLength(1);
    expect(service.lines.join()).not.toContain('1:wrong');
  });

  test('a redirect, which is not followed, because the address has the token', async () => {
    const other = await startHttpStandIn(() => ({ status: 200 }));
    chat.telegram.behave({ status: 307, headers: { location: `${other.url}/bot${botToken}/getMe` } });
    await chat.start();
    await eventually(async () => expect(await chat.report()).toMatchObject({ state: 'unreachable' }));
    chat.telegram.behave('accept');
    await ok();
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('being removed from the group', async () => {
    const service = await chat.start();
    await ok();
    chat.telegram.kick();
    await eventually(async () =>
      expect(await chat.report()).toEqual({
        state: 'no-chat',
        words: 'HTTP 403: Forbidden: bot was kicked from the group chat',
      }),
    );
    expect(sentences(service, 'The bot is not in the chat')).toHaveLength(1);
    chat.telegram.kick(false);
    await ok();
  });

  test('a group that became a supergroup, with its new id', async () => {
    const service = await chat.start();
    await chat.arrives(1);
    chat.telegram.migrate('-10042');
    const { message, ref } = await chat.arrives(2);
    expect(await chat.telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
    expect(await chat.statusOf(ref)).toBe('client');
    await eventually(async () => expect(await chat.report()).toEqual({ state: 'moved', words: '-10042' }));
    expect(sentences(service, 'set TELEGRAM_CHAT_ID to -10042').length).toBeGreaterThan(0);
    const scope = { type: 'chat', chat_id: '-10042' };
    await eventually(() => expect(chat.telegram.commands).toContainEqual(expect.objectContaining({ scope })));
  });
});
