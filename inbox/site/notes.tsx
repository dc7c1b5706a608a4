import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fill } from '#contract/fill.ts';
import type { Language } from '#contract/languages.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { useRoom } from './room.ts';
import styles from './Site.module.css';
import { inBrackets } from './shown-value.ts';
import { discard } from './typed-values.ts';

export function useDiscard() {
  const words = useWords();
  const showToast = useToast();
  return useMutation({
    mutationFn: discard,
    onError: (error) => showToast('problem', failureText(error, words)),
  });
}

export const Note = ({ ok, children }: { ok?: boolean; children: ReactNode }) => (
  <span className={`small ${styles.note}`} data-ok={ok}>
    <Icon name={ok ? 'check' : 'warning'} />
    <span>{children}</span>
  </span>
);

export function Problem({ path }: { path: string }) {
  const { problems } = useWords().site;
  const { typed, valueAt, problemAt } = useRoom();
  const problem = problemAt(path);
  const name =
    problem && 'name' in problem
      ? inBrackets(`{${problem.name}}`, path.split('.')[1] as Language, valueAt)
      : '';
  const isUnknown = typed[path]?.refused === 'unknown';
  const text = isUnknown ? problems.unknown : problem && fill(problems[problem.kind], { ...problem, name });
  return <div role="alert">{text && <Note>{text}</Note>}</div>;
}
