import type { BuildInfo } from './dist.ts';
import { fingerprint } from './fingerprint.ts';

export function warningsAbout(
  { sourceFingerprint, settings, placeholderLinks = [], placeholderCompany = [] }: BuildInfo,
  { siteUrl, retentionDays }: { siteUrl: string | null; retentionDays: number | null },
  fingerprintNow = fingerprint(),
): string[] {
  const builtFor = URL.parse(settings?.SITE_URL ?? '')?.origin;
  const promised = Number(settings?.RETENTION_DAYS) || null;
  const rebuild = 'run `npm run build` and restart';
  const warnings: [applies: unknown, sentence: string][] = [
    [!siteUrl, 'SITE_URL is not set: the pages have no absolute URLs for search engines and messengers'],
    [
      placeholderLinks.length,
      `In content/links.ts these links still point to example.com, unless you published others: ${placeholderLinks.join(', ')}`,
    ],
    [
      placeholderCompany.length,
      `content/company.ts still has placeholders, unless you published the company’s details: ${placeholderCompany.join(', ')}`,
    ],
    [
      sourceFingerprint && fingerprintNow && sourceFingerprint !== fingerprintNow,
      `The pages are out of date: their sources have changed since they were built; ${rebuild}`,
    ],
    [
      settings && siteUrl && builtFor !== siteUrl,
      `The pages were built ${builtFor ? `for ${builtFor}` : 'without SITE_URL'}, but SITE_URL is now ${siteUrl}: ${rebuild}`,
    ],
    [
      settings && promised !== retentionDays,
      `The privacy page says that leads are kept ${keptFor(promised)}, but RETENTION_DAYS keeps them ` +
        `${keptFor(retentionDays)}: ${rebuild}`,
    ],
  ];
  return warnings.filter(([applies]) => applies).map(([, sentence]) => sentence);
}

const keptFor = (days: number | null) => (days === null ? 'until deletion is requested' : `for ${days} days`);
