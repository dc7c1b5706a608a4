import { onDevice } from '#inbox/device.ts';

/** When the code expires. Survives a reload: a phone may drop the page while its owner reads the code in Telegram. */
const key = 'inbox-code-until';

export const codeExpiry = (): number => Number(onDevice[key] ?? 0);

export function rememberCodeExpiry(seconds: number): void {
  onDevice[key] = String(Date.now() + seconds * 1000);
}

export function forgetCodeExpiry(): void {
  delete onDevice[key];
}
