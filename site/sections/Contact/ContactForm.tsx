import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
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
import { useNotices } from '../../components/Notices/NoticesProvider.tsx';
import { NoticeText } from '../../components/Notices/NoticeText.tsx';
import { dropAnchor } from '../../drop-anchor.ts';
import { localAddress } from '../../i18n/addresses.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { countClick } from '../../stats/count-click.ts';
import styles from './ContactForm.module.css';
import { Field } from './Field.tsx';
import { newIdempotencyKey, type Outcome, sendSubmission } from './send-submission.ts';

/**
 * What the form does without script: it is posted to the server, or, where there is none (a static site on a hosted
 * project), handed to the visitor's mail program.
 */
const plainAction = (email: string) =>
  __HOSTED_PROJECT__ ? { action: `mailto:${email}`, encType: 'text/plain' } : { action: submissionPath };

const secondClickMs = 1000;

/** Counted once, however often the form is drawn anew. */
let begun = false;

/**
 * A plain form that posts by itself; with script it is sent in place. Its fields are left to the browser
 * (uncontrolled): what was typed before React arrived stays.
 */
export function ContactForm() {
  const { t, links, language } = useLanguage();
  const { notify } = useNotices();
  /** Null as long as the button was not pressed. */
  const [sending, setSending] = useState<boolean | null>(null);
  /** What the last try to send came to. */
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // The state is known to the next click only after React has rendered.
  const underWay = useRef(false);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const shownAt = useRef(0);
  // One key for one text: sending it again stores it once, an edited one is new.
  const last = useRef({ text: '', key: '' });

  useEffect(() => {
    shownAt.current = performance.now();
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (underWay.current) return;
    const form = event.currentTarget;
    underWay.current = true;
    const submission = submissionOf(form);
    const text = JSON.stringify(submission);
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() };
    setSending(true);
    const result = await sendSubmission(submission, {
      language,
      idempotencyKey: last.current.key,
      trap: typed(form, plainFormFields.trap),
      age: Math.round(performance.now() - shownAt.current),
    });
    underWay.current = false;
    setSending(false);
    setOutcome(result);

    if (result.sent) {
      // What was written while it was on its way was not sent: it stays.
      if (JSON.stringify(submissionOf(form)) === text) form.reset();
      sentAt.current = performance.now();
      last.current.text = '';
      notify('form', { kind: 'success', content: <Sent /> });
    } else notify('form', { kind: 'error', content: <NotSent wait={result.wait} /> });
    // Last, for it throws where another site hands the page on under an address of its own.
    dropAnchor();
  };

  /** What a click does, and Enter in a field as well, before the browser looks for what is missing. */
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // The second of two clicks may come when the form is sent and empty: it is no wish to send an empty one.
    if (performance.now() - sentAt.current < secondClickMs) return event.preventDefault();
    setOutcome(null);
    notify('form');
    // What the page said of a form sent without script is over, also if the browser refuses this one.
    setSending((now) => now ?? false);
    // To the browser spaces are a value; to the service they are a missing field. Looked for here, because not every
    // program that fills a form in tells of it by `input`.
    const form = event.currentTarget.form as HTMLFormElement;
    for (const field of form.querySelectorAll<HTMLInputElement>(':required'))
      if (!typed(form, field.name)) field.value = '';
  };

  return (
    <form
      className={styles.form}
      {...plainAction(links.email)}
      method="post"
      aria-labelledby="form-title"
      onSubmit={submit}
      onInput={() => {
        sentAt.current = Number.NEGATIVE_INFINITY;
        // The next message is not sent yet.
        setOutcome((shown) => (shown?.sent ? null : shown));
        if (!begun) countClick('form')();
        begun = true;
      }}
    >
      <h3 id="form-title">{t('contact.formTitle')}</h3>
      <p className={styles.lead}>{t('contact.formLead')}</p>

      {/* Shown through :target after a form sent without script, until the next is to be sent with it. */}
      {sending === null && (
        <>
          <div id={noticeAnchors.sent} className={styles.sent} role="status">
            <Sent />
          </div>
          <div id={noticeAnchors.failed} className={styles.failed} role="alert">
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
      {/* No person sees or reaches this field, and no autofill knows its name. */}
      <div className={styles.trap} aria-hidden="true">
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
        {/* Not disabled: a disabled button loses the focus. */}
        <button
          type="submit"
          className={buttonClass('primary')}
          aria-disabled={sending ?? false}
          onClick={press}
        >
          {sending ? t('contact.sending') : t('contact.submit')}
        </button>
        {/* The notice tells of it and goes; who did not look has to find it here. The way out is only here: the notice
            may lie over the button, and who presses once more would be sent away. */}
        {outcome?.sent === true && (
          <div className={styles.success}>
            <Sent />
          </div>
        )}
        {outcome?.sent === false && (
          <div className={styles.error}>
            <NotSent wait={outcome.wait} />
            <TelegramInstead />
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

/** NUL is refused by the service, and cannot be seen: it comes with what is pasted from elsewhere. */
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
  return <NoticeText title={t('contact.successTitle')} text={t('contact.successDescription')} />;
}

function NotSent({ hint = '', wait = 0 }) {
  const { t } = useLanguage();
  const text = t('contact.errorDescription', 'Failed to send message. Please try again.');
  const next = wait ? fill(t('contact.waitHint'), { minutes: wait }) : hint;
  return <NoticeText title={t('contact.errorTitle', 'Error')} text={`${text} ${next}`.trim()} />;
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
