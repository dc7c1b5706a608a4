import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { withoutInvisible, withUzbekApostrophes } from '#content/content.ts';
import type { Language } from '#contract/languages.ts';
import { dayText } from '#contract/time-text.ts';
import type { Draft } from './use-draft.ts';

type ValueAt = Draft['valueAt'];

/** Keeps the text of an element up to date; `data-path` says which text it is. */
export function useShown(element: HTMLElement | null, { valueAt }: Pick<Draft, 'valueAt'>): void {
  const show = useEffectEvent((element: HTMLElement) =>
    element.replaceChildren(...nodesOf(element, valueAt)),
  );
  const value = element && valueAt(pathOf(element));
  // Runs before the next keystroke. Text typed in this element is not rendered again, because that would move the cursor.
  useLayoutEffect(() => {
    if (element && value !== textOf(element)) show(element);
  }, [element, value]);
  useEffect(() => {
    if (element) return () => show(element);
  }, [element]);
}

/**
 * Edits the text of an element in place. A placeholder like `{proPrice}` is shown as a
 * chip with its value: it can be moved, but not deleted or doubled.
 */
export function useEditing(element: HTMLElement | null, { valueAt, change }: Draft): void {
  useShown(element, { valueAt });
  const onInput = useEffectEvent((element: HTMLElement, { inputType }: InputEvent) => {
    // A chip that is dragged is first deleted, then inserted.
    if (inputType === 'deleteByDrag') return;
    const typed = textOf(element);
    if (namesIn(typed) === namesIn(valueAt(pathOf(element)))) change(pathOf(element), typed);
    else element.replaceChildren(...nodesOf(element, valueAt));
  });
  useEffect(() => {
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    element.setAttribute('contenteditable', 'plaintext-only');
    // Firefox before 136 has no `plaintext-only`.
    if (!element.isContentEditable) element.setAttribute('contenteditable', 'true');
    element.addEventListener('input', (event) => onInput(element, event as InputEvent), { signal });
    element.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault(), {
      signal,
    });
    return () => {
      listening.abort();
      element.removeAttribute('contenteditable');
    };
  }, [element]);
}

const pathOf = (element: HTMLElement): string => element.dataset.path ?? '';

function nodesOf(element: HTMLElement, valueAt: ValueAt): Node[] {
  const path = pathOf(element);
  const language = path.split('.')[1] as Language;
  const page = element.ownerDocument;
  return valueAt(path)
    .split(/\{(\w+)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return page.createTextNode(part);
      const chip = page.createElement('span');
      chip.dataset.name = part;
      chip.contentEditable = 'false';
      chip.textContent = placeholderText(part, language, valueAt);
      return chip;
    });
}

export function placeholderText(name: string, language: Language, valueAt: ValueAt): string {
  const day = valueAt(`deadlines.${name}`);
  return day ? dayText(`2027-${day}`, language, '2027') : valueAt(`facts.${name}`) || `{${name}}`;
}

function textOf(element: HTMLElement): string {
  const parts = [...element.childNodes].map((node) => {
    const name = (node as HTMLElement).dataset?.name;
    return name ? `{${name}}` : node.textContent;
  });
  const text = withoutInvisible(parts.join('')).replace(/\s+/g, ' ');
  return pathOf(element).startsWith('texts.uz.') ? withUzbekApostrophes(text) : text;
}

const namesIn = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join();
