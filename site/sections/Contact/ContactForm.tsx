import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { fixed } from '../../../content/fixed.ts';
import { fill } from '../../../contract/fill.ts';
import {
  noticeAnchors,
  plainFormFields,
  type Submission,
  submissionLimits,
  submissionPath,
} from '../../../contract/submission.ts';
import { buttonClass } from '../../components/Button/Button.tsx';
import { useToasts } from '../../components/Toasts/Toasts.tsx';
import { ToastText } from '../../components/Toasts/ToastText.tsx';
import { localAddress } from '../../i18n/addresses.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { countClick } from '../../stats/count-click.ts';
import styles from './ContactForm.module.css';
import { Field } from './Field.tsx';
import { newIdempotencyKey, type Outcome, sendSubmission } from './send-submission.ts';

/** Without script. A static host has no server to post to, so the visitor's mail program gets the form. */
const plainAction = (email: string) =>
  __HOSTED_PROJECT__ ? { action: `mailto:${email}`, encType: 'text/plain' } : { action: submissionPath };

/** Counted once per visit. */
let begun = false;

/**
 * A plain form that posts by itself; with script it is sent in place. Its fields are uncontrolled, so that what was typed
 * before React arrived stays.
 */
export function ContactForm() {
  const { t, links, language } = useLanguage();
  const showToast = useToasts();
  const [sending, setSending] = useState(false);
  /** Undefined until the button is clicked. */
  const [outcome, setOutcome] = useState<Outcome | null>();
  // The same text sent again is stored once; an edited one is new.
  const last = useRef({ text: '', key: '' });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const submission = submissionOf(form);
    const text = JSON.stringify(submission);
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() };
    setSending(true);
    const result = await sendSubmission(submission, {
      language,
      idempotencyKey: last.current.key,
      trap: typed(form, plainFormFields.trap),
      age: Math.round(performance.now()),
    });
    setSending(false);
    setOutcome(result);
    if (result.sent) {
      // What was written meanwhile was not sent.
      if (JSON.stringify(submissionOf(form)) === text) form.reset();
      last.current.text = '';
      showToast('form', { kind: 'success', content: <Sent /> });
    } else showToast('form', { kind: 'error', content: <NotSent wait={result.wait} /> });
  };

  /** Also called for Enter in a field, and before the browser looks for what is missing. */
  const prepare = (event: MouseEvent<HTMLButtonElement>) => {
    // The second click of a double click may meet the form when it is sent and empty.
    if (event.detail > 1) return event.preventDefault();
    setOutcome(null);
    showToast('form');
    // To the browser spaces are a value; to the service the field is missing.
    const form = event.currentTarget.form as HTMLFormElement;
    for (const field of form.querySelectorAll<HTMLInputElement>(':required'))
      if (!typed(form, field.name)) field.value = '';
  };

  const noteInput = () => {
    if (outcome?.sent) setOutcome(null);
    if (!begun) countClick('form')();
    begun = true;
  };

  return (
    <form
      className={`card ${styles.form}`}
      {...plainAction(links.email)}
      method="post"
      aria-labelledby="form-title"
      onSubmit={submit}
      onInput={noteInput}
    >
      <h3 id="form-title">{t('contact.formTitle')}</h3>
      <p className={styles.lead}>{t('contact.formLead')}</p>

      {/* Shown by :target after a form sent without script. */}
      {outcome === undefined && (
        <>
          <div id={noticeAnchors.sent} className={styles.outcome} role="status">
            <Sent />
          </div>
          <div id={noticeAnchors.failed} className={styles.outcome} role="alert" data-failed>
            <NotSent hint={t('contact.backHint')} />
            <TelegramInstead />
          </div>
        </>
      )}

      <Field
        label={t('contact.name')}
        name="name"
        placeholder={t('contact.namePlaceholder')}
        maxLength={submissionLimits.name}
        autoComplete="name"
        required
      />
      <Field
        label={t('contact.phone')}
        name="phone"
        type="tel"
        placeholder={fixed.phonePlaceholder}
        maxLength={submissionLimits.phone}
        autoComplete="tel"
        required
      />
      <Field
        label={t('contact.email')}
        name="email"
        type="email"
        placeholder={t('contact.emailPlaceholder')}
        maxLength={submissionLimits.email}
        autoComplete="email"
      />
      <Field
        label={t('contact.message')}
        name="message"
        rows={4}
        placeholder={t('contact.messagePlaceholder')}
        maxLength={submissionLimits.message}
        required
      />
      {/* People do not reach this field, and autofill does not know its name. */}
      <div className="visually-hidden" aria-hidden="true">
        <input
          type="text"
          name={plainFormFields.trap}
          tabIndex={-1}
          autoComplete="off"
          aria-label={plainFormFields.trap}
        />
      </div>
      <input type="hidden" name={plainFormFields.language} value={language} />

      <div className={styles.end}>
        {/* A disabled button would lose the focus. */}
        <button type="submit" className={buttonClass('primary')} aria-disabled={sending} onClick={prepare}>
          {sending ? t('contact.sending') : t('contact.submit')}
        </button>
        {/* The toast disappears. */}
        {outcome && (
          <div className={styles.outcome} data-failed={!outcome.sent || undefined}>
            {outcome.sent ? <Sent /> : <NotSent wait={outcome.wait} />}
            {!outcome.sent && <TelegramInstead />}
          </div>
        )}
        <p className={styles.note}>
          <span>{`${t('contact.requiredHint')} ${t('contact.privacy')}`}</span>{' '}
          <a href={localAddress('/privacy', language)}>{t('contact.privacyLink')}</a>
        </p>
      </div>
    </form>
  );
}

/** The service refuses NUL, which comes invisibly with pasted text. */
const typed = (form: HTMLFormElement, name: string): string =>
  String(new FormData(form).get(name) ?? '')
    .replaceAll('\0', '')
    .trim();

const submissionOf = (form: HTMLFormElement): Submission => ({
  name: typed(form, 'name'),
  phone: typed(form, 'phone'),
  email: typed(form, 'email') || null,
  message: typed(form, 'message'),
});

function Sent() {
  const { t } = useLanguage();
  return <ToastText title={t('contact.successTitle')} text={t('contact.successDescription')} />;
}

function NotSent({ hint = '', wait = 0 }) {
  const { t } = useLanguage();
  const text = t('contact.errorDescription', 'Failed to send message. Please try again.');
  const next = wait ? fill(t('contact.waitHint'), { minutes: wait }) : hint;
  return <ToastText title={t('contact.errorTitle', 'Error')} text={`${text} ${next}`.trim()} />;
}

function TelegramInstead() {
  const { t, links } = useLanguage();
  return (
    <a href={links.telegramAdmin} target="_blank" rel="noopener" onClick={countClick('telegram-notice')}>
      <span>{t('contact.errorTelegram')}</span>
      <span className="visually-hidden">{`(${t('newTab')})`}</span>
    </a>
  );
}
