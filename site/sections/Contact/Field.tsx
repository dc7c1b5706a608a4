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
import { fill } from '#contract/fill.ts';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import styles from './Field.module.css';

type Control = HTMLInputElement | HTMLTextAreaElement;
type Props = { label: string } & (
  | ({ rows: number } & TextareaHTMLAttributes<HTMLTextAreaElement>)
  | ({ rows?: never } & InputHTMLAttributes<HTMLInputElement>)
);

/** Errors are shown under the field in the page's language; the browser's own bubbles are in the phone's language. */
export function Field({ label, ...attributes }: Props) {
  const { t } = useLanguage();
  const id = useId();
  const limit = attributes.maxLength ?? Number.POSITIVE_INFINITY;
  const field = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<'required' | 'emailInvalid' | 'full' | null>(null);

  useEffect(() => {
    // A reset fires no `input`.
    const form = field.current?.closest('form');
    const clear = () => setProblem(null);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);

  const explain = (event: InvalidEvent<Control>) => {
    event.preventDefault();
    // This also stops the browser from focusing the first invalid field. WebKit would scroll it under the header.
    const { form } = event.currentTarget;
    if (form?.querySelector('input:invalid, textarea:invalid') === event.currentTarget) {
      event.currentTarget.focus({ preventScroll: true });
      field.current?.scrollIntoView({ block: 'nearest' });
    }
    setProblem(event.currentTarget.validity.typeMismatch ? 'emailInvalid' : 'required');
  };
  const controlProps = {
    ...attributes,
    id,
    className: styles.control,
    'aria-invalid': problem && problem !== 'full' ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    onInvalid: explain,
    onInput: ({ currentTarget }: FormEvent<Control>) => {
      // The browser silently cuts off longer text. Shown when an emoji, two units long, would no longer fit.
      setProblem(currentTarget.value.length > limit - 2 ? 'full' : null);
    },
  };

  return (
    <div ref={field} className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {/* Text beside other nodes breaks on a translated page: see unbreakable.tsx. */}
        <span>{label}</span>
        {attributes.required && (
          <span className={styles.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {attributes.rows ? (
        <textarea {...(controlProps as TextareaHTMLAttributes<HTMLTextAreaElement>)} />
      ) : (
        <input type="text" {...(controlProps as InputHTMLAttributes<HTMLInputElement>)} />
      )}
      {problem && (
        // A full field keeps the focus, so a changed description would not be read out.
        <p id={`${id}-problem`} className={styles.problem} role={problem === 'full' ? 'alert' : undefined}>
          {fill(t(`contact.${problem}`), { limit })}
        </p>
      )}
    </div>
  );
}
