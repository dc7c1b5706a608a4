/**
 * Notes that are written and not yet saved. They wait while one looks at other leads, and outlive the page: a phone puts
 * it away during a call and loads it anew. Only in this tab, and not after the session.
 */
const prefix = 'inbox-note-';
const drafts = new Map<string, string>();

export const draftOf = (ref: string): string => drafts.get(ref) ?? sessionStorage.getItem(prefix + ref) ?? '';

export function keepDraft(ref: string, text: string): void {
  drafts.set(ref, text);
  // A full storage throws: then the note does not outlive the page.
  try {
    sessionStorage.setItem(prefix + ref, text);
  } catch {}
}

export function dropDraft(ref: string): void {
  drafts.delete(ref);
  sessionStorage.removeItem(prefix + ref);
}

export function dropAllDrafts(): void {
  drafts.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
