/** Chooses a file and headers as Netlify's documentation says. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type HostAnswer = { status: number; file: string; headers: Record<string, string> };
type Host = (target: string) => HostAnswer;

const isFile = (dist: string, path: string) =>
  statSync(join(dist, path), { throwIfNoEntry: false })?.isFile() ?? false;

/** The first matching rule wins. With `!` it applies even where a file exists; parameters must match exactly. */
export function netlify(dist: string): Host {
  const rules = readFileSync(join(dist, '_redirects'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', ...rest] = line.split(' ');
      const status = rest.pop() ?? '';
      const to = rest.pop() ?? '';
      return {
        from,
        parameters: new Map(rest.map(pair)),
        to,
        status: Number.parseInt(status, 10),
        forced: status.endsWith('!'),
      };
    });
  return (target) => {
    const [path = '', query] = target.split('?');
    const parameters = new Map(query?.split('&').map(pair) ?? []);
    const file = [path, `${path}.html`, `${path}index.html`].find((name) => isFile(dist, name));
    const rule = rules.find(
      ({ from, parameters: wanted, forced }) =>
        (from === path || from === '/*') &&
        (forced || file === undefined) &&
        wanted.size === parameters.size &&
        [...wanted].every(
          ([name, value]) =>
            parameters.get(name) === value || (value.startsWith(':') && parameters.has(name)),
        ),
    );
    const headers = fromHeadersFile(dist, path);
    if (rule) return { status: rule.status, file: rule.to, headers };
    return file === undefined ? { status: 404, file: '/404.html', headers } : { status: 200, file, headers };
  };
}

function pair(text: string): [name: string, value: string] {
  const [name = '', value = ''] = text.split('=');
  return [name, value];
}

/** All matching rules of `_headers` apply; a header that two of them name is sent with both values. */
function fromHeadersFile(dist: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let matches = false;
  for (const line of readFileSync(join(dist, '_headers'), 'utf8').split('\n')) {
    if (!line.startsWith(' '))
      matches = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line;
    else if (matches) {
      const [name = '', value = ''] = line.trim().split(/: (.*)/);
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
  }
  return headers;
}
