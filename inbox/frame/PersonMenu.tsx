import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { fill } from '../../contract/fill.ts';
import { api, isRefused } from '../api.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useToast } from '../components/Toasts.tsx';
import { sessionsId, showSessions } from '../health/Sessions.tsx';
import { LanguageChoice } from '../language/LanguageChoice.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { signedOut } from '../queries.ts';
import styles from './PersonMenu.module.css';

/**
 * Not in Chrome before 114 (Windows 7 has 109) and Safari before 17 (an iPhone X has 16): there the button alone shows
 * and hides the menu.
 */
const hasPopovers = 'popover' in HTMLElement.prototype;

export function PersonMenu({ name }: { name: string }) {
  const words = useWords();
  const showToast = useToast();
  const menu = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(hasPopovers);
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: (everywhere: boolean) => (everywhere ? api.signOutEverywhere() : api.signOut()),
    onSuccess: signedOut,
    onError(error) {
      // Already out: by a second press, or by somebody else.
      if (isRefused(error, 401)) return;
      // What is said now would lie under the question.
      setAsking(false);
      showToast('failure', failureText(error, words));
    },
  });
  return (
    <div className={styles.person}>
      <button
        type="button"
        className={styles.face}
        popoverTarget="person-menu"
        aria-label={fill(words.nav.menu, { name })}
        {...(!hasPopovers && { 'aria-expanded': shown, onClick: () => setShown(!shown) })}
      >
        <bdi>{[...name][0]?.toLocaleUpperCase()}</bdi>
      </button>
      <div
        ref={menu}
        id="person-menu"
        popover={hasPopovers ? 'auto' : undefined}
        hidden={!shown}
        className={styles.menu}
      >
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <LanguageChoice />
        <Link
          className="button quiet"
          href={`/health#${sessionsId}`}
          onClick={() => {
            if (hasPopovers) menu.current?.hidePopover();
            else setShown(false);
            // Who is in that room already goes nowhere; for the others the list itself does it.
            showSessions();
          }}
        >
          {words.sessions.title}
        </Link>
        <button type="button" className="button quiet" onClick={() => leave.mutate(false)}>
          {words.nav.signOut}
        </button>
        <button type="button" className="button quiet" onClick={() => setAsking(true)}>
          {words.nav.everywhere}
        </button>
      </div>
      {asking && (
        <Dialog
          title={words.nav.everywhereTitle}
          text={words.nav.everywhereText}
          close={() => setAsking(false)}
        >
          <button type="button" className="button" data-harmless onClick={() => setAsking(false)}>
            {words.cancel}
          </button>
          <button type="button" className="button danger" onClick={() => leave.mutate(true)}>
            {words.nav.everywhere}
          </button>
        </Dialog>
      )}
    </div>
  );
}
