/** Outlives the page: a phone may put it away while its owner reads the code in Telegram. The code's cookie lives as long. */
const key = 'inbox-code-until';

/** How many minutes the code still works; null when none was sent. */
export function sentCode(): number | null {
  const left = Number(localStorage.getItem(key) ?? 0) - Date.now();
  return left > 0 ? Math.ceil(left / 60_000) : null;
}

export function codeWasSent(seconds: number): number {
  localStorage.setItem(key, String(Date.now() + seconds * 1000));
  return Math.ceil(seconds / 60);
}

export const codeIsUsed = () => localStorage.removeItem(key);
