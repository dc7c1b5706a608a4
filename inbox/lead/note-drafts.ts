/** Unsaved notes survive a reload, but not the tab or the session. */
const prefix = 'inbox-note-';

export const draftOf = (ref: string): string => sessionStorage.getItem(prefix + ref) ?? '';

export const keepDraft = (ref: string, text: string): void => sessionStorage.setItem(prefix + ref, text);

export const dropDraft = (ref: string): void => sessionStorage.removeItem(prefix + ref);

export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
