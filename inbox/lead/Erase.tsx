import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fill } from '../../contract/fill.ts';
import { inboxPath, type LeadDetail } from '../../contract/inbox.ts';
import { api, isRefused } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useToast } from '../components/Toasts.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { readAddress, writeAddress } from '../list/address.ts';
import { keys, queryClient, refetchAll, useOthers } from '../queries.ts';
import { dropDraft } from './drafts.ts';

/** Asks twice. The second time the buttons change places, so that a double click erases nothing. */
export function Erase({ lead: { ref, name, phone } }: { lead: LeadDetail }) {
  const { cancel, lead: words } = useWords();
  const [asked, setAsked] = useState(0);
  const stop = () => setAsked(0);
  const erase = useErase(ref, stop);
  const others = useOthers(ref);
  const harmless = (text: string) => (
    <Button data-harmless disabled={erase.isPending} onClick={stop}>
      {text}
    </Button>
  );
  return (
    <>
      <Button look="quiet danger" onClick={() => setAsked(1)} icon="bin">
        {words.erase}
      </Button>
      {asked === 1 && (
        <Dialog
          key="first"
          title={words.eraseTitle}
          text={[
            fill(words.eraseText, { name, phone }),
            words.eraseKept,
            ...(others > 0 ? [fill(words.eraseOthers, { count: others })] : []),
          ]}
          close={stop}
        >
          {harmless(cancel)}
          <Button look="danger" onClick={() => setAsked(2)}>
            {words.eraseGoOn}
          </Button>
        </Dialog>
      )}
      {asked === 2 && (
        <Dialog
          key="second"
          title={words.eraseSureTitle}
          text={[fill(words.eraseSureText, { name })]}
          close={stop}
        >
          <Button look="danger" disabled={erase.isPending} onClick={() => erase.mutate()}>
            {words.eraseYes}
          </Button>
          {harmless(words.eraseNo)}
        </Dialog>
      )}
    </>
  );
}

function useErase(ref: string, stop: () => void) {
  const words = useWords();
  const showToast = useToast();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const leave = () => {
    // Telegram may take its time, and the person may be on another page by now.
    if (location.pathname === inboxPath + path)
      navigate(`/${writeAddress(readAddress(search))}`, { replace: true });
    queryClient.removeQueries({ queryKey: keys.lead(ref) });
    dropDraft(ref);
    refetchAll();
  };
  return useMutation({
    mutationKey: keys.erase(ref),
    mutationFn: () => api.erase(ref),
    onSuccess({ messageLeft }) {
      leave();
      if (messageLeft === null) showToast('done', words.lead.erased);
      if (messageLeft === 'later') showToast('problem', words.lead.messageLater);
      if (messageLeft === 'by-hand') showToast('task', fill(words.lead.messageByHand, { ref }));
    },
    onError(error) {
      // A toast would be under the dialog.
      stop();
      if (isRefused(error, 404)) leave();
      else showToast('problem', failureText(error, words));
    },
  });
}
