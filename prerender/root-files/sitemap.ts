import { languageCodes } from '#contract/languages.ts';
import { absoluteAddress, alternates, indexedPages } from '#prerender/head/addresses.ts';
import { escapeMarkup } from '#prerender/head/markup.ts';

/** Each entry names all languages of the page, its own too, as Google asks. */
export function sitemap(siteUrl: string): string {
  const entries = indexedPages.flatMap((page) => {
    const links = alternates(siteUrl, page).map(
      ({ hreflang, href }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeMarkup(href)}"/>`,
    );
    return languageCodes.map(
      (code) =>
        `<url><loc>${escapeMarkup(absoluteAddress(siteUrl, page, code))}</loc>${links.join('')}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
