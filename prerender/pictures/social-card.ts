/**
 * The picture that messengers show with a shared link, one per language: the hero at 1200 × 630. Satori breaks the lines and
 * turns the text into paths, so the renderer needs no fonts.
 */
import type { CSSProperties, ReactElement } from 'react';
import satori, { type Font } from 'satori';
import { socialCardSize } from '#prerender/head/social-card-file.ts';
import { flyer, gateway, gatewayPaints } from '#site/drawings/gateway.ts';
import { landmarks } from '#site/drawings/landmarks.ts';
import { lattice } from '#site/drawings/lattice.ts';
import { emblem } from '#site/drawings/sprite.ts';
import { tiles } from '#site/drawings/tiles.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { translate } from '#site/i18n/translate.ts';
import { colour } from './colours.ts';

const { width, height } = socialCardSize;

type CardTexts = Pick<Texts, 'hero'>;

export async function socialCard(texts: CardTexts, fonts: Font[]): Promise<string> {
  const text = await satori(socialCardLayout(texts), { width, height, fonts });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${ground}${text}</svg>`;
}

const everywhere = `M0 0H${width}V${height}H0Z`;
const ground = [
  `<defs>${lattice}${tiles}${landmarks}${gatewayPaints}${gateway}${flyer}</defs>`,
  `<path d="${everywhere}" fill="${colour('night')}"/>`,
  // No gradient over it: that would double the size of the PNG.
  `<path d="${everywhere}" fill="url(#lattice)" opacity=".1"/>`,
  // Without the outer band: messengers show the picture very small.
  '<svg x="740" y="52" width="404" height="578" viewBox="38.5 38.5 403 577"><use href="#d-gateway" width="480" height="720"/><use href="#d-flyer" width="480" height="720"/></svg>',
  `<svg x="56" y="50" width="60" height="60" viewBox="0 0 48 48" color="#fff">${emblem}</svg>`,
].join('');

export const socialCardLayout = (texts: CardTexts): ReactElement =>
  box(page, [
    box(top, [box(badge, translate(texts, 'hero.badge'))]),
    box(title, [
      box({ textWrap: 'balance' }, translate(texts, 'hero.titleFirst')),
      box({ color: colour('saffron') }, translate(texts, 'hero.titleSecond')),
    ]),
    box(
      stats,
      texts.hero.stats.map(({ value, label }, index) =>
        box({ ...stat, width: columns[index] }, [box(figure, value), box(caption, label)]),
      ),
    ),
  ]);

/** Not createElement, which would load React before the build sets NODE_ENV. */
const box = (style: CSSProperties, children: string | ReactElement[]): ReactElement => ({
  type: 'div',
  key: null,
  props: { style, children },
});

const page: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  width: 704,
  height,
  padding: '50px 0 46px 56px',
  fontFamily: 'Onest',
  fontWeight: 500,
  color: '#fff',
};

/** Beside the emblem. */
const top: CSSProperties = { display: 'flex', alignItems: 'center', height: 60, paddingLeft: 80 };

const badge: CSSProperties = {
  padding: '7px 20px 9px',
  border: `2px solid ${colour('saffron')}8c`,
  borderRadius: 32,
  color: colour('saffron-soft'),
  fontSize: 26,
};

const title: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  justifyContent: 'center',
  fontSize: 65,
  fontWeight: 700,
  lineHeight: 1.08,
  letterSpacing: '-0.03em',
};

const stats: CSSProperties = {
  display: 'flex',
  gap: 25,
  borderTop: '2px solid #ffffff2e',
  paddingTop: 20,
};
const stat: CSSProperties = { display: 'flex', flexDirection: 'column' };
const columns = [194, 182, 222];
const figure: CSSProperties = { fontSize: 45, fontWeight: 700, letterSpacing: '-0.03em', lineHeight: 1.15 };
const caption: CSSProperties = {
  fontSize: 21.5,
  lineHeight: 1.25,
  textWrap: 'balance',
  color: colour('haze'),
};
