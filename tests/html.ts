import { type HtmlElement, HtmlValidate, Parser } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React's output, such as `maxLength`, `required=""`, `<input/>` and ids like `_R_5m9_`, is valid.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // On phones the comparison table has `display: block`, which removes its native roles.
    'no-redundant-role': 'off',
  },
});
const parser = new Parser(await validator.getConfigFor('page.html'));

/** One sentence for each problem of a document. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

export const parseHtml = (html: string): HtmlElement => parser.parseHtml(html);

/** The parser does not decode character references. */
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
