/** Names in Telegram, `@lola_uz` or `t.me/lola_uz`: of five to 32 characters, and no part of a mail or web address. */
export function telegramNames(text: string): { name: string; text: string; index: number }[] {
  return [...text.matchAll(/(?:@|t\.me\/)\w+/gi)].flatMap(({ 0: written, index }) => {
    const name = written.slice(written.startsWith('@') ? 1 : 't.me/'.length);
    const end = index + written.length;
    const before = text.slice(Math.max(0, index - 'https://'.length), index).replace(/https?:\/\/$/i, '');
    const after = text.slice(end, end + 2);
    // `t.me/joinchat/…`: an address of Telegram's own.
    const goesOn = /^(?:@|\.\w)/.test(after) || (!written.startsWith('@') && /^\/\w/.test(after));
    const isPart = /[\w.@/-]$/.test(before) || goesOn;
    return /^[a-z]\w{4,31}$/i.test(name) && !isPart ? [{ name, text: written, index }] : [];
  });
}

/** Opens a chat: by the name that was given beside a phone or instead of it, else by the number, where they allow that. */
export function telegramAddress(phone: string, dial: string | null): string | null {
  const found = telegramNames(phone)[0]?.name ?? dial;
  return found && `https://t.me/${found}`;
}
