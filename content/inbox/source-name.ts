import type { InboxWords } from './en.ts';

/** The networks' own spelling. */
const networks = {
  telegram: 'Telegram',
  instagram: 'Instagram',
  facebook: 'Facebook',
  threads: 'Threads',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  vk: 'VK',
  ok: 'OK',
  x: 'X',
  linkedin: 'LinkedIn',
  google: 'Google',
  yandex: 'Yandex',
  bing: 'Bing',
  duckduckgo: 'DuckDuckGo',
  chatgpt: 'ChatGPT',
};
export type NetworkName = keyof typeof networks;

/** A source without a name here keeps the name from the URL. */
export function sourceName(source: string | null, { sources, unknown }: InboxWords): string {
  if (source === null) return unknown;
  if (Object.hasOwn(sources, source)) return sources[source as keyof typeof sources];
  // A source may be named `constructor`.
  return Object.hasOwn(networks, source) ? networks[source as NetworkName] : source;
}

/** `Instagram · reels12`; empty when nothing is known. */
export function originText(
  { source, campaign }: { source: string | null; campaign: string | null },
  words: InboxWords,
): string {
  return [source && sourceName(source, words), campaign].filter(Boolean).join(' · ');
}
