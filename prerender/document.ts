import type { Language } from '#contract/languages.ts';
import type { PageName } from '#contract/pages.ts';
import { firstSprite, laterSprite, notFoundSprite } from '#site/drawings/sprite.ts';
import { anchors } from '#site/sections/anchors.ts';

export type Script = { src: string; integrity?: string };

type DocumentParts = {
  language: Language;
  page: PageName | 'error';
  head: string;
  body: string;
  css: string;
  /** Preloaded: a font that loads late is not used (fonts.css). */
  font?: string;
  /** Runs before the first paint. */
  early?: string;
  /** Runs at the end of the document. */
  atEnd?: string;
  /** Fetched after the first paint (site/early/). Each file comes after those it imports. */
  scripts?: Script[];
  /** The file of the page's texts, and the version of all texts. */
  texts?: { address: string; version: string };
  structuredData?: string;
};

/** The id of what follows the first screen. Chromium waits for it: a first screen painted in two parts would shift. */
function firstScreenEnd(page: DocumentParts['page']): string {
  const end = page === 'landing' ? anchors.services : 'footer';
  return page === 'error' ? '' : `<link rel="expect" href="#${end}" blocking="render">`;
}

export function htmlDocument(parts: DocumentParts): string {
  const { language, page, head, body, css, font, early, atEnd, scripts = [], texts } = parts;
  return [
    `<!doctype html><html lang="${language}" data-page="${page}"${texts ? ` data-texts="${texts.version}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : '',
    firstScreenEnd(page),
    head,
    `<style>${css}</style>`,
    early ? `<script>${early}</script>` : '',
    `</head><body>${firstSprite}<div id="root">${body}</div>${laterSprite}${page === 'not-found' ? notFoundSprite : ''}`,
    texts
      ? `<template id="main-script">${preload(texts.address)}${scripts.map(script).join('')}</template>`
      : '',
    atEnd ? `<script>${atEnd}</script>` : '',
    `${parts.structuredData ?? ''}</body></html>`,
  ].join('');
}

const preload = (address: string) => `<link rel="preload" as="fetch" crossorigin href="${address}">`;

const script = ({ src, integrity }: Script) =>
  `<script type="module" async src="${src}"${integrity ? ` integrity="${integrity}"` : ''}></script>`;
