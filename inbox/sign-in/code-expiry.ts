/** When the code expires. Survives a reload: a phone may drop the page while its owner reads the code in Telegram. */
const key = 'inbox-code-until';

export function minutesLeft(): number | null {
  const left = Number(localStorage.getItem(key) ?? 0) - Date.now();
  return left > 0 ? Math.ceil(left / 60_000) : null;
}

export function rememberCodeExpiry(seconds: number): number {
  localStorage.setItem(key, String(Date.now() + seconds * 1000));
  return Math.ceil(seconds / 60);
}

export const forgetCodeExpiry = () => localStorage.removeItem(key);
