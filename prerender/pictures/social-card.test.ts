import satori from 'satori';
import { describe, expect, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { languageCodes } from '#contract/languages.ts';
import { socialCardSize } from '#prerender/head/social-card-file.ts';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { socialCardLayout } from './social-card.ts';
import { loadFonts } from './typeface.ts';

/** The gateway begins at 740. */
const textEnd = 720;
const leastGap = 24;

describe.each(languageCodes)('the social card in %s', async (language) => {
  const texts = pageTexts(defaultContent, 'landing', language);
  const fonts = await loadFonts(JSON.stringify(texts.hero));

  test('has room for its texts', async () => {
    const boxes = new Map<string, { top: number; bottom: number; right: number }>();
    await satori(socialCardLayout(texts), {
      ...socialCardSize,
      fonts,
      onNodeDetected({ left, top, width, height, textContent }) {
        if (textContent) boxes.set(textContent, { top, bottom: top + height, right: left + width });
      },
    });
    const { badge, titleFirst, titleSecond, stats } = texts.hero;
    const box = (text: string) => boxes.get(text) as { top: number; bottom: number; right: number };

    expect(box(badge).right).toBeLessThan(textEnd);
    expect(box(titleFirst).top - box(badge).bottom).toBeGreaterThan(leastGap);
    expect(box(titleSecond).top).toBe(box(titleFirst).bottom);
    expect(box(stats[0]?.value as string).top - box(titleSecond).bottom).toBeGreaterThan(leastGap);
    for (const { label } of stats) expect(box(label).bottom).toBeLessThan(socialCardSize.height - leastGap);
  });
});
