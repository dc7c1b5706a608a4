import { type FormEvent, type ReactNode, useState } from 'react';
import { fill } from '#contract/fill.ts';
import { submissionLimits } from '#contract/submission.ts';
import { Field } from '#inbox/components/Field.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Lead.module.css';

export const personFields = ['name', 'phone', 'email', 'message'] as const;
export type PersonField = (typeof personFields)[number];
export type Person = Record<PersonField, string>;

type Props = {
  values: Person;
  write(field: PersonField, text: string): void;
  /** What is wrong with an empty field. */
  missing(field: PersonField): string | false;
  below?(field: PersonField): ReactNode;
  save(): void;
  /** Other fields and the buttons. */
  children: ReactNode;
};

/** What a lead consists of, to be added or corrected. */
export function PersonForm({ values, write, missing, below, save, children }: Props) {
  const { lead: words } = useWords();
  const [tried, setTried] = useState(false);
  const problemOf = (field: PersonField) => {
    const text = values[field].trim();
    const limit = submissionLimits[field];
    if (text === '') return missing(field);
    if ([...text].length > limit) return fill(words.tooLong, { limit });
    return field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text) && words.wrongEmail;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const wrong = personFields.find(problemOf);
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    else save();
  };
  return (
    <form className={styles.person} onSubmit={submit} noValidate>
      {personFields.map((field) => {
        const problem = (tried && problemOf(field)) || undefined;
        const Control = field === 'message' ? 'textarea' : 'input';
        return (
          <div key={field}>
            <Field name={field === 'phone' ? words.phoneOrName : words[field]} problem={problem}>
              <Control
                className="control"
                name={field}
                value={values[field]}
                inputMode={field === 'email' ? 'email' : undefined}
                autoComplete="off"
                aria-invalid={problem !== undefined}
                onChange={(event) => write(field, event.currentTarget.value)}
              />
            </Field>
            {below?.(field)}
          </div>
        );
      })}
      {children}
    </form>
  );
}
