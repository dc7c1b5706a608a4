import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { blockedAttributes, inlineSources } from './inline.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('every inline script that runs and every style is found once', () => {
  const html = `<STYLE>a{}</STYLE><style media="print">b{}</style><script>one()</script>
    <script type="module">two()</script><script data-x="a > b">three()</script><script>one()</script>
    <noscript><style>c{}</style></noscript>`;
  expect(inlineSources(html)).toEqual({
    scripts: ['one()', 'two()', 'three()'].map(hash),
    styles: ['a{}', 'b{}', 'c{}'].map(hash),
    dataImages: false,
  });
});

test('files, data blocks and empty elements need no hash', () => {
  const html = `<script></script><script type="module" src="/assets/a.js" integrity="sha384-x"></script><script src=/b.js></script>
    <script type="application/ld+json">{}</script><script id="x" type=application/json>[]</script>`;
  expect(inlineSources(html).scripts).toEqual([]);
});

test('the hash is of what the browser sees: line ends are LF', () => {
  expect(inlineSources('<script>a\r\nb\rc</script>').scripts).toEqual([hash('a\nb\nc')]);
});

test('attributes the policy would block are named', () => {
  const html = `<p style="color:red">a</p><b onclick='x()'>b</b><i STYLE = x>c</i>`;
  expect(blockedAttributes(html)).toEqual(['<p style="color:red">', `<b onclick='x()'>`, '<i STYLE = x>']);
});

test('what only looks like such an attribute is left alone', () => {
  const html = `<p title="a style=b" data-style="x" data-on=y>style="x" onclick=y</p><script>a='<p style="x">'</script>`;
  expect(blockedAttributes(html)).toEqual([]);
});
