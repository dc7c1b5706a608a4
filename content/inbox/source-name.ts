import type { InboxWords } from './en.ts';

/** As the networks write themselves. */
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

/** Where a visitor came from; a name that is not ours stays as it was in the address. */
export function sourceName(source: string | null, { sources, unknown }: InboxWords): string {
  if (source === null) return unknown;
  if (source === 'direct' || source === 'other') return sources[source];
  // A visitor may name a source `constructor`.
  return Object.hasOwn(networks, source) ? networks[source as NetworkName] : source;
}

/** `Instagram · reels12`; empty when nothing is known. */
export function originText(
  { source, campaign }: { source: string | null; campaign: string | null },
  words: InboxWords,
): string {
  return [source && sourceName(source, words), campaign].filter(Boolean).join(' · ');
}
