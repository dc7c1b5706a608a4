/** Lighthouse's mobile run: a slow phone on a slow network, simulated from what was observed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPlainBrowser } from './browser.ts';
import { freePort } from './served.ts';
import { addressOf, ofLandingPages, ratio, type Subject, say, seconds, shift } from './subject.ts';
import { atMost, below, type Column, columns, median, pages, type Row } from './table.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const;
type Category = (typeof categories)[number];
type Figure = Category | keyof typeof metrics;
type Run = Record<Figure, number>;

/** What is read here of Lighthouse's result. It has types of its own, where it is installed. */
type Result = {
  finalDisplayedUrl?: string;
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};
type Audit = {
  id: string;
  score: number | null;
  numericValue?: number;
  errorMessage?: string;
  details?: { items?: { source?: string; sourceLocation?: { url?: string } }[] };
};
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Result } | undefined>;

/** A quarter of all that `npm ci` would bring, and only this file asks for it: it has a lockfile of its own. */
async function getLighthouse(): Promise<Lighthouse> {
  if (!existsSync(join(import.meta.dirname, 'node_modules/lighthouse'))) {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    spawnSync('npm', ['ci', ...options], { cwd: import.meta.dirname, stdio: 'inherit' });
  }
  const name: string = 'lighthouse';
  return (await import(name)).default;
}

export async function lighthouseRows({ site, reference, peer, runs }: Subject): Promise<Row[]> {
  const results = new Map<Column, Run[]>(columns.map((column) => [column, []]));
  const ratios = new Map<Column, number[]>(pages.map((page) => [page, []]));
  const toPeer = new Map<Column, number[]>(pages.map((page) => [page, []]));
  const excess = new Map<Column, number[]>(pages.map((page) => [page, []]));
  const lighthouse = await getLighthouse();
  for (let run = 1; run <= runs; run++) {
    const floor = await measure(lighthouse, `${reference.url}/`);
    results.get('reference')?.push(floor);
    const other = peer ? await measure(lighthouse, peer) : undefined;
    if (other) results.get('peer')?.push(other);
    for (const page of pages) {
      const result = await measure(lighthouse, addressOf(site, page));
      results.get(page)?.push(result);
      ratios.get(page)?.push(result.lcp / floor.lcp);
      if (other) toPeer.get(page)?.push(result.lcp / other.lcp);
      excess.get(page)?.push(result.tbt - floor.tbt);
      say(
        `Lighthouse ${run}/${runs} ${page}: LCP ${seconds(result.lcp)} s, TBT ${Math.round(result.tbt)} ms`,
      );
    }
  }
  const medians = (figure: Figure) =>
    mediansOf(new Map([...results].map(([column, all]) => [column, all.map((run) => run[figure])])));
  return [
    ...categories.map((name) => ({
      figure: `Lighthouse ${name.replace('-', ' ').replace('seo', 'SEO')}`,
      values: medians(name),
      goal: { text: '100', met: (value: number, column: Column) => value === 100 || excused(name, column) },
    })),
    { figure: 'First contentful paint, s', values: medians('fcp'), show: seconds },
    { figure: 'Largest contentful paint, s', values: medians('lcp'), show: seconds },
    {
      figure: 'LCP ÷ reference’s',
      values: mediansOf(ratios),
      show: ratio,
      goal: ofLandingPages(atMost(1.5, '1.50')),
    },
    ...(peer
      ? [
          {
            figure: 'LCP ÷ peer’s',
            values: mediansOf(toPeer),
            show: ratio,
            goal: ofLandingPages(atMost(1, '1.00')),
          },
        ]
      : []),
    { figure: 'Total blocking time, ms', values: medians('tbt'), goal: ofLandingPages(below(50, '50')) },
    { figure: '… more than the reference’s', values: mediansOf(excess) },
    { figure: 'Layout shift', values: medians('cls'), show: shift, goal: atMost(0, '0') },
  ];
}

const mediansOf = (measured: Map<Column, number[]>) =>
  Object.fromEntries(
    [...measured].filter(([, all]) => all.length > 0).map(([column, all]) => [column, median(all)]),
  );

/** The 404 page is not meant to be found, and need not be as fast as the others. */
const excused = (category: Category, page: Column) =>
  page === '/404' && (category === 'seo' || category === 'performance');

/** Now and then a browser stumbles at the start; one stumble must not cost the whole table. */
async function measure(lighthouse: Lighthouse, url: string): Promise<Run> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await measureOnce(lighthouse, url);
    } catch (error) {
      if (attempt === 3) throw error;
      say(`Lighthouse ${url}: ${(error as Error).message}; once more`);
    }
  }
}

async function measureOnce(lighthouse: Lighthouse, url: string): Promise<Run> {
  const port = await freePort();
  // A fresh browser for every run: nothing is left in a cache.
  const browser = await openPlainBrowser(port);
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'silent',
      onlyCategories: [...categories],
      // The 404 page is measured like any other.
      ignoreStatusCode: true,
    });
    const { lhr } = result ?? {};
    if (!lhr || lhr.runtimeError) throw new Error(lhr?.runtimeError?.message ?? 'Lighthouse gave no result');
    const figureOf = (audit: string) => {
      const { numericValue, errorMessage } = lhr.audits[audit] ?? {};
      if (numericValue === undefined) throw new Error(errorMessage ?? `no ${audit}`);
      return numericValue;
    };
    return Object.fromEntries([
      ...categories.map((name) => [name, scoreOf(name, lhr)]),
      ...Object.entries(metrics).map(([name, audit]) => [name, figureOf(audit)]),
    ]);
  } finally {
    await browser.close();
  }
}

/**
 * Lighthouse's own score, but that the browser itself writes the status of the 404 page to the console is no mistake of
 * the page.
 */
function scoreOf(category: Category, { categories, audits, finalDisplayedUrl }: Result): number {
  const { score, auditRefs } = categories[category] ?? { score: 0, auditRefs: [] };
  const said = audits['errors-in-console'];
  const onlyItsStatus =
    said?.details?.items?.length &&
    said.details.items.every(
      ({ source, sourceLocation }) => source === 'network' && sourceLocation?.url === finalDisplayedUrl,
    );
  if (!onlyItsStatus) return Math.round((score ?? 0) * 100);

  const counted = auditRefs.flatMap(({ id, weight }) => {
    const points = id === said.id ? 1 : audits[id]?.score;
    return weight > 0 && typeof points === 'number' ? [{ weight, points }] : [];
  });
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return Math.round(
    (sum(counted.map(({ weight, points }) => weight * points)) / sum(counted.map(({ weight }) => weight))) *
      100,
  );
}
