import { linkParts } from './link-parts.ts';

/** What a stranger wrote, as text. An address becomes a link only when it is one of the web. */
export const MessageText = ({ children }: { children: string }) =>
  linkParts(children).map(({ text, href }, index) =>
    href ? (
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ) : (
      text
    ),
  );
