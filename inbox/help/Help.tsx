import { createElement, type ReactNode } from 'react';
import en, { type GuideNode } from '#docs/inbox.md';
import ru from '#docs/inbox.ru.md';
import uz from '#docs/inbox.uz.md';
import { useTitle } from '#inbox/components/use-title.ts';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import styles from './Help.module.css';

const guides = { uz, en, ru };

export function Help() {
  const { language, words } = useLocale();
  useTitle(words.help);
  return <div className={`page ${styles.guide}`}>{guides[language].map(elementOf)}</div>;
}

function elementOf(node: GuideNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, attributes, children] = node;
  return createElement(tag, { ...attributes, key }, children.map(elementOf));
}
