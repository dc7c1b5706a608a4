import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { fixed } from '#content/fixed.ts';
import { submissionPath } from '#contract/addresses.ts';
import { fill } from '#contract/fill.ts';
import { pageAddress } from '#contract/page-address.ts';
import { outcomeAnchors, plainFormFields, type Submission, submissionLimits } from '#contract/submission.ts';
import { buttonClass } from '#site/components/Button/Button.tsx';
import { OutwardLink } from '#site/components/OutwardLink.tsx';
import { useToast } from '#site/components/Toasts/Toasts.tsx';
import { ToastText } from '#site/components/Toasts/ToastText.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { clickCounter } from '#site/stats/click-counter.ts';
import styles from './ContactForm.module.css';
import { Field } from './Field.tsx';
import { newIdempotencyKey, type Outcome, sendSubmission } from './send-submission.ts';

/** Without script. A static site has no server to post to, so the visitor's mail program opens with the form's text. */
const actionWithoutScript = (email: string) =>
  __SUPABASE_PROJECT__ ? { action: `mailto:${email}`, encType: 'text/plain' } : { action: submissionPath };

/** Counted once per page load. */
let startCounted = false;

/** Without script the form posts itself. The fields are uncontrolled, so that hydration keeps what was typed before it. */
export function ContactForm() {
  const { t, links, language } = useLanguage();
  const showToast = useToast();
  const [sending, setSending] = useState(false);
  /** Undefined before the first click on the button. */
  const [outcome, setOutcome] = useState<Outcome | null>();
  // The same text keeps its key, so that sending it again does not store it twice.
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
      honeypot: typed(form, plainFormFields.honeypot),
      msOnPage: Math.round(performance.now()),
    });
    setSending(false);
    setOutcome(result);
    if (result.sent) {
      // Keep what was typed while sending.
      if (JSON.stringify(submissionOf(form)) === text) form.reset();
      last.current.text = '';
      showToast('form', { kind: 'done', content: <Sent /> });
    } else showToast('form', { kind: 'problem', content: <NotSent waitMinutes={result.waitMinutes} /> });
  };

  /** Runs on a click and on Enter, before the browser validates. */
  const beforeValidation = (event: MouseEvent<HTMLButtonElement>) => {
    // At the second click of a double click the form may already be sent and reset.
    if (event.detail > 1) return event.preventDefault();
    setOutcome(null);
    showToast('form', null);
    // The browser accepts a field of spaces; the service does not.
    const form = event.currentTarget.form as HTMLFormElement;
    for (const field of form.querySelectorAll<HTMLInputElement>(':required'))
      if (!typed(form, field.name)) field.value = '';
  };

  const handleInput = () => {
    if (outcome?.sent) setOutcome(null);
    if (!startCounted) clickCounter('form')();
    startCounted = true;
  };

  return (
    <form
      className={`card ${styles.form}`}
      {...actionWithoutScript(links.email)}
      method="post"
      aria-labelledby="form-title"
      onSubmit={submit}
      onInput={handleInput}
    >
      <h3 id="form-title">{t('contact.formTitle')}</h3>
      <p className={styles.intro}>{t('contact.formIntro')}</p>

      {/* Shown by :target after the form was sent without script. */}
      {outcome === undefined && (
        <>
          <div id={outcomeAnchors.sent} className={styles.outcome} role="status">
            <Sent />
          </div>
          <div id={outcomeAnchors.failed} className={styles.outcome} role="alert" data-failed>
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
      {/* A honeypot: people cannot reach it, and autofill does not know its name. */}
      <div className="visually-hidden" aria-hidden="true">
        <input
          type="text"
          name={plainFormFields.honeypot}
          tabIndex={-1}
          autoComplete="off"
          aria-label={plainFormFields.honeypot}
        />
      </div>
      <input type="hidden" name={plainFormFields.language} value={language} />

      <div className={styles.end}>
        {/* Not `disabled`, which would lose the focus. */}
        <button
          type="submit"
          className={buttonClass('primary')}
          aria-disabled={sending}
          onClick={beforeValidation}
        >
          {sending ? t('contact.sending') : t('contact.submit')}
        </button>
        {/* Stays when the toast is gone. */}
        {outcome && (
          <div className={styles.outcome} data-failed={!outcome.sent || undefined}>
            {outcome.sent ? <Sent /> : <NotSent waitMinutes={outcome.waitMinutes} />}
            {!outcome.sent && <TelegramInstead />}
          </div>
        )}
        <p className={styles.note}>
          <span>{`${t('contact.requiredHint')} ${t('contact.privacy')}`}</span>{' '}
          <a href={pageAddress('/privacy', language)}>{t('contact.privacyLink')}</a>.
        </p>
      </div>
    </form>
  );
}

/** Pasted text may hold invisible NULs, which the service refuses. */
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

function NotSent({ hint = '', waitMinutes = 0 }) {
  const { t } = useLanguage();
  const text = t('contact.errorDescription', 'Failed to send message. Please try again.');
  const advice = waitMinutes ? fill(t('contact.waitHint'), { minutes: waitMinutes }) : hint;
  return <ToastText title={t('contact.errorTitle', 'Error')} text={`${text} ${advice}`.trim()} />;
}

function TelegramInstead() {
  const { t, links } = useLanguage();
  return (
    <OutwardLink href={links.telegramAdmin} onClick={clickCounter('telegram-notice')}>
      {t('contact.errorTelegram')}
    </OutwardLink>
  );
}
