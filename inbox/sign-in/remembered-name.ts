import type { Me } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { onDevice } from '#inbox/device.ts';

const key = 'inbox-name';

export const rememberedName = (): string => onDevice[key] ?? '';

export function rememberName({ name }: Me): void {
  if (name) onDevice[key] = name;
}

/** Signs in under the name used on this device before. */
export async function signInAs(secret: { code: string } | { token: string }): Promise<Me> {
  const me = await api.signIn(secret);
  return rememberedName() ? api.setName(rememberedName()).catch(() => me) : me;
}
