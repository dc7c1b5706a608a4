import type { Browser } from '@playwright/test';
import { closePage, openPhonePage } from './browser.ts';

/** `sent` and the first paint are in milliseconds since 1970. */
type Request = { url: string; type: string; headers: number; all: number; sent: number };

/** Every request a page makes by itself, and what its answer weighs on the wire. */
export async function listRequests(browser: Browser, url: string) {
  const page = await openPhonePage(browser);
  const devtools = await page.context().newCDPSession(page);
  const requests = new Map<string, Request>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', wallTime }) => {
    requests.set(requestId, { url: request.url, type, headers: 0, all: 0, sent: wallTime * 1000 });
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    // Until now only the headers have come.
    if (request) request.headers = response.encodedDataLength;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.all = encodedDataLength;
  });
  await devtools.send('Network.enable');
  await page.goto(url);
  await page.locator('html.hydrated').waitFor();
  await page.waitForLoadState('networkidle');
  const firstPaint = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return performance.timeOrigin + (paint?.startTime ?? Number.NaN);
  });
  await closePage(page);
  return { requests: [...requests.values()], firstPaint };
}
