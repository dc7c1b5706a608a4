/**
 * The MDN HTTP Observatory's judgement of a site (github.com/mdn/mdn-http-observatory, src/analyzer and
 * src/grader/charts.js), as far as its rules can apply to one without cookies. It starts from 100; the best
 * there is is 165, of which 5 need a cookie and 5 a place on the browsers' preload list.
 */
import { attribute, parseHtml } from './html.ts';

/** Header names in lower case. */
type Headers = Record<string, string | undefined>;
type Judgement = { test: string; modifier: number; because: string };

/** Its bonuses count only for a site that has at least this much without them. */
const leastForBonuses = 90;

/** `page` is the answer to a GET of https://…/, `foreign` the headers of the same asked from another origin. */
export function observatory(page: { headers: Headers; html: string }, foreign: Headers) {
  const { headers, html } = page;
  const csp = directives(headers['content-security-policy'] ?? '');
  const judgements: Judgement[] = [
    contentSecurityPolicy(csp),
    is('cookies', headers['set-cookie'] === undefined, [0, 'none'], [-20, 'there is one']),
    is(
      'cross-origin resource sharing',
      foreign['access-control-allow-origin'] === undefined,
      [0, 'pages are not shared'],
      [-50, 'any origin may read them'],
    ),
    // Plain http is answered by the proxy (deploy/Caddyfile), which redirects it to https on the same host.
    { test: 'redirection', modifier: 0, because: 'to https on the same host' },
    is(
      'referrer policy',
      /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
        headers['referrer-policy'] ?? '',
      ),
      [5, 'private'],
      [-5, 'missing, unknown or telling too much'],
    ),
    transportSecurity(headers['strict-transport-security']),
    subresourceIntegrity(html),
    is(
      'content type options',
      headers['x-content-type-options'] === 'nosniff',
      [0, 'nosniff'],
      [-5, 'missing'],
    ),
    is(
      'frame options',
      csp.has('frame-ancestors'),
      [5, 'through the policy'],
      [-20, 'anyone may frame the page'],
    ),
    only('cross-origin resource policy', headers['cross-origin-resource-policy'], 'same-origin'),
    only('cross-origin opener policy', headers['cross-origin-opener-policy'], 'same-origin'),
    only('cross-origin embedder policy', headers['cross-origin-embedder-policy'], 'require-corp'),
  ];
  const sum = (counts: (modifier: number) => boolean) =>
    judgements.reduce((total, { modifier }) => total + (counts(modifier) ? modifier : 0), 0);
  const withoutBonuses = 100 + sum((modifier) => modifier < 0);
  const bonuses = withoutBonuses >= leastForBonuses ? sum((modifier) => modifier > 0) : 0;
  return { judgements, score: Math.max(0, withoutBonuses + bonuses) };
}

type Outcome = [modifier: number, because: string];

function is(test: string, good: boolean, yes: Outcome, no: Outcome): Judgement {
  const [modifier, because] = good ? yes : no;
  return { test, modifier, because };
}

/** The three that keep other sites apart from this one: ten points each, none for leaving it out. */
function only(test: string, value: string | undefined, best: string): Judgement {
  return is(test, value === best, [10, best], [value === undefined ? 0 : -5, value ?? 'missing']);
}

function directives(policy: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name = '', ...sources] of policy
    .split(';')
    .map((part) => part.trim().toLowerCase().split(/\s+/))) {
    if (found.has(name)) throw new Error(`The policy says ${name} twice, which makes it invalid: -25`);
    if (name) found.set(name, sources);
  }
  return found;
}

const tooBroad = /^(?:ftp:|https?:|\*|https?:\/\/\*(?:\.\*)?)$/;
const unsafe = /^(?:'unsafe-inline'|data:)$/;

function contentSecurityPolicy(csp: Map<string, string[]>): Judgement {
  const sources = (name: string) => csp.get(name) ?? csp.get('default-src') ?? ['*'];
  const verdict = (modifier: number, because: string) => ({
    test: 'content security policy',
    modifier,
    because,
  });

  if (csp.size === 0) return verdict(-25, 'missing');
  if (sources('script-src').some((source) => tooBroad.test(source) || unsafe.test(source)))
    return verdict(-20, 'script-src lets strangers in');
  if (sources('object-src').some((source) => tooBroad.test(source)))
    return verdict(-20, 'object-src lets strangers in');
  if ([...csp.values()].flat().some((source) => /^(?:http|ftp):/.test(source)))
    return verdict(-20, 'something may come over plain http');
  if ([...sources('script-src'), ...sources('style-src')].includes("'unsafe-eval'"))
    return verdict(-10, 'text may become code');
  if (sources('style-src').some((source) => tooBroad.test(source) || unsafe.test(source)))
    return verdict(0, 'style-src lets strangers in');
  return csp.get('default-src')?.join(' ') === "'none'"
    ? verdict(10, "nothing unsafe, and default-src 'none'")
    : verdict(5, 'nothing unsafe');
}

/** Six months, as the Observatory counts them. */
const longEnough = 15_552_000;

function transportSecurity(header = ''): Judgement {
  const seconds = Number(/(?:^|;)\s*max-age=(\d+)/i.exec(header)?.[1] ?? Number.NaN);
  const test = 'strict transport security';
  if (Number.isNaN(seconds)) return { test, modifier: -20, because: 'missing' };
  return is(test, seconds >= longEnough, [0, 'half a year or more, not preloaded'], [-10, 'too short']);
}

/** It parses the page without running it: only scripts that stand in the HTML as `<script src>` are seen. */
function subresourceIntegrity(html: string): Judgement {
  const scripts = parseHtml(html).querySelectorAll('script[src]');
  const test = 'subresource integrity';
  if (scripts.some((script) => /^(?:https?:)?\/\//.test(attribute(script, 'src') ?? '')))
    return { test, modifier: -50, because: 'a script comes from elsewhere' };
  return is(
    test,
    scripts.some((script) => attribute(script, 'integrity')),
    [5, 'own scripts carry it'],
    [0, 'no script carries it, all are own'],
  );
}
