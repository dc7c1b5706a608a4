/** Edits a text in place. `{proPrice}` is a chip with its value, which can be moved but not deleted or doubled. */
import type { Language } from '../../contract/languages.ts';
import { dayText } from '../../contract/time-text.ts';

type Shown = { text: string; nameShown(name: string): string };

/** What a placeholder stands for: `$2,299`, `30-oktabr`. */
export const nameShownIn = (language: Language, valueAt: (path: string) => string) => (name: string) => {
  const day = valueAt(`deadlines.${name}`);
  return day ? dayText(`2027-${day}`, language, '2027') : valueAt(`facts.${name}`) || `{${name}}`;
};

function show(element: HTMLElement, { text, nameShown }: Shown): void {
  const page = element.ownerDocument;
  element.replaceChildren(
    ...text.split(/\{(\w+)\}/).map((part, index) => {
      if (index % 2 === 0) return page.createTextNode(part);
      const chip = page.createElement('span');
      chip.dataset.name = part;
      chip.contentEditable = 'false';
      chip.textContent = nameShown(part);
      return chip;
    }),
  );
}

function read(element: HTMLElement): string {
  const parts = [...element.childNodes].map((node) => {
    const name = (node as HTMLElement).dataset?.name;
    return name ? `{${name}}` : (node.textContent ?? '');
  });
  // One line, and no letters that nobody sees.
  return parts.join('').replace(/[\s\p{Cc}]+/gu, ' ');
}

const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();

/** Answers how to end; the element then shows the text it is given. */
export function edit(element: HTMLElement, shown: Shown, changed: (text: string) => void) {
  let text = shown.text;
  const onInput = (event: Event) => {
    // Moving a chip is two steps; in between it is gone.
    if ((event as InputEvent).inputType === 'deleteByDrag') return;
    const typed = read(element);
    if (names(typed) !== names(text)) return show(element, { ...shown, text });
    text = typed;
    changed(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  show(element, shown);
  element.setAttribute('contenteditable', 'plaintext-only');
  // Firefox before 136 does not know the word.
  if (!element.isContentEditable) element.setAttribute('contenteditable', 'true');
  element.addEventListener('input', onInput);
  element.addEventListener('keydown', onKeyDown);
  return (final?: string) => {
    if (final !== undefined) show(element, { ...shown, text: final });
    element.removeEventListener('input', onInput);
    element.removeEventListener('keydown', onKeyDown);
    element.removeAttribute('contenteditable');
  };
}
