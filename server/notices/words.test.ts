import { expect, test } from 'vitest';
import { facts } from '../../content/facts.ts';
import ru from '../../content/ru.json' with { type: 'json' };
import uz from '../../content/uz.json' with { type: 'json' };
import { speechIn } from '../leads/speech.ts';
import type { Channel } from '../store/store.ts';
import { type Digest, deadNotice, digestNotice, illNotice, wellNotice } from './words.ts';

const since = new Date('2026-11-22T04:00:00Z');
const state = (channel: Channel, dead = 0) => ({
  ...{ channel, pending: 0, dead, givenUp: dead, owed: true },
  failingSince: since,
  lastDeliveredAt: null,
  lastError: 'HTTP 403: Forbidden',
});
const { fallDeadline, masterFallDeadline } = uz.process.deadlines.labels;
const russian = ru.process.deadlines.labels;
const digest: Digest = {
  ...{ day: '2026-11-23', since, fresh: 3, suspects: 1, waiting: 2, commands: true, placesTaken: 4 },
  deadlines: [{ date: '2026-11-30', days: 7, names: ['fallDeadline', 'masterFallDeadline'] }],
  ...{ ill: [state('telegram')], dead: [state('webhook', 2)], oldBackup: null },
  ...{ refusedBy: null, inbox: 'https://example.uz/inbox' },
};

test('a digest tells everything there is to tell', () => {
  expect(digestNotice(digest, speechIn())).toEqual({
    title: 'Kunlik hisobot, 23-noyabr',
    text: [
      'Yangi murojaatlar: 3 (22-noyabr, 09:00 dan beri)',
      'Spam deb gumon qilingan: 1, tekshiring',
      'Bir kundan ortiq javob kutayotganlar: 2 (roʻyxat: /new)',
      `Bu mavsumda band joylar: 4 / ${facts.clientsPerSeason}`,
      `Hujjat topshirish muddatiga 7 kun qoldi (30-noyabr): ${fallDeadline}; ${masterFallDeadline}`,
      '⚠️ Telegram: 22-noyabr, 09:00 dan beri murojaatlar yetib bormayapti.',
      '⚠️ Webhook: 2 ta murojaat yetkazilmadi.',
      'https://example.uz/inbox',
    ].join('\n'),
  });
});

test('a digest that came another way says whose fault that is, once', () => {
  const quiet: Digest = { ...digest, ill: [], dead: [], refusedBy: 'telegram' };
  const times = (of: Digest) => digestNotice(of, speechIn()).text.match(/⚠️ Telegram/g);
  expect(digestNotice(quiet, speechIn()).text).toContain('\n⚠️ Telegram ishlamayapti\n');
  expect(times(quiet)).toHaveLength(1);
  expect(times({ ...quiet, ill: [state('telegram')] })).toHaveLength(1);
});

test('an alarm says where to look, and who is to be told', () => {
  const { text } = illNotice(state('telegram'), 'https://example.uz/inbox', speechIn());
  expect(text.split('\n').slice(-2)).toEqual([
    'Nima boʻldi? https://example.uz/inbox/health',
    'Oʻzingiz tuzata olmasangiz, server administratoriga ayting.',
  ]);
  expect(
    deadNotice(state('telegram', 2), ['K7Q2-9F3D'], 'https://example.uz/inbox', speechIn()).text,
  ).toMatch(/\nhttps:\/\/example.uz\/inbox\/health$/);
});

test('a digest of any amount of trouble fits into one message of Telegram, its figures first', () => {
  const ill = Array.from({ length: 200 }, (_, i) => state(`email:person${i}@example.uz`));
  const { title, text } = digestNotice({ ...digest, deadlines: [], ill }, speechIn());
  expect(title.length + text.length).toBeLessThan(4000);
  expect(text).toMatch(/^Yangi murojaatlar: 3[\s\S]*\nhttps:\/\/example.uz\/inbox$/);
});

test('all of it is told in the language of the staff', () => {
  const speech = speechIn('ru');
  expect(digestNotice({ ...digest, ill: [], dead: [] }, speech)).toEqual({
    title: 'Ежедневная сводка, 23 ноября',
    text: [
      'Новых заявок: 3 (с 22 ноября, 09:00)',
      'Похожи на спам: 1, проверьте',
      'Ждут ответа больше суток: 2 (список: /new)',
      `Занято мест в этом сезоне: 4 / ${facts.clientsPerSeason}`,
      `Дней до конца приёма документов: 7 (30 ноября): ${russian.fallDeadline}; ${russian.masterFallDeadline}`,
      'https://example.uz/inbox',
    ].join('\n'),
  });
  const others = [
    illNotice(state('telegram'), null, speech),
    wellNotice(state('telegram', 1), speech),
    deadNotice(state('telegram', 11), ['K7Q2-9F3D'], null, speech),
  ];
  const names = /Telegram|HTTP 403: Forbidden|K7Q2-9F3D/g;
  for (const { title, text } of others) expect(`${title}\n${text}`.replace(names, '')).not.toMatch(/[a-z{]/i);
});

test('all of it is written as Uzbek is', () => {
  const notices = [
    digestNotice({ ...digest, deadlines: [], fresh: 0, waiting: 0 }, speechIn()),
    illNotice(state('telegram'), null, speechIn()),
    wellNotice(state('telegram', 1), speechIn()),
    deadNotice(state('telegram', 11), ['K7Q2-9F3D'], null, speechIn()),
  ];
  const all = notices.map(({ title, text }) => `${title}\n${text}`).join('\n');
  expect(all).not.toMatch(/['`´‘’]|(?<![oOgG])ʻ|undefined|null|\{/);
});
