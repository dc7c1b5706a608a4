import { beforeEach, describe, expect, test } from 'vitest';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { nobody, type TelegramMessage } from '../../tests/stand-ins/telegram.ts';
import { botToken, eventually, startTestBot, type TestBot } from '../../tests/test-bot.ts';
import { sql } from '../db/sql.ts';
import { eraseLead } from '../leads/erase.ts';
import { outcomeOf } from '../outbox/queue.ts';

let chat: TestBot;
beforeEach(async () => {
  chat = await startTestBot();
});

test('erasing deletes the messages, lists and files that show the lead', async () => {
  const { wake } = await chat.start();
  const [one, two] = [await chat.arrives(1), await chat.arrives(2)];
  const answers = new Map<string, TelegramMessage>();
  for (const command of ['/new', `/find ${one.ref}`, '/find nobody', '/export', '/stats'])
    answers.set(command, await chat.ask(command));
  await eventually(async () =>
    expect(await chat.db.get(sql`select 1 from telegram_messages where kind = 'file'`)).toBeTruthy(),
  );
  const result = await eraseLead(chat.db, one.ref);
  wake();
  await eventually(async () => expect(await outcomeOf(chat.db, result ?? [])).toBe('done'));
  const gone = [...answers].filter(([, { deleted }]) => deleted).map(([command]) => command);
  expect(gone).toEqual(['/new', `/find ${one.ref}`, '/export']);
  expect([one.message.deleted, two.message.deleted]).toEqual([true, false]);
});

describe('strangers', () => {
  test('get the id of their own chat for /start and nothing else', async () => {
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

  test('without a configured chat, everyone gets only the id of their chat', async () => {
    const { lines } = await chat.start({ chatId: null });
    await eventually(async () => expect(await chat.report()).toEqual({ state: 'no-chat-id', detail: null }));
    expect(lines.join()).toContain('TELEGRAM_CHAT_ID is not set: send /start in the group');
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

test('of two processes one polls, and the other takes over when it stops', async () => {
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
  expect(await chat.report()).toEqual({ state: 'not-polling', detail: null });
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

describe('reports', () => {
  const ok = () => eventually(async () => expect(await chat.report()).toEqual({ state: 'ok', detail: null }));
  const sentences = ({ lines }: { lines: string[] }, words: string) =>
    lines.filter((line) => line.includes(words));

  test('another program that polls with the same token', async () => {
    const service = await chat.start();
    await ok();
    let isThere = true;
    const polling = (async () => {
      while (isThere)
        await fetch(`${chat.telegram.url}/bot${botToken}/getUpdates`, {
          method: 'POST',
          body: '{"timeout":0.2}',
        });
    })();
    await eventually(async () => expect(await chat.report()).toMatchObject({ state: 'polled-elsewhere' }));
    isThere = false;
    await polling;
    await ok();
    expect(sentences(service, 'Another program is polling').length).toBeGreaterThan(0);
    expect(service.log.error).not.toHaveBeenCalled();
  });

  test('another program’s webhook, which is left alone', async () => {
    chat.telegram.setWebhook('https://other.example/hook?secret=1');
    const service = await chat.start();
    await eventually(async () => expect(await chat.report()).toMatchObject({ state: 'webhook-set' }));
    expect(chat.telegram.requests.map(({ path }) => path).join()).not.toContain('deleteWebhook');
    expect(sentences(service, 'webhook')).toHaveLength(1);
    chat.telegram.setWebhook('');
    await ok();
  });

  test('a wrong token, which no line repeats', async () => {
    const service = await chat.start({ token: '1:wrong' });
    await eventually(async () =>
      expect(await chat.report()).toEqual({ state: 'bad-token', detail: 'HTTP 401: Unauthorized' }),
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
        state: 'no-access',
        detail: 'HTTP 403: Forbidden: bot was kicked from the group chat',
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
    await eventually(async () =>
      expect(await chat.report()).toEqual({ state: 'chat-moved', detail: '-10042' }),
    );
    expect(sentences(service, 'set TELEGRAM_CHAT_ID to -10042').length).toBeGreaterThan(0);
    const scope = { type: 'chat', chat_id: '-10042' };
    await eventually(() => expect(chat.telegram.commands).toContainEqual(expect.objectContaining({ scope })));
  });
});
