import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { eraseLead } from '#server/leads/erase.ts';
import { nobody, type TelegramMessage } from '#tests/stand-ins/telegram.ts';
import { eventually, startTestBot, type TestBot } from '#tests/start-test-bot.ts';
import { storeBotStatus } from './bot-state.ts';
import { remainsOf } from './messages.ts';

let testBot: TestBot;
beforeEach(async () => {
  testBot = await startTestBot();
});

test('erasing deletes the messages, lists and files that show the lead', async () => {
  const { wake } = await testBot.start();
  const [one, two] = [await testBot.addDelivered(1), await testBot.addDelivered(2)];
  const answers = new Map<string, TelegramMessage>();
  for (const command of ['/new', `/find ${one.ref}`, '/find nobody', '/export', '/stats'])
    answers.set(command, await testBot.ask(command));
  await eventually(async () =>
    expect(await testBot.db.get(sql`select 1 from telegram_messages where kind = 'file'`)).toBeTruthy(),
  );
  await eraseLead(testBot.db, one.ref);
  wake();
  await eventually(async () => expect(await remainsOf(testBot.db, one.ref)).toBe('none'));
  const gone = [...answers].filter(([, { deleted }]) => deleted).map(([command]) => command);
  expect(gone).toEqual(['/new', `/find ${one.ref}`, '/export']);
  expect([one.message.deleted, two.message.deleted]).toEqual([true, false]);
});

describe('strangers', () => {
  test('get only the id of their own chat, for /start', async () => {
    await testBot.start();
    const { ref, message } = await testBot.addDelivered();
    const elsewhere = { by: nobody, chatId: '777' };
    for (const text of [`/find ${ref}`, '/new', '/export', '/help', 'hello'])
      testBot.telegram.say(text, elsewhere);
    testBot.telegram.say('a note', { ...elsewhere, replyTo: message });
    expect(await testBot.telegram.press(message, 'Mijoz', elsewhere)).toBe('');
    testBot.telegram.say('/start', elsewhere);
    await eventually(() => expect(testBot.telegram.last('777')).toBeDefined());
    expect(
      testBot.telegram.messages.filter(({ chatId }) => chatId === '777').map(({ text }) => text),
    ).toEqual(['Chat ID: 777']);
    expect(await testBot.eventsOf(ref)).toEqual([]);
  });

  test('include everybody while no chat is configured', async () => {
    const { lines } = await testBot.start({ chatId: null });
    await eventually(async () =>
      expect(await testBot.report()).toEqual({ state: 'no-chat-id', detail: null }),
    );
    expect(lines.join()).toContain('TELEGRAM_CHAT_ID is not set: send /start in the group');
    testBot.telegram.say('/help');
    testBot.telegram.say('/start');
    await eventually(() => expect(testBot.telegram.messages).toHaveLength(1));
    expect(testBot.telegram.messages[0]?.html).toBe('Chat ID: <code>-42</code>');
    expect(testBot.telegram.commands).toEqual([]);
  });
});

test('with TELEGRAM_BUTTONS=off nobody polls Telegram', async () => {
  await testBot.start({ buttons: false });
  const { message } = await testBot.addDelivered();
  expect(message.buttons).toEqual([]);
  expect(testBot.telegram.polls()).toBe(0);
});

