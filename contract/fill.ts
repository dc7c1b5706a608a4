/** Replaces each `{name}` with its value; unknown names stay. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
