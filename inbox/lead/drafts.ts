/**
 * Notes that are written and not yet saved. They wait while one looks at other leads, and outlive the page: a phone puts
 * it away during a call and loads it anew. Only in this tab, and not after the session.
 */
const prefix = 'inbox-note-';

export const draftOf = (ref: string): string => sessionStorage.getItem(prefix + ref) ?? '';

export function keepDraft(ref: string, text: string): void {
  // A full storage throws: then the note is in its field only.
  try {
    if (text) sessionStorage.setItem(prefix + ref, text);
    else dropDraft(ref);
  } catch {}
}

export const dropDraft = (ref: string): void => sessionStorage.removeItem(prefix + ref);

export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