test('one of two processes polls, and the other takes over when it stops', async () => {
  const first = await testBot.start();
  await eventually(() => expect(testBot.telegram.isPolled()).toBe(true));
  const second = await testBot.start();
  const { message } = await testBot.addDelivered();
  expect(await testBot.telegram.press(message, 'Bogʻlandik')).toBe('Belgilandi: Bogʻlandik');
  expect(second.lines.join()).not.toContain('receiving button presses');
  await first.stop();
  expect(await testBot.telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
  expect([...first.lines, ...second.lines].join()).not.toContain('Another program');
  await second.stop();
  expect(await testBot.report()).toEqual({ state: 'not-polling', detail: null });
});

test('stopping ends a long poll at once, and after a restart nothing is answered twice', async () => {
  const times = { pollSeconds: 300, leaseMs: 300_000 };
  const service = await testBot.start({ timing: times });
  await testBot.ask('/help');
  await service.stop();
  expect(testBot.telegram.unconfirmed()).toBe(0);
  await testBot.start({ timing: times });
  await eventually(() => expect(testBot.telegram.isPolled()).toBe(true));
  expect(testBot.telegram.messages).toHaveLength(1);
}, 15_000);

test('a confirmation that Telegram does not answer delays the stop by three seconds at most', async () => {
  const service = await testBot.start();
  await testBot.ask('/help');
  testBot.telegram.behave('hold', (path) => path.endsWith('/getUpdates'));
  await service.stop();
}, 15_000);

test('the state that another process left is replaced by the one that polls now', async () => {
  await testBot.start();
  await eventually(async () => expect(await testBot.report()).toEqual({ state: 'ok', detail: null }));
  await storeBotStatus(testBot.db, { state: 'bad-token', detail: null });
  await eventually(async () => expect(await testBot.report()).toEqual({ state: 'ok', detail: null }));
});

describe('reports', () => {
  const ok = () =>
    eventually(async () => expect(await testBot.report()).toEqual({ state: 'ok', detail: null }));

  test.each([
    ["can't use getUpdates method while webhook is active", 'webhook-set', 'has set a webhook'],
    ['terminated by other getUpdates request', 'polled-elsewhere', 'is polling Telegram'],
  ])('another program that uses the same bot: %s', async (description, state, sentence) => {
    const { lines, log } = await testBot.start();
    const body = JSON.stringify({ ok: false, error_code: 409, description: `Conflict: ${description}` });
    testBot.telegram.behave({ status: 409, body }, (path) => path.endsWith('/getUpdates'));
    await eventually(async () => expect(await testBot.report()).toMatchObject({ state }));
    expect(lines.filter((line) => line.includes(`Another program ${sentence}`))).toHaveLength(1);
    expect(log.error).not.toHaveBeenCalled();
    expect(testBot.telegram.requests.map(({ path }) => path).join()).not.toContain('deleteWebhook');
    testBot.telegram.behave('accept');
    await ok();
  });

  test('a wrong token, which appears in no log line', async () => {
    const { lines } = await testBot.start({ token: '1:wrong' });
    await eventually(async () =>
      expect(await testBot.report()).toEqual({ state: 'bad-token', detail: 'HTTP 401: Unauthorized' }),
    );
    expect(lines.join()).toContain('rejected TELEGRAM_BOT_TOKEN');
    expect(lines.join()).not.toContain('1:wrong');
  });

  test('being removed from the group', async () => {
    const { lines } = await testBot.start();
    await ok();
    testBot.telegram.kick();
    await eventually(async () =>
      expect(await testBot.report()).toEqual({
        state: 'no-access',
        detail: 'HTTP 403: Forbidden: bot was kicked from the group chat',
      }),
    );
    expect(lines.join()).toContain('The bot is not in the chat');
    testBot.telegram.kick(false);
    await ok();
  });

  test('a group that became a supergroup, with its new id', async () => {
    const { lines } = await testBot.start();
    await testBot.addDelivered(1);
    testBot.telegram.migrate('-10042');
    const { message, ref } = await testBot.addDelivered(2);
    expect(await testBot.telegram.press(message, 'Mijoz')).toBe('Belgilandi: Mijoz');
    expect(await testBot.statusOf(ref)).toBe('client');
    await eventually(async () =>
      expect(await testBot.report()).toEqual({ state: 'chat-moved', detail: '-10042' }),
    );
    expect(lines.join()).toContain('set TELEGRAM_CHAT_ID to -10042');
    const scope = { type: 'chat', chat_id: '-10042' };
    await eventually(() =>
      expect(testBot.telegram.commands).toContainEqual(expect.objectContaining({ scope })),
    );
  });
});
