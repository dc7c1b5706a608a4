import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { blockedAttributes, inlineSources } from './inline.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('every inline style and executable script has one hash', () => {
  const html = `<STYLE>a{}</STYLE><style media="print">b{}</style><script>one()</script>
    <script type="module">two()</script><script data-x="a > b">three()</script><script>one()</script>
    <noscript><style>c{}</style></noscript>`;
  expect(inlineSources(html)).toEqual({
    scripts: ['one()', 'two()', 'three()'].map(hash),
    styles: ['a{}', 'b{}', 'c{}'].map(hash),
    dataImages: false,
  });
});

test('external scripts, data blocks and empty elements have none', () => {
  const html = `<script></script><script type="module" src="/assets/a.js" integrity="sha384-x"></script><script src=/b.js></script>
    <script type="application/ld+json">{}</script><script id="x" type=application/json>[]</script>`;
  expect(inlineSources(html).scripts).toEqual([]);
});

test('line breaks are hashed as LF, as browsers see them', () => {
  expect(inlineSources('<script>a\r\nb\rc</script>').scripts).toEqual([hash('a\nb\nc')]);
});

test('attributes that the policy would block are reported', () => {
  const html = `<p style="color:red">a</p><b onclick='x()'>b</b><i STYLE = x>c</i>`;
  expect(blockedAttributes(html)).toEqual(['<p style="color:red">', `<b onclick='x()'>`, '<i STYLE = x>']);
});

test('text that only looks like such an attribute is not reported', () => {
  const html = `<p title="a style=b" data-style="x" data-on=y>style="x" onclick=y</p><script>a='<p style="x">'</script>`;
  expect(blockedAttributes(html)).toEqual([]);
});
