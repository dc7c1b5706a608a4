/**
 * What the legal pages need of the dictionary: the words around the content. Those of the landing page, three quarters of them,
 * would be fetched for nothing.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { parseJson } from './parse-json.ts';

export const frameQuery = '?frame';

const landing = ['hero', 'services', 'process', 'why', 'faq', 'contact', 'notFound', 'startNote'];

export const frameWords: Plugin = {
  name: 'frame-words',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(`.json${frameQuery}`)) return null;
    const words = parseJson(await readFile(id.slice(0, -frameQuery.length), 'utf8'));
    // Whoever renders the pages needs more for their heads.
    const left = this.environment.config.consumer === 'client' ? landing : [];
    const frame = Object.entries(words).filter(([name]) => !left.includes(name));
    return { code: `export default ${JSON.stringify(Object.fromEntries(frame))}`, moduleType: 'js' };
  },
};
