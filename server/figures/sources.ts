/** Where a visitor comes from, in a word the provider knows: of a link's tags, or of the page that led here. */
import { isIP } from 'node:net';
import type { NetworkName } from '../../content/inbox/source-name.ts';
import { otherSource } from './figures-store.ts';
import { cleanName } from './names.ts';

export type Arrival = { source: string | null; campaign: string | null };

const directSource = 'direct';

/** Sites by the end of their host, apps by the package that Android names as referrer; `google.` stands for all its countries. */
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

/** How people, and the advertisers' own tools, shorten them in a tag. */
const shortNames = new Map<string, NetworkName>([
  ['tg', 'telegram'],
  ['ig', 'instagram'],
  ['fb', 'facebook'],
  ['yt', 'youtube'],
  ['twitter', 'x'],
]);

export const isListed = (source: string | null): boolean =>
  source === null || source === directSource || source === otherSource || Object.hasOwn(places, source);

/** `tags`: what follows the question mark. Without a tag for the source the referrer tells it. */
export function arrivalOf(tags: string, referrer: string): Arrival {
  // Rarely there: an address is mostly without any.
  const parameters = tags.includes('utm_') ? new URLSearchParams(tags) : null;
  const named = sourceNamed(parameters?.get('utm_source') ?? '');
  return {
    source: named ?? sourceOfReferrer(referrer),
    campaign: cleanName(parameters?.get('utm_campaign') ?? ''),
  };
}

/** What a form that was sent without script still tells: the tags in its page's address. */
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
  // Pages of the device itself, and what is no address.
  if (!url?.hostname || !/^(https?|android-app|ios-app):$/.test(url.protocol)) return directSource;
  const host = url.hostname.toLowerCase();
  return url.protocol.startsWith('http')
    ? (placeOf(host, isOnSite) ?? siteOf(host))
    : (placeOf(host, isApp) ?? otherSource);
}

function placeOf(host: string, is: (host: string, place: string) => boolean): string | null {
  const found = Object.entries(places).find(([, known]) => known.some((place) => is(host, place)));
  return found?.[0] ?? null;
}

function isOnSite(host: string, site: string): boolean {
  if (!site.endsWith('.')) return `.${host}`.endsWith(`.${site}`);
  // Only a country may follow: google.co.uz, yandex.com.tr.
  return `.${host}`.split(`.${site}`)[1]?.match(/^(com?\.)?[a-z]{2,3}$/) != null;
}

/** A package begins with its company: `com.google.android.gm`, `org.telegram.messenger.web`. */
const isApp = (host: string, company: string) => host === company || host.startsWith(`${company}.`);

/** The name somebody bought, without what they put before it: a part of it may be the name of a person. */
function siteOf(host: string): string {
  const labels = host.split('.');
  if (isIP(host.replace(/^\[|\]$/g, '')) || labels.length < 2) return otherSource;
  const second = labels.at(-2) ?? '';
  const kept = labels.length > 2 && /^(com?|org|net|edu|gov|ac)$/.test(second) ? 3 : 2;
  return cleanName(labels.slice(-kept).join('.')) ?? otherSource;
}
