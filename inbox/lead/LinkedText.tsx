import { telegramNames } from '#contract/telegram-address.ts';
import { OutwardLink } from '#inbox/components/OutwardLink.tsx';

type Part = { text: string; href?: string };

/** A full stop after a URL ends the sentence. */
const webAddress = /(https?:\/\/[\p{L}\p{N}][^\s<>"]*[^\s<>".,:;!?)\]}'»”’])/iu;

/** Splits a text at its URLs and Telegram names. Everything else, `javascript:` too, stays text. */
export const linkParts = (text: string): Part[] =>
  text
    .split(webAddress)
    .flatMap((part, index) => (index % 2 === 1 ? { text: part, href: part } : nameParts(part)));

function nameParts(text: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const { index, text: written, name } of telegramNames(text)) {
    parts.push({ text: text.slice(done, index) }, { text: written, href: `https://t.me/${name}` });
    done = index + written.length;
  }
  return [...parts, { text: text.slice(done) }].filter((part) => part.text !== '');
}

export const LinkedText = ({ children }: { children: string }) =>
  linkParts(children).map(({ text, href }, index) =>
    href ? (
      <OutwardLink key={index} href={href}>
        {text}
      </OutwardLink>
    ) : (
      text
    ),
  );
