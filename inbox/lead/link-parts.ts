/** Splits a text at its web addresses and at names in Telegram. Everything else, `javascript:` too, stays text. */
export function linkParts(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = [];
  let done = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+|\B@[a-z]\w{4,31}(?![\w@]|\.\w)/gi)) {
    const found = withoutEnd(match[0]);
    const href = found.startsWith('@') ? `https://t.me/${found.slice(1)}` : found;
    if (!isAddress(href)) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: found, href });
    done = match.index + found.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

/** The full stop after an address ends the sentence. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && ".,:;!?)]}'»”’".includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** `URL.canParse` is younger than some phones. */
function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
