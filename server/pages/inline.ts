import { createHash } from 'node:crypto';
import type { CspSources } from './security-headers.ts';

const element = /<(script|style)\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/\1\s*>/gi;
const attribute = (name: string) => new RegExp(`\\s${name}(?:\\s*=\\s*["']?([^"'\\s>]*))?`, 'i');

export function inlineSources(
  document: string,
): Pick<Required<CspSources>, 'scripts' | 'styles' | 'dataImages'> {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, name, attributes = '', text = ''] of document.matchAll(element)) {
    if (text === '') continue;
    if (name?.toLowerCase() === 'style') styles.add(sourceHash(text));
    else if (!attribute('src').test(attributes) && isExecuted(attributes)) scripts.add(sourceHash(text));
  }
  return { scripts: [...scripts], styles: [...styles], dataImages: document.includes('data:image/') };
}

/** Inline styles and event handlers, which no hash allows. The build stops on them. */
export function blockedAttributes(document: string): string[] {
  const tags = document.replace(element, '').match(/<[a-z][^\s>/]*(?:[^>"']|"[^"]*"|'[^']*')*>/gi) ?? [];
  return tags.filter((tag) => /\s(?:style|on[a-z]+)\s*=/i.test(tag.replace(/=\s*(?:"[^"]*"|'[^']*')/g, '=')));
}

/** JSON blocks are data and need no hash. */
function isExecuted(attributes: string): boolean {
  return !/json/i.test(attribute('type').exec(attributes)?.[1] ?? '');
}

function sourceHash(text: string): string {
  // The HTML parser turns CR LF into LF before the browser hashes.
  return `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`;
}
