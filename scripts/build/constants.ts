import { parse, Rule } from 'postcss';

/**
 * A custom property that is set once, on the root, is a constant: its value is put where it is used. A browser reads a
 * declaration with a variable in it anew for every element.
 */
export function putInConstants(css: string): string {
  const sheet = parse(css);
  const settings = new Map<string, { value: string; onRoot: boolean }[]>();
  sheet.walkDecls(/^--/, ({ prop, value, parent }) => {
    const onRoot = parent instanceof Rule && parent.selector === ':root' && parent.parent === sheet;
    settings.set(prop, [...(settings.get(prop) ?? []), { value, onRoot }]);
  });

  /** Its value, unless that is made of what is no constant. */
  function constant(name: string): string | undefined {
    const [setting, another] = settings.get(name) ?? [];
    if (!setting?.onRoot || another) return undefined;
    // Meanwhile it is not set: one that is made of itself would have no end.
    settings.delete(name);
    const value = putIn(setting.value);
    settings.set(name, [{ value, onRoot: true }]);
    return value.includes('var(') ? undefined : value;
  }
  const putIn = (value: string): string =>
    value.replace(/var\((--[\w-]+)\)/g, (use, name) => constant(name) ?? use);

  sheet.walkDecls((declaration) => {
    declaration.value = putIn(declaration.value);
  });
  return sheet.toString();
}
