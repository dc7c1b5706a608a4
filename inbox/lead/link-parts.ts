/** Splits a text at its web addresses. Everything else, `javascript:` too, stays text. */
export function linkParts(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = [];
  let done = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    const address = withoutEnd(match[0]);
    if (!isAddress(address)) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: address, href: address });
    done = match.index + address.length;
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
