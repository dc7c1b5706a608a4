/** Where a visitor comes from, named by the link's tags or else by the referring page. */
import { isIP } from 'node:net';
import type { NetworkName } from '../../content/inbox/source-name.ts';
import { cleanName } from './names.ts';

/** Null: unknown. */
export type Arrival = { source: string | null; campaign: string | null };

const directSource = 'direct';
export const otherSource = 'other';

/** Ends of hosts and beginnings of Android packages; `google.` is the domain of every country. */
const places: Record<NetworkName, readonly string[]> = {
  telegram: ['t.me', 'telegram.org', 'telegram.me', 'org.telegram', 'org.thunderdog.challegram'],
  instagram: ['instagram.com', 'com.instagram'],
  facebook: ['facebook.com', 'fb.com', 'fb.me', 'messenger.com', 'com.facebook'],
  threads: ['threads.net', 'threads.com'],
  youtube: ['youtube.com', 'youtu.be', 'com.google.android.youtube'],
  tiktok: ['tiktok.com', 'com.zhiliaoapp.musically', 'com.ss.android.ugc'],
  whatsapp: ['whatsapp.com', 'wa.me', 'com.whatsapp'],
  vk: ['vk.com', 'vk.ru', 'vk.me', 'com.vkontakte'],
  ok: ['ok.ru', 'ru.ok'],
  x: ['x.com', 'twitter.com', 't.co', 'com.twitter'],
  linkedin: ['linkedin.com', 'lnkd.in', 'com.linkedin'],
  google: ['google.', 'com.google'],
  yandex: ['yandex.', 'ya.ru', 'com.yandex', 'ru.yandex'],
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

export const isListed = (source: string | null): boolean =>
  source === null || source === directSource || source === otherSource || Object.hasOwn(places, source);

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
  return name && (shortNames.get(name) ?? placeOf(name, isOnSite) ?? name);
}

function sourceOfReferrer(referrer: string): string {
  const url = URL.parse(referrer);
  if (!url?.hostname || !/^(https?|android-app|ios-app):$/.test(url.protocol)) return directSource;
  const host = url.hostname.toLowerCase();
  return url.protocol.startsWith('http')
    ? (placeOf(host, isOnSite) ?? siteOf(host))
    : (placeOf(host, isApp) ?? otherSource);
}

function placeOf(host: string, matches: (host: string, place: string) => boolean): string | null {
  const found = Object.entries(places).find(([, known]) => known.some((place) => matches(host, place)));
  return found?.[0] ?? null;
}

function isOnSite(host: string, site: string): boolean {
  if (!site.endsWith('.')) return `.${host}`.endsWith(`.${site}`);
  // Only a country may follow: google.co.uz, yandex.com.tr.
  return `.${host}`.split(`.${site}`)[1]?.match(/^(com?\.)?[a-z]{2,3}$/) != null;
}

/** A package begins with its company: `com.google.android.gm`. */
const isApp = (host: string, company: string) => host === company || host.startsWith(`${company}.`);

/** Only the registered domain: a subdomain may be a person's name. */
function siteOf(host: string): string {
  const labels = host.split('.');
  if (isIP(host.replace(/^\[|\]$/g, '')) || labels.length < 2) return otherSource;
  const second = labels.at(-2) ?? '';
  const kept = labels.length > 2 && /^(com?|org|net|edu|gov|ac)$/.test(second) ? 3 : 2;
  return cleanName(labels.slice(-kept).join('.')) ?? otherSource;
}
