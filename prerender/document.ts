import type { Language } from '../contract/languages.ts';
import { firstSprite, laterSprite } from '../site/drawings/sprite.ts';
import type { PageName } from '../site/pages/names.ts';
import { anchors } from '../site/sections/anchors.ts';

export type Script = { src: string; integrity?: string };

type DocumentParts = {
  language: Language;
  page: PageName | 'error';
  /** Title, description, addresses… as tags. */
  head: string;
  body: string;
  /** Put into the document: one round trip less before the first paint. */
  css: string;
  /** What the page's words are set in; asked for at once, because a font that comes late is not used. */
  font?: string;
  /** Runs before the first paint. */
  early?: string;
  /** Runs when everything is parsed, and waits for the first paint. */
  afterPaint?: string;
  /** The main script's files, each after those it needs; fetched after the first paint (site/early/). */
  scripts?: Script[];
  /** The file of the page's texts, and the version that all texts have. */
  texts?: { address: string; version: string };
  /** What the page says for machines; last, because no visitor waits for it. */
  structuredData?: string;
};

/**
 * What follows the first screen. Browsers that know `expect` paint nothing before it: on a desktop the words of half a
 * first screen move when the picture beside them arrives.
 */
const paintNotBefore: Partial<Record<DocumentParts['page'], string>> = {
  landing: anchors.services,
  privacy: 'footer',
  terms: 'footer',
  'not-found': 'footer',
};

/** A whole page. Everything the first screen needs stands before what it does not. */
export function htmlDocument(parts: DocumentParts): string {
  const { language, page, head, body, css, font, early, afterPaint, scripts = [], texts } = parts;
  return [
    `<!doctype html><html lang="${language}" data-page="${page}"${texts ? ` data-texts="${texts.version}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : '',
    paintNotBefore[page] ? `<link rel="expect" href="#${paintNotBefore[page]}" blocking="render">` : '',
    head,
    `<style>${css}</style>`,
    early ? `<script>${early}</script>` : '',
    `</head><body>${firstSprite}<div id="root">${body}</div>${laterSprite}`,
    texts
      ? `<template id="main-script">${preload(texts.address)}${scripts.map(script).join('')}</template>`
      : '',
    afterPaint ? `<script>${afterPaint}</script>` : '',
    `${parts.structuredData ?? ''}</body></html>`,
  ].join('');
}

const preload = (address: string) => `<link rel="preload" as="fetch" crossorigin href="${address}">`;

const script = ({ src, integrity }: Script) =>
  `<script type="module" async src="${src}"${integrity ? ` integrity="${integrity}"` : ''}></script>`;
