import { beforeEach, expect, test } from 'vitest';
import { eraseLead } from '#server/leads/erase.ts';
import { findLeadRecord } from '#server/leads/find.ts';
import { aziza, sardor, type TelegramMessage } from '#tests/stand-ins/telegram.ts';
import { eventually, labels, startTestBot, type TestBot } from '#tests/start-test-bot.ts';

let testBot: TestBot;
let ref: string;
let message: TelegramMessage;
beforeEach(async () => {
  testBot = await startTestBot();
  await testBot.start();
  ({ ref, message } = await testBot.addDelivered());
});

const erased = 'Bu murojaat bazada yoʻq';

test('buttons change the status, and the message says to what, by whom and when', async () => {
  expect(await testBot.telegram.press(message, 'Bogʻlandik', { by: aziza })).toBe('Belgilandi: Bogʻlandik');
  expect(await testBot.eventsOf(ref)).toMatchObject([
    { kind: 'status', to: 'contacted', who: 'Aziza Karimova' },
  ]);
  await eventually(() => expect(labels(message)[0]).toEqual(['✓ Bogʻlandik', 'Konsultatsiya']));
  expect(message.text).toMatch(
    new RegExp(`^Murojaat ${ref}\nHolati: Bogʻlandik · Aziza Karimova, \\d+-[a-z]+, \\d\\d:\\d\\d\n`),
  );
});

test('of two buttons pressed at once the first counts, and the other person learns who pressed it', async () => {
  const answers = await Promise.all([
    testBot.telegram.press(message, 'Bogʻlandik', { by: aziza }),
    testBot.telegram.press(message, 'Voz kechdi', { by: sardor }),
  ]);
  expect(answers).toEqual(['Belgilandi: Bogʻlandik', 'Sizdan oldin Aziza Karimova belgiladi: “Bogʻlandik”.']);
  expect(await testBot.statusOf(ref)).toBe('contacted');
});

test('pressing a ticked button undoes the status', async () => {
  await testBot.telegram.press(message, 'Mijoz');
  await eventually(() => expect(labels(message).flat()).toContain('✓ Mijoz'));
  expect(await testBot.telegram.press(message, 'Voz kechdi')).toBe(
    'Belgilandi: Voz kechdi. Endi mijoz sifatida sanalmaydi, bu mavsumdagi joyi yana boʻsh.',
  );
  await eventually(() => expect(labels(message).flat()).toContain('✓ Voz kechdi'));
  expect(await testBot.telegram.press(message, '✓ Voz kechdi', { by: sardor })).toBe('Qaytarildi: Yangi');
  await eventually(() => expect(labels(message).flat().join()).not.toContain('✓'));
  expect(message.text).toContain('Holati: Yangi · Sardor, ');
  expect(await testBot.eventsOf(ref)).toMatchObject([{ to: 'client' }, { to: 'lost' }, { to: 'new' }]);
});

test('buttons mark spam and undo that', async () => {
  const [status = []] = message.buttons;
  expect(await testBot.telegram.press(message, 'Spam')).toBe('Spam deb belgilandi');
  // Someone may still see the status buttons.
  expect(await testBot.telegram.pressData(status[0]?.callback_data ?? '', message)).toBe(
    'Allaqachon belgilangan: Spam',
  );
  await eventually(() => expect(labels(message)).toEqual([['Spam emas']]));
  expect(message.text).toContain('\nSpam · Aziza Karimova, ');
  expect(await testBot.telegram.press(message, 'Spam emas', { by: sardor })).toBe('Spam emas deb belgilandi');
  await eventually(() => expect(labels(message)).toHaveLength(3));
  expect(message.text).toContain('\nSpam emas · Sardor, ');
  expect(await testBot.eventsOf(ref)).toMatchObject([{ spam: true }, { spam: false }]);
});

test('buttons set and remove a reminder', async () => {
  const offers = async (button: string) => {
    expect(await testBot.telegram.press(message, button)).toBe('');
    expect(labels(message)).toContainEqual(['Ertaga 09:00']);
  };
  await offers('Eslatish');
  await testBot.telegram.press(message, '‹ Orqaga');
  await offers('Eslatish');
  expect(await testBot.telegram.press(message, 'Ertaga 09:00')).toMatch(/^Eslatma: \d+-[a-z]+, 09:00$/);
  expect((await findLeadRecord(testBot.db, ref))?.remindAt).toMatch(/T04:00:00\.000Z$/);
  await eventually(() => expect(message.text).toMatch(/\nEslatma: \d+-[a-z]+, 09:00 · Aziza Karimova, /));
  expect(labels(message).flat()).toContain('✓ Eslatish');
  await offers('✓ Eslatish');
  expect(await testBot.telegram.press(message, 'Olib tashlash')).toBe('Eslatma olib tashlandi');
  expect((await findLeadRecord(testBot.db, ref))?.remindAt).toBeNull();
});

test('buttons of an erased lead say that it is gone', async () => {
  const before = { ...message };
  await eraseLead(testBot.db, ref);
  expect(await testBot.telegram.press(before, 'Mijoz')).toContain(erased);
});

test('made-up button data does nothing', async () => {
  expect(await testBot.telegram.pressData(`${ref}:new:sold`, message)).toBe('');
  expect(await testBot.telegram.pressData('AAAA-AAAA:new:client', message)).toContain(erased);
  expect(await testBot.eventsOf(ref)).toEqual([]);
});

test('a name is never markup', async () => {
  await testBot.telegram.press(message, 'Mijoz', {
    by: { id: 9, first_name: '<b>Ali\u202e</b>'.repeat(20) },
  });
  await eventually(() => expect(message.text).toContain('Mijoz · <b>Ali</b>'));
  expect((await testBot.eventsOf(ref))[0]?.who.length).toBeLessThanOrEqual(60);
});

test('a change that the database refuses is not stored, and the person is told', async () => {
  await testBot.db.script(
    "create trigger full before insert on lead_events begin select raise(abort, 'disk full'); end",
  );
  expect(await testBot.telegram.press(message, 'Mijoz')).toMatch(/^Buni bajarib boʻlmadi/);
  expect((await testBot.ask('Ertaga keladi', { replyTo: message })).text).toMatch(/^Buni bajarib boʻlmadi/);
  expect(await testBot.statusOf(ref)).toBe('new');
});
