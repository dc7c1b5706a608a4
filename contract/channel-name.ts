/** `Telegram`, `Webhook` or an e-mail address, as people call a channel. */
export function channelName(channel: string): string {
  if (channel.startsWith('email:')) return channel.slice('email:'.length);
  return channel.charAt(0).toUpperCase() + channel.slice(1);
}
