/** `telegram`, `webhook`, `email:staff@example.uz` as people call them. */
export function channelName(channel: string): string {
  if (channel.startsWith('email:')) return channel.slice('email:'.length);
  return channel.charAt(0).toUpperCase() + channel.slice(1);
}
