import { telegramNames } from '../../contract/telegram-address.ts';

/** Splits a text at its web addresses and at names in Telegram. Everything else, `javascript:` too, stays text. */
export function linkParts(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = [];
  let done = 0;
  for (const { index, shown, href } of links(text)) {
    // Within an address that stands there already.
    if (index < done) continue;
    if (index > done) parts.push({ text: text.slice(done, index) });
    parts.push({ text: shown, href });
    done = index + shown.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

function links(text: string): { index: number; shown: string; href: string }[] {
  const addresses = [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map(({ 0: found, index }) => {
    const shown = withoutEnd(found);
    return { index, shown, href: shown };
  });
  const names = telegramNames(text).map(({ name, text: shown, index }) => {
    return { index, shown, href: `https://t.me/${name}` };
  });
  return [...addresses.filter(({ href }) => isAddress(href)), ...names].sort((a, b) => a.index - b.index);
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
