/** Invented people and what they write. No business fact is made up: they only ask. */
import type { Language } from '#contract/languages.ts';

export const staff = ['Nodira', 'Sardor', 'Aziza'] as const;

/** Source, campaign and share of the visits. */
export const origins: readonly [source: string, campaign: string, share: number][] = [
  ['telegram', 'telegram-pin', 1],
  ['instagram', 'reels12', 0.9],
  ['instagram', 'reels40', 0.4],
  ['google', '', 0.3],
  ['direct', '', 0.5],
  ['direct', 'flyer-chilonzor', 0.1],
];

export const names: Record<Language, readonly string[]> = {
  uz: [
    'Dilnoza Karimova',
    'Jasur Toʻrayev',
    'Madina Yusupova',
    'Bekzod Aliyev',
    'Shahnoza Oʻktamova',
    'Otabek',
    'Gulnora opa',
  ],
  ru: ['Алина Ким', 'Тимур Рахимов', 'Екатерина', 'Рустам Абдуллаев', 'Мама Дианы'],
  en: ['Aziz Karimov', 'Malika', 'Sardor T.'],
};

export const conversations: Record<Language, readonly string[]> = {
  uz: [
    'Assalomu alaykum! 11-sinfda oʻqiyman, IELTS 6.5. Qayerga topshirsam boʻladi?',
    'Italiya dasturi haqida maʼlumot bering.',
    'Qizim uchun soʻrayapman. Toʻlov qanday boʻladi?',
    'IELTS hali yoʻq, Duolingo boʻladimi?',
    'Magistratura uchun yordam berasizmi?',
  ],
  ru: [
    'Здравствуйте! Сын заканчивает 11 класс, хотим в США. С чего начать?',
    'Подскажите по программе в Италии, я на втором курсе.',
    'Есть IELTS 6.0, успею ли подать на осень?',
  ],
  en: [
    'Hello! I study at a university in Tashkent and want to transfer to the US.',
    'What is included in the Pro package?',
  ],
};

export const notes: Record<Language, readonly string[]> = {
  uz: ['Ertaga onasi bilan keladi', 'Koʻtarmadi, kechqurun qayta qoʻngʻiroq', 'Pro haqida oʻylab koʻradi'],
  ru: ['Перезвонить после 18:00', 'Просит договор на почту', 'Придёт на консультацию с отцом'],
  en: ['Asked about deadlines', 'Will send the certificate'],
};
