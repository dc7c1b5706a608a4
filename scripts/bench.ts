/**
 * `npm run bench`: how fast the built site is, as one table. Every figure is the median of several runs, every ratio
 * is taken within one run. `npm run bench -- --save` also keeps the table in docs/performance.md; names of parts
 * (`lighthouse weight shifts interactions load inbox figures`) measure only those; `--runs 3` makes it shorter;
 * `--peer http://127.0.0.1:4321/` shows somebody else's page to Lighthouse in the same run.
 *
 * It wants the machine for itself: what else runs on it ends up in the figures.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from './bench/browser.ts';
import { figureRows } from './bench/figures.ts';
import { inboxRows } from './bench/inbox.ts';
import { interactionRows } from './bench/interactions.ts';
import { shiftRows } from './bench/layout-shifts.ts';
import { lighthouseRows } from './bench/lighthouse.ts';
import { loadRows } from './bench/load.ts';
import { serveReference, serveSite } from './bench/served.ts';
import { markdown, missed, type Row } from './bench/table.ts';
import { weightRows } from './bench/weight.ts';
import { buildIfNeeded } from './manifest.ts';

const root = join(import.meta.dirname, '..');
process.chdir(root);
const measurements = {
  lighthouse: lighthouseRows,
  weight: weightRows,
  shifts: shiftRows,
  interactions: interactionRows,
  load: loadRows,
  inbox: inboxRows,
  figures: figureRows,
};
const parts = Object.keys(measurements);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    save: { type: 'boolean', default: false },
    peer: { type: 'string' },
  },
});
const runs = Number(values.runs);
const unknown = positionals.find((part) => !parts.includes(part));
if (unknown || !(runs >= 1)) {
  console.error(`Usage: npm run bench -- [--runs N] [--save] [--peer ADDRESS] [${parts.join('] [')}]`);
  process.exit(1);
}
const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);

buildIfNeeded();
const busy = loadavg()[0] ?? 0;
const [site, reference] = await Promise.all([serveSite(), serveReference()]);
const browser = await openBrowser();
const subject = { site, reference, peer: values.peer, browser, runs };
const rows: Row[] = [];
try {
  for (const [part, measure] of Object.entries(measurements))
    if (wanted(part)) rows.push(...(await measure(subject)));
} finally {
  await browser.close();
  await Promise.all([site.stop(), reference.stop()]);
}

const note = [
  `Measured on ${new Date().toISOString().slice(0, 10)} with ${browser.version()} and Node ${process.versions.node}`,
  `on ${cpus().length} × ${cpus()[0]?.model.trim() || 'unknown processor'}, ${runs} runs;`,
  `load average ${busy.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after.`,
].join(' ');
const table = `${markdown(rows)}\n\n${note}`;
console.log(`\n${table}\n`);
for (const row of rows) {
  const where = missed(row);
  if (where.length > 0) console.log(`Missed: ${row.figure}, ${row.goal?.text}, on ${where.join(', ')}`);
}
if (values.save) save(table);

function save(table: string): void {
  const file = join(root, 'docs/performance.md');
  const text = readFileSync(file, 'utf8');
  const place = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;
  if (!place.test(text)) throw new Error(`${file} has no place for the table`);
  writeFileSync(
    file,
    text.replace(place, (_, begin, end) => `${begin}${table}\n${end}`),
  );
}
