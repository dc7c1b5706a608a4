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
 * A labelled field. Errors are shown under it in the language of the page, not in the browser's bubble, which has the
 * language of the phone.
 */
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
    // Without its bubble the browser does not focus the first invalid field. WebKit would leave it under the header.
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
      // The browser silently cuts off what is too long. An emoji counts as two.
      setProblem(currentTarget.value.length > limit - 2 ? 'full' : null);
    },
  };

  return (
    <div ref={field} className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {/* A translated page would keep text that has siblings: see prose.tsx. */}
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
        // The focus is still in a full field, so its description would not be read out.
        <p id={`${id}-problem`} className={styles.problem} role={problem === 'full' ? 'alert' : undefined}>
          {fill(t(`contact.${problem}`), { limit })}
        </p>
      )}
    </div>
  );
}
