import { describe, expect, it } from 'vitest';
import { attributionOf, cleanName } from './sources.ts';

const from = (referrer: string) => attributionOf('', referrer).source;

describe('where a visitor comes from', () => {
  it.each([
    ['telegram', 'https://t.me/', 'https://web.telegram.org/', 'android-app://org.telegram.messenger/'],
    ['telegram', 'android-app://org.telegram.messenger.web/', 'android-app://org.thunderdog.challegram/'],
    [
      'instagram',
      'https://l.instagram.com/',
      'https://www.instagram.com/',
      'android-app://com.instagram.android/',
    ],
    ['google', 'https://www.google.com/', 'https://www.google.co.uz/', 'https://google.com.tr/'],
    ['google', 'android-app://com.google.android.googlequicksearchbox/'],
    [
      'yandex',
      'https://yandex.uz/',
      'https://ya.ru/',
      'https://yandex.com.tr/search',
      'android-app://ru.yandex.searchplugin/',
    ],
    ['youtube', 'https://m.youtube.com/', 'https://youtu.be/x', 'android-app://com.google.android.youtube/'],
    [
      'facebook',
      'https://l.facebook.com/',
      'https://lm.facebook.com/',
      'http://m.facebook.com/',
      'https://fb.me/',
    ],
    ['facebook', 'android-app://com.facebook.katana/', 'android-app://com.facebook.lite'],
    [
      'tiktok',
      'https://vm.tiktok.com/',
      'android-app://com.zhiliaoapp.musically/',
      'android-app://com.ss.android.ugc.trill/',
    ],
    ['vk', 'https://away.vk.com/', 'https://m.vk.ru/'],
    ['x', 'https://t.co/abc', 'https://x.com/'],
  ])('is %s for %s and others', (source, ...referrers) => {
    for (const referrer of referrers) expect(from(referrer), referrer).toBe(source);
  });

  it('is the domain of a site whose name only resembles one of them', () => {
    expect(from('https://nott.me/')).toBe('nott.me');
    expect(from('https://google.evil.example/')).toBe('evil.example');
    expect(from('https://instagram.com.evil.uz/')).toBe('evil.uz');
  });

  it('is the registered domain of any other site: a subdomain may be a person’s name', () => {
    expect(from('https://www.kun.uz/news')).toBe('kun.uz');
    expect(from('https://aziza-karimova.blog.example.co.uz/')).toBe('example.co.uz');
    expect(from('https://xn--80ak6aa92e.com/')).toBe('xn--80ak6aa92e.com');
  });

  it('is other for an IP address or a host without a domain', () => {
    for (const referrer of ['http://192.0.2.7/', 'http://[2001:db8::1]/', 'http://localhost:3000/'])
      expect(from(referrer), referrer).toBe('other');
  });

  it('is direct without a referrer that is a web address', () => {
    for (const referrer of ['', 'about:blank', 'file:///home/aziza/page.html', 'https://'])
      expect(from(referrer), referrer).toBe('direct');
  });

  it('is what the tags of the link say, rather than the referrer', () => {
    const google = 'https://www.google.com/';
    expect(attributionOf('utm_source=Flyer%20A&utm_campaign=Reels+12', google)).toEqual({
      source: 'flyer-a',
      campaign: 'reels-12',
    });
    expect(attributionOf('lang=ru&utm_campaign=reels12', 'https://t.me/')).toEqual({
      source: 'telegram',
      campaign: 'reels12',
    });
    expect(attributionOf('utm_source=ig', '')).toMatchObject({ source: 'instagram' });
    expect(attributionOf('utm_source=chatgpt.com', '')).toMatchObject({ source: 'chatgpt' });
    expect(attributionOf('utm_source=%F0%9F%8E%93&utm_campaign=%00', google)).toEqual({
      source: 'google',
      campaign: null,
    });
    expect(attributionOf('utm_source=%D0%', google)).toEqual({ source: 'google', campaign: null });
  });

  it('is unknown, not direct, when neither the tags nor the referrer name it', () => {
    expect(attributionOf('utm_campaign=reels12')).toEqual({ source: null, campaign: 'reels12' });
    expect(attributionOf('utm_source=tg')).toEqual({ source: 'telegram', campaign: null });
    expect(attributionOf('lang=ru')).toEqual({ source: null, campaign: null });
  });
});

describe('the name of a source or a campaign', () => {
  it('has one spelling, however it was typed', () => {
    for (const typed of ['reels-12', 'Reels 12', ' REELS  12! ', '"reels"/12', 'reels-12…'])
      expect(cleanName(typed)).toBe('reels-12');
    expect(cleanName('x'.repeat(50))).toHaveLength(40);
    expect(cleanName('Весна 2027')).toBe('весна-2027');
    expect(cleanName('Toʻy_№5.v2')).toBe('toʻy_-5.v2');
  });

  it('is null without a letter or digit', () => {
    for (const typed of ['', '  ', '---', '…', '🎓', '\u202e', '\0', '\ud800'])
      expect(cleanName(typed)).toBeNull();
  });
});
