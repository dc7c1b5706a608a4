/** As Telegram takes them: five to 32 letters, digits and underscores. Not the end of a mail address, nor the start of one. */
const name = /(?:^|[^\w.@/-])(?:@|(?:https?:\/\/)?t\.me\/)([a-z]\w{4,31})(?![\w@]|\.\w)/i;

/** Opens a chat: by the name that was given beside a phone or instead of it, else by the number, where they allow that. */
export function telegramAddress(phone: string, dial: string | null): string | null {
  const found = name.exec(phone)?.[1] ?? dial;
  return found && `https://t.me/${found}`;
}
