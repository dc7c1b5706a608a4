import { isIP } from 'node:net';
import type { NetworkName } from '#content/inbox/source-name.ts';
import { trimPunctuation } from '#contract/link-name.ts';

/** Where a visitor comes from; null: unknown. */
export type Attribution = { source: string | null; campaign: string | null };

const directSource = 'direct';
export const otherSource = 'other';

/** Domains, whose subdomains count too. `google.` stands for every country; Android packages are domains written backwards. */
const networkHosts: Record<NetworkName, readonly string[]> = {
  telegram: ['t.me', 'telegram.org', 'telegram.me', 'challegram.thunderdog.org'],
  instagram: ['instagram.com'],
  facebook: ['facebook.com', 'fb.com', 'fb.me', 'messenger.com'],
  threads: ['threads.net', 'threads.com'],
  youtube: ['youtube.com', 'youtu.be', 'youtube.android.google.com'],
  tiktok: ['tiktok.com', 'musically.zhiliaoapp.com', 'ugc.android.ss.com'],
  whatsapp: ['whatsapp.com', 'wa.me'],
  vk: ['vk.com', 'vk.ru', 'vk.me', 'vkontakte.com'],
  ok: ['ok.ru'],
  x: ['x.com', 'twitter.com', 't.co'],
  linkedin: ['linkedin.com', 'lnkd.in'],
  google: ['google.'],
  yandex: ['yandex.', 'ya.ru'],
  bing: ['bing.com'],
  duckduckgo: ['duckduckgo.com'],
  chatgpt: ['chatgpt.com', 'chat.openai.com'],
};

const shortNames = new Map<string, NetworkName>([
  ['tg', 'telegram'],
  ['ig', 'instagram'],
  ['fb', 'facebook'],
  ['yt', 'youtube'],
  ['twitter', 'x'],
]);

/** Always counted under its own name. */
export const isKnownSource = (source: string): boolean =>
  source === directSource || source === otherSource || Object.hasOwn(networkHosts, source);

/** `tags`: a query with `utm_…`. `referrer`: undefined when unknown, empty when the visitor came directly. */
export function attributionOf(tags: string, referrer?: string): Attribution {
  const parameters = new URLSearchParams(tags);
  const fromReferrer = referrer === undefined ? null : sourceOfReferrer(referrer);
  return {
    source: sourceOfTag(parameters.get('utm_source') ?? '') ?? fromReferrer,
    campaign: cleanName(parameters.get('utm_campaign') ?? ''),
  };
}

const maxNameLength = 40;

/** One spelling for a name in a link: `reels-12` for `Reels 12`. Null when nothing is left. */
export function cleanName(text: string): string | null {
  const clean = text
    .slice(0, 4 * maxNameLength)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return trimPunctuation([...clean].slice(0, maxNameLength).join('')) || null;
}

function sourceOfTag(tag: string): string | null {
  const name = cleanName(tag);
  return name && (shortNames.get(name) ?? networkOf(name) ?? name);
}

function sourceOfReferrer(referrer: string): string {
  const { protocol, hostname } = URL.parse(referrer) ?? {};
  if (!hostname || !/^(https?|android-app):$/.test(protocol ?? '')) return directSource;
  const host = protocol === 'android-app:' ? hostname.split('.').reverse().join('.') : hostname;
  return networkOf(host) ?? registeredDomain(host);
}

const networkOf = (host: string): string | undefined =>
  Object.entries(networkHosts).find(([, sites]) => sites.some((site) => isOnSite(host, site)))?.[0];

function isOnSite(host: string, site: string): boolean {
  if (!site.endsWith('.')) return `.${host}`.endsWith(`.${site}`);
  // A country must follow: google.co.uz, yandex.com.tr.
  return `.${host}`.split(`.${site}`)[1]?.match(/^(com?\.)?[a-z]{2,3}$/) != null;
}

/** The registered domain: a subdomain may be a person's name. */
function registeredDomain(host: string): string {
  const labels = host.split('.');
  if (isIP(host.replace(/^\[|\]$/g, '')) || labels.length < 2) return otherSource;
  const kept = /^(com?|org|net|edu|gov|ac)$/.test(labels.at(-2) ?? '') ? 3 : 2;
  return cleanName(labels.slice(-kept).join('.')) ?? otherSource;
}
