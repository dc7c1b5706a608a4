import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideNode } from '#docs/inbox.md';

/** Imports a guide of docs/, for *Help* in the inbox. As elements, because its security policy allows no HTML from scripts. */
export const guides = (): Plugin => ({
  name: 'guides',
  transform: (text, id) =>
    id.endsWith('.md') ? `export default ${JSON.stringify(nodesOf(lexer(text)))}` : undefined,
});

const nodesOf = (tokens: Token[]): GuideNode[] => tokens.flatMap(nodesOfOne);

function nodesOfOne(token: Token): GuideNode[] {
  const children = 'tokens' in token ? nodesOf(token.tokens ?? []) : [];
  const element = (tag: string, attributes = {}): GuideNode[] => [[tag, attributes, children]];
  switch (token.type) {
    case 'heading':
      return element(`h${token.depth}`, { id: anchorOf(token.text) });
    case 'paragraph':
      // One of nothing but links to other documents is empty.
      return children.some((child) => String(child).trim()) ? element('p') : [];
    case 'strong':
    case 'em':
      return element(token.type);
    case 'codespan':
      return [['code', {}, [token.text]]];
    case 'link':
      // The inbox shows no other documents.
      return token.href.startsWith('#') ? element('a', { href: token.href }) : [];
    case 'list':
      return [
        [
          token.ordered ? 'ol' : 'ul',
          {},
          token.items.map(({ tokens }: Tokens.ListItem) => ['li', {}, nodesOf(tokens)]),
        ],
      ];
    case 'table':
      return [tableOf(token as Tokens.Table)];
    // Pictures: the reader has the inbox in front of them.
    case 'html':
    case 'image':
    case 'space':
      return [];
    default:
      return children.length > 0 ? children : [token.raw];
  }
}

/** On a phone each row is a block, with the column's heading before its cells. */
function tableOf({ header, rows }: Tokens.Table): GuideNode {
  const heads = header.map(({ tokens }): GuideNode => ['th', {}, nodesOf(tokens)]);
  const bodies = rows.map((row): GuideNode => {
    const cells = row.map(
      ({ tokens }, i): GuideNode => ['td', { 'data-heading': header[i]?.text ?? '' }, nodesOf(tokens)],
    );
    return ['tr', {}, cells];
  });
  return [
    'table',
    {},
    [
      ['thead', {}, [['tr', {}, heads]]],
      ['tbody', {}, bodies],
    ],
  ];
}

/** As on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
