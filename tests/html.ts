import { type HtmlElement, HtmlValidate, Parser } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes `maxLength`, `required=""`, `<input/>` and ids like `_R_5m9_`, which is valid.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // On phones the comparison table is laid out as cards, and `display: block` takes the native roles away.
    'no-redundant-role': 'off',
  },
});
const parser = new Parser(await validator.getConfigFor('page.html'));

/** What is wrong with a document, one sentence each. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

export const parseHtml = (html: string): HtmlElement => parser.parseHtml(html);

/** The parser leaves character references as they are written. */
export const decode = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

export const attribute = (element: HtmlElement | null, name: string): string | null => {
  const value = element?.getAttributeValue(name) ?? null;
  return value === null ? null : decode(value);
};
