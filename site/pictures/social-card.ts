/**
 * The picture messengers show beside a shared link, one per language: the hero, set anew for 1200 × 630. Its
 * words come from the dictionary, its drawings and colours from the page. Satori breaks the lines and turns the
 * text into paths, so that the renderer needs no font.
 */
import { createElement as h, type ReactNode } from 'react';
import satori, { type Font } from 'satori';
import { compass, star } from '../drawings/geometry.ts';
import { lattices } from '../drawings/lattice.ts';
import { portal } from '../drawings/portal.ts';
import { emblem } from '../drawings/sprite.ts';
import type { Texts } from '../i18n/texts.ts';
import { colour } from './colours.ts';
import { fontFamily } from './typeface.ts';

export const socialCardSize = { width: 1200, height: 630 } as const;
const { width, height } = socialCardSize;

type Words = Pick<Texts, 'hero' | 'nav'>;

export async function socialCard(words: Words, fonts: Font[]): Promise<string> {
  const text = await satori(layout(words), { width, height, fonts });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${ground}${text}</svg>`;
}

const ground = [
  `<defs>${lattices}${portal}`,
  `<radialGradient id="veil" cx=".28" cy=".45" r=".62"><stop offset=".25" stop-color="${colour('night')}"/><stop offset="1" stop-color="${colour('night')}" stop-opacity="0"/></radialGradient></defs>`,
  `<path d="M0 0H${width}V${height}H0Z" fill="${colour('night')}"/>`,
  `<path d="M0 0H${width}V${height}H0Z" fill="url(#lattice)" opacity=".2"/>`,
  `<path d="M0 0H${width}V${height}H0Z" fill="url(#veil)"/>`,
  '<use href="#portal" x="740" y="64" width="460" height="575"/>',
  `<svg x="64" y="52" width="56" height="56" viewBox="0 0 48 48" color="#fff">${emblem}</svg>`,
].join('');

function layout({ hero, nav }: Words): ReactNode {
  return h(
    'div',
    {
      style: {
        display: 'flex',
        flexDirection: 'column',
        width: '676px',
        height: '100%',
        padding: '52px 0 48px 64px',
        fontFamily,
        fontWeight: 500,
        color: '#fff',
      },
    },
    h(
      'div',
      { style: { display: 'flex', alignItems: 'center', height: '56px', paddingLeft: '76px' } },
      h(
        'div',
        {
          style: {
            padding: '7px 20px 9px',
            border: `2px solid ${colour('saffron')}88`,
            borderRadius: '32px',
            color: colour('saffron-soft'),
            fontSize: 25,
          },
        },
        hero.badge,
      ),
    ),
    h(
      'div',
      {
        style: {
          display: 'flex',
          flexDirection: 'column',
          flexGrow: 1,
          justifyContent: 'center',
          fontSize: 70,
          fontWeight: 700,
          lineHeight: 1.06,
          letterSpacing: '-0.03em',
        },
      },
      h('div', { style: { textWrap: 'balance' } }, hero.titleFirst),
      h('div', { style: { color: colour('saffron'), whiteSpace: 'nowrap' } }, hero.titleSecond),
    ),
    h(
      'div',
      {
        style: { display: 'flex', gap: 36, borderTop: '2px solid rgba(255,255,255,.18)', paddingTop: 22 },
      },
      hero.stats.map(({ value, label }) =>
        h(
          'div',
          { key: label, style: { display: 'flex', flexDirection: 'column' } },
          h(
            'div',
            { style: { fontSize: 50, fontWeight: 700, letterSpacing: '-0.03em', lineHeight: 1.1 } },
            value,
          ),
          h('div', { style: { fontSize: 21, color: colour('haze'), lineHeight: 1.25 } }, label),
        ),
      ),
    ),
  );
}
