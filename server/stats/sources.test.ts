import { describe, expect, it } from 'vitest';
import { attributionOf } from './sources.ts';

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

  it('is a site that only looks like one of them by its own name', () => {
    expect(from('https://nott.me/')).toBe('nott.me');
    expect(from('https://google.evil.example/')).toBe('evil.example');
    expect(from('https://instagram.com.evil.uz/')).toBe('evil.uz');
  });

  it('is another site by the name somebody bought: what stands before it may name a person', () => {
    expect(from('https://www.kun.uz/news')).toBe('kun.uz');
    expect(from('https://aziza-karimova.blog.example.co.uz/')).toBe('example.co.uz');
    expect(from('https://xn--80ak6aa92e.com/')).toBe('xn--80ak6aa92e.com');
  });

  it('is never an address of a machine', () => {
    for (const referrer of ['http://192.0.2.7/', 'http://[2001:db8::1]/', 'http://localhost:3000/'])
      expect(from(referrer), referrer).toBe('other');
  });

  it('is direct without a referrer, or with none that is an address', () => {
    for (const referrer of [
      '',
      'direct',
      'about:blank',
      'file:///home/aziza/page.html',
      'https://',
      '\u0000',
    ])
      expect(from(referrer), referrer).toBe('direct');
  });

  it('is what the tags of the link say before all else', () => {
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

  it('is not said to be direct when only the tags are known and do not tell it', () => {
    expect(attributionOf('utm_campaign=reels12')).toEqual({ source: null, campaign: 'reels12' });
    expect(attributionOf('utm_source=tg')).toEqual({ source: 'telegram', campaign: null });
    expect(attributionOf('lang=ru')).toEqual({ source: null, campaign: null });
  });
});
