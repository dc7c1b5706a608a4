/** Telegram user names, `@lola_uz` or `t.me/lola_uz`: five to 32 characters, not part of an e-mail or web address. */
export function telegramNames(text: string): { name: string; text: string; index: number }[] {
  return [...text.matchAll(/(?:@|t\.me\/)\w+/gi)].flatMap(({ 0: written, index }) => {
    const name = written.slice(written.startsWith('@') ? 1 : 't.me/'.length);
    const end = index + written.length;
    const before = text.slice(Math.max(0, index - 'https://'.length), index).replace(/https?:\/\/$/i, '');
    const after = text.slice(end, end + 2);
    // `t.me/joinchat/…` contains no user name.
    const goesOn = /^(?:@|\.\w)/.test(after) || (!written.startsWith('@') && /^\/\w/.test(after));
    const isPart = /[\w.@/-]$/.test(before) || goesOn;
    return /^[a-z]\w{4,31}$/i.test(name) && !isPart ? [{ name, text: written, index }] : [];
  });
}

/** Opens a chat with the user name in the phone field, or else with the number, which works if the person allows it. */
export function telegramAddress(phone: string, dial: string | null, id: string | null = null): string | null {
  const found = telegramNames(phone)[0]?.name ?? dial;
  if (found) return `https://t.me/${found}`;
  // Opens in Telegram's apps for those who have met the person, such as the admin.
  return id && `tg://user?id=${id}`;
}
