import {
  type FormEvent,
  type InputHTMLAttributes,
  type InvalidEvent,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { fill } from '../../../contract/fill.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import styles from './Field.module.css';

type Control = HTMLInputElement | HTMLTextAreaElement;
type Props = { label: string } & (
  | ({ rows: number } & TextareaHTMLAttributes<HTMLTextAreaElement>)
  | ({ rows?: never } & InputHTMLAttributes<HTMLInputElement>)
);

/**
 * A labelled field that owns its accessibility wiring. What is wrong is said under the field in the page's
 * language, instead of in the browser's bubble, whose language is the phone's.
 */
export function Field({ label, ...attributes }: Props) {
  const { t } = useLanguage();
  const id = useId();
  const limit = attributes.maxLength ?? Number.POSITIVE_INFINITY;
  const field = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<'required' | 'emailInvalid' | 'full' | null>(null);

  useEffect(() => {
    // A form that was sent is emptied without an `input`.
    const form = field.current?.closest('form');
    const clear = () => setProblem(null);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);

  const explain = (event: InvalidEvent<Control>) => {
    event.preventDefault();
    // Without its bubble the browser does not go to the first faulty field either. And WebKit, which goes to what it
    // focuses, would leave it under the header.
    const { form } = event.currentTarget;
    if (form?.querySelector('input:invalid, textarea:invalid') === event.currentTarget) {
      event.currentTarget.focus({ preventScroll: true });
      field.current?.scrollIntoView({ block: 'nearest' });
    }
    setProblem(event.currentTarget.validity.typeMismatch ? 'emailInvalid' : 'required');
  };
  const wiring = {
    ...attributes,
    id,
    className: styles.control,
    'aria-invalid': problem && problem !== 'full' ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    onInvalid: explain,
    onInput: ({ currentTarget }: FormEvent<Control>) => {
      // The browser cuts off what is too long and says nothing. An emoji, which counts as two, it leaves out whole.
      setProblem(currentTarget.value.length > limit - 2 ? 'full' : null);
    },
  };

  return (
    <div ref={field} className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {/* An element of its own, or a translated page keeps the old label: see prose.tsx. */}
        <span>{label}</span>
        {attributes.required && (
          <span className={styles.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {attributes.rows ? (
        <textarea {...(wiring as TextareaHTMLAttributes<HTMLTextAreaElement>)} />
      ) : (
        <input type="text" {...(wiring as InputHTMLAttributes<HTMLInputElement>)} />
      )}
      {problem && (
        // Nobody has left the field when it is full: its description would not be read out.
        <p id={`${id}-problem`} className={styles.problem} role={problem === 'full' ? 'alert' : undefined}>
          {fill(t(`contact.${problem}`), { limit })}
        </p>
      )}
    </div>
  );
}
