/** What goes over the wire before the visitor has touched anything, and where in it the first screen is complete. */
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createBrotliDecompress } from 'node:zlib';
import settings from '../../package.json' with { type: 'json' };
import { listRequests } from './requests.ts';
import { addressOf, landingPages, ofLandingPages, type Subject, thousands } from './subject.ts';
import { atMost, pages, type Row } from './table.ts';

const { budgets } = settings;

export async function weightRows({ site, browser, reference }: Subject): Promise<Row[]> {
  const rows = {
    html: {} as Row['values'],
    firstScreen: {} as Row['values'],
    script: {} as Row['values'],
    afterPaint: {} as Row['values'],
    font: {} as Row['values'],
    all: {} as Row['values'],
    foreign: {} as Row['values'],
  };
  for (const page of pages) {
    const { requests, firstPaint } = await listRequests(browser, addressOf(site, page));
    const weight = (type: string) =>
      requests.reduce(
        (bytes, request) => bytes + (request.type === type ? request.all - request.headers : 0),
        0,
      );
    rows.html[page] = weight('Document');
    rows.script[page] = weight('Script');
    rows.font[page] = weight('Font');
    rows.all[page] = requests.reduce((bytes, request) => bytes + request.all, 0);
    rows.foreign[page] = requests.filter(({ url }) => !url.startsWith(site.url)).length;
    const scripts = requests.filter(({ type }) => type === 'Script').map(({ sent }) => sent);
    rows.afterPaint[page] = Math.min(...scripts) - firstPaint;
  }
  for (const page of landingPages) {
    const { head, body } = await fetchCompressed(addressOf(site, page));
    rows.firstScreen[page] = head + (await bytesUntil(body, '</section>'));
  }
  const floor = await fetchCompressed(`${reference.url}/`);
  rows.html.reference = floor.body.length;

  const bytes = (figure: string, values: Row['values'], limit: number): Row => ({
    figure: `${figure}, bytes`,
    values,
    show: thousands,
    goal: atMost(limit, thousands(limit)),
  });
  return [
    bytes('HTML', rows.html, budgets.html),
    bytes('… until the first screen, headers counted', rows.firstScreen, budgets.firstScreen),
    // The legal pages have a budget of their own (tests/budgets.test.ts).
    {
      ...bytes('Script', rows.script, budgets.script),
      goal: ofLandingPages(atMost(budgets.script, thousands(budgets.script))),
    },
    {
      figure: '… asked for after the first paint, ms',
      values: rows.afterPaint,
      goal: { text: '> 0', met: (value) => value > 0 },
    },
    bytes('Font', rows.font, budgets.font),
    bytes('All, headers counted', rows.all, budgets.total),
    { figure: 'Requests to others', values: rows.foreign, goal: atMost(0, '0') },
  ];
}

type Answer = { head: number; headers: [name: string, value: string][]; body: Buffer };

/** The answer as it comes over the wire, and the size of its head. */
export async function fetchCompressed(url: string): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers: { 'Accept-Encoding': 'br' }, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  // After each name stands ": ", after each value CR LF; before them all the status line, after them an empty one.
  const lines = headers.reduce((bytes, [name, value]) => bytes + name.length + value.length + 4, 0);
  return { head: 'HTTP/1.1 200 OK\r\n\r\n'.length + lines, headers, body: await buffer(answer) };
}

/** How many of the compressed bytes must have arrived before the page holds `text`. */
async function bytesUntil(compressed: Buffer, text: string): Promise<number> {
  const step = 32;
  const decoder = createBrotliDecompress();
  let page = '';
  decoder.setEncoding('utf8').on('data', (piece: string) => {
    page += piece;
  });
  for (let at = 0; at < compressed.length; at += step) {
    await new Promise<void>((resolve) => decoder.write(compressed.subarray(at, at + step), () => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
    if (page.includes(text)) return at + step;
  }
  throw new Error(`The page does not contain ${text}`);
}
