import { inTab } from '#inbox/device.ts';

/** Unsaved notes survive a reload, but not the tab or the session. */
const prefix = 'inbox-note-';

export const draftOf = (ref: string): string => inTab[prefix + ref] ?? '';

export function keepDraft(ref: string, text: string): void {
  inTab[prefix + ref] = text;
}

export function dropDraft(ref: string): void {
  delete inTab[prefix + ref];
}

export function dropAllDrafts(): void {
  for (const key of Object.keys(inTab)) if (key.startsWith(prefix)) delete inTab[key];
}
