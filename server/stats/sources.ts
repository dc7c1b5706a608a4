/** Where a visitor comes from, named by the link's tags or else by the referring page. */
import { isIP } from 'node:net';
import type { NetworkName } from '../../content/inbox/source-name.ts';
import { cleanName } from './names.ts';

/** Null: unknown. */
export type Arrival = { source: string | null; campaign: string | null };

const directSource = 'direct';
export const otherSource = 'other';

/** Ends of hosts, also of Android packages written as hosts; `google.` is the domain of every country. */
const places: Record<NetworkName, readonly string[]> = {
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

/** Short forms that people and advertising tools write into tags. */
const shortNames = new Map<string, NetworkName>([
  ['tg', 'telegram'],
  ['ig', 'instagram'],
  ['fb', 'facebook'],
  ['yt', 'youtube'],
  ['twitter', 'x'],
]);

export const isListed = (source: string): boolean =>
  source === directSource || source === otherSource || Object.hasOwn(places, source);

/** `tags`: the query of the page's address. */
export function arrivalOf(tags: string, referrer: string): Arrival {
  const parameters = new URLSearchParams(tags);
  return {
    source: sourceNamed(parameters.get('utm_source') ?? '') ?? sourceOfReferrer(referrer),
    campaign: cleanName(parameters.get('utm_campaign') ?? ''),
  };
}

/** Without a referrer, a missing tag does not mean that the visitor came directly. */
export function arrivalByTags(tags: string): Arrival {
  const { source, campaign } = arrivalOf(tags, '');
  return { source: source === directSource ? null : source, campaign };
}

function sourceNamed(tag: string): string | null {
  const name = cleanName(tag);
  return name && (shortNames.get(name) ?? placeOf(name) ?? name);
}

function sourceOfReferrer(referrer: string): string {
  const { protocol, hostname } = URL.parse(referrer) ?? {};
  if (!hostname || !/^(https?|android-app):$/.test(protocol ?? '')) return directSource;
  // An Android package is a host written backwards: `com.google.android.gm`.
  const host = protocol === 'android-app:' ? hostname.split('.').reverse().join('.') : hostname;
  return placeOf(host) ?? siteOf(host);
}

const placeOf = (host: string): string | undefined =>
  Object.entries(places).find(([, sites]) => sites.some((site) => isOnSite(host, site)))?.[0];

function isOnSite(host: string, site: string): boolean {
  if (!site.endsWith('.')) return `.${host}`.endsWith(`.${site}`);
  // Only a country may follow: google.co.uz, yandex.com.tr.
  return `.${host}`.split(`.${site}`)[1]?.match(/^(com?\.)?[a-z]{2,3}$/) != null;
}

/** Only the registered domain: a subdomain may be a person's name. */
function siteOf(host: string): string {
  const labels = host.split('.');
  if (isIP(host.replace(/^\[|\]$/g, '')) || labels.length < 2) return otherSource;
  const kept = /^(com?|org|net|edu|gov|ac)$/.test(labels.at(-2) ?? '') ? 3 : 2;
  return cleanName(labels.slice(-kept).join('.')) ?? otherSource;
}
