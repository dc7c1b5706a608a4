/**
 * That a code is on its way outlives the page, and its tab: who goes to Telegram to read it may come back to a page that
 * the phone had put away and loads again, or open the inbox anew. The cookie that belongs to the code lives as long.
 */
const key = 'inbox-code-until';

/** How many minutes the code still works; null when none was sent. */
export function sentCode(): number | null {
  const left = Number(storage()?.getItem(key) ?? 0) - Date.now();
  return left > 0 ? Math.ceil(left / 60_000) : null;
}

export function codeWasSent(seconds: number): number {
  storage()?.setItem(key, String(Date.now() + seconds * 1000));
  return Math.ceil(seconds / 60);
}

export const codeIsUsed = () => storage()?.removeItem(key);

/** To ask for it throws where it is forbidden. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
