/** What every static host has to be told about a built site, before it is put into that host's own words. */
import { otherNames, type SiteMap } from '../../server/pages/addresses.ts';
import { type Dist, type Manifest, readDist } from '../../server/pages/dist.ts';
import { inlineNeeds } from '../../server/pages/inline.ts';
import { cacheRule } from '../../server/pages/prepare-site.ts';
import { securityHeaders } from '../../server/pages/security-headers.ts';

export type SiteRules = {
  map: SiteMap;
  /** On every answer. */
  headers: Record<string, string>;
  /** Cache-Control of every file that has an address of its own. */
  files: Record<string, string>;
  /** HTML files, which are reached by the names of their pages only. */
  documents: string[];
  /** Other names of pages and where they lead. */
  redirects: Record<string, string>;
};

export function siteRules(distDir: string, manifest: Manifest): SiteRules {
  const dist = { ...readDist(distDir), manifest };
  const files = [...dist.files.values()];
  const isDocument = ({ type }: { type: string }) => type.startsWith('text/html');
  return {
    map: dist.map,
    headers: securityHeaders(true, needsOfAllPages(dist)),
    files: Object.fromEntries(
      files.filter((file) => !isDocument(file)).map((file) => [file.path, cacheRule(file)]),
    ),
    documents: files.filter(isDocument).map(({ path }) => path),
    redirects: Object.fromEntries(
      dist.map.pages.flatMap((page) => otherNames(page).map((name) => [name, page])),
    ),
  };
}

/**
 * Static hosts choose headers by path, and one path is three languages, or the 404 page: so there is one policy
 * for the whole site, with everything any of its pages needs.
 */
function needsOfAllPages({ files, manifest }: Dist) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  let dataImages = false;
  for (const { type, bytes } of files.values()) {
    if (!/html|svg/.test(type)) continue;
    const needs = inlineNeeds(bytes.toString());
    for (const hash of needs.scripts) scripts.add(hash);
    for (const hash of needs.styles) styles.add(hash);
    dataImages ||= needs.dataImages;
  }
  return { ...manifest, scripts: [...scripts], styles: [...styles], dataImages };
}
