/** Reads calls of the Bot API: JSON or a form with files, and texts with some HTML tags. */
import type { Received } from './http.ts';

export type File = { name: string; bytes: Buffer };

export function readCall({ headers, body, bytes }: Received): Record<string, unknown> {
  const [, boundary] = /^multipart\/form-data; *boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? [];
  return boundary ? readForm(bytes, boundary) : body === '' ? {} : JSON.parse(body);
}

/** The value `attach://NAME` stands for the file of that name. */
function readForm(bytes: Buffer, boundary: string): Record<string, unknown> {
  const values = new Map<string, string>();
  const files = new Map<string, File>();
  // latin1: every byte is one character, and none is changed.
  const parts = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1);
  for (const part of parts) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const content = Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1');
    const name = /\bname="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = /filename=("?)([^"\r\n;]*)\1/.exec(head)?.[2];
    if (fileName === undefined) values.set(name, content.toString());
    else files.set(name, { name: Buffer.from(fileName, 'latin1').toString(), bytes: content });
  }
  return Object.fromEntries([...values].map(([name, value]) => [name, fieldOf(value, files)]));
}

function fieldOf(value: string, files: Map<string, File>): unknown {
  const withFile = (_: string, each: unknown) =>
    typeof each === 'string' && each.startsWith('attach://')
      ? files.get(each.slice('attach://'.length))
      : each;
  return value.startsWith('{') ? JSON.parse(value, withFile) : withFile('', value);
}

const knownTags = new Set(['a', 'b', 'code', 'i', 'pre', 's', 'u']);
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The visible text, or null where Telegram would refuse the tags. */
export function visibleText(html: string): string | null {
  let text = '';
  const open: string[] = [];
  for (const [token, tag, entity] of html.matchAll(/<([^>]*)>|&(\w+);|[^<&]+|[<&]/g)) {
    if (tag?.startsWith('/')) {
      if (open.pop() !== tag.slice(1)) return null;
    } else if (tag !== undefined) {
      const name = tag.split(' ')[0] ?? '';
      if (!knownTags.has(name)) return null;
      open.push(name);
    } else if (entity !== undefined) {
      text += entities[entity] ?? token;
    } else if (token === '<') {
      return null;
    } else {
      text += token;
    }
  }
  return open.length === 0 ? text : null;
}
