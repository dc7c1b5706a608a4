import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { fill } from '#contract/fill.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Dialog } from '#inbox/components/Dialog.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { sessionsId, showSessions } from '#inbox/delivery/Sessions.tsx';
import { LanguageChoice } from '#inbox/language/LanguageChoice.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { endSession, setSignedIn } from '#inbox/queries.ts';
import styles from './PersonMenu.module.css';

export function PersonMenu({ name }: { name: string }) {
  const words = useWords();
  const { nav } = words;
  const showToast = useToast();
  const { menu, open, setOpen } = useMenu();
  const [asking, setAsking] = useState(false);
  const ask = () => {
    // A closed dialog returns the focus, but not into the menu, which is hidden then.
    menu.current?.querySelector('button')?.focus();
    setOpen(false);
    setAsking(true);
  };
  const signOut = useMutation({
    mutationFn: (everyone: boolean) => (everyone ? api.signOutEverywhere() : api.signOut()),
    onSuccess: endSession,
    onError(error) {
      // A toast would be behind the dialog.
      setAsking(false);
      showToast('problem', failureText(error, words));
    },
  });
  return (
    <div ref={menu}>
      <button
        type="button"
        className={styles.face}
        aria-expanded={open}
        aria-controls="person-menu"
        aria-label={fill(nav.menu, { name })}
        onClick={() => setOpen(!open)}
      >
        <bdi>{[...name][0]?.toLocaleUpperCase()}</bdi>
      </button>
      <div id="person-menu" className={styles.menu} hidden={!open}>
        <Button
          look="quiet"
          aria-label={fill(nav.rename, { name })}
          onClick={() => setSignedIn({ name: null })}
        >
          <bdi>{name}</bdi>
        </Button>
        <LanguageChoice />
        <Link className="button quiet" href="/help" onClick={() => setOpen(false)}>
          {words.help}
        </Link>
        <Link
          className="button quiet"
          href={`/delivery#${sessionsId}`}
          onClick={() => {
            setOpen(false);
            // On the Delivery page itself the link alone would not scroll.
            showSessions();
          }}
        >
          {words.sessions.title}
        </Link>
        <Button look="quiet" onClick={() => signOut.mutate(false)}>
          {nav.signOut}
        </Button>
        <Button look="quiet" onClick={ask}>
          {nav.everywhere}
        </Button>
      </div>
      {asking && (
        <Dialog title={nav.everywhereTitle} text={[nav.everywhereText]} close={() => setAsking(false)}>
          <Button data-harmless onClick={() => setAsking(false)}>
            {words.cancel}
          </Button>
          <Button look="danger" disabled={signOut.isPending} onClick={() => signOut.mutate(true)}>
            {nav.everywhere}
          </Button>
        </Dialog>
      )}
    </div>
  );
}

const events = ['pointerdown', 'focusin', 'keydown'];

/** Escape, a click outside and focus outside close it. */
function useMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      const isEscape = (event as KeyboardEvent).key === 'Escape';
      if (isEscape) menu.current?.querySelector('button')?.focus();
      if (isEscape || !menu.current?.contains(event.target as Node)) setOpen(false);
    };
    for (const type of events) addEventListener(type, close);
    return () => {
      for (const type of events) removeEventListener(type, close);
    };
  }, [open]);
  return { menu, open, setOpen };
}
