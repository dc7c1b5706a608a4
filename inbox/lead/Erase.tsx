import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fill } from '../../contract/fill.ts';
import { inboxPath, type LeadDetail } from '../../contract/inbox.ts';
import { api, isRefused } from '../api.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { useToast } from '../components/Toasts.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { readAddress, writeAddress } from '../list/address.ts';
import { keys, queryClient, refetchAll, useOthers } from '../queries.ts';
import { dropDraft } from './drafts.ts';

/** Asked twice. The second time the buttons stand the other way round, so that a double press erases nothing. */
export function Erase({ lead: { ref, name, phone } }: { lead: LeadDetail }) {
  const words = useWords();
  const [asked, setAsked] = useState(0);
  const stop = () => setAsked(0);
  const erase = useErase(ref, stop);
  const others = useOthers(ref);
  const text = [
    fill(words.lead.eraseText, { name, phone }),
    words.lead.eraseKept,
    ...(others > 0 ? [fill(words.lead.eraseOthers, { count: others })] : []),
  ];
  return (
    <>
      <button type="button" className="button quiet danger" onClick={() => setAsked(1)}>
        <Icon name="bin" />
        {words.lead.erase}
      </button>
      {asked === 1 && (
        <Dialog key="first" title={words.lead.eraseTitle} text={text} close={stop}>
          <button type="button" className="button" data-harmless onClick={stop}>
            {words.cancel}
          </button>
          <button type="button" className="button danger" onClick={() => setAsked(2)}>
            {words.lead.eraseGoOn}
          </button>
        </Dialog>
      )}
      {asked === 2 && (
        <Dialog
          key="second"
          title={words.lead.eraseSureTitle}
          text={fill(words.lead.eraseSureText, { name })}
          close={stop}
        >
          <button
            type="button"
            className="button danger"
            disabled={erase.isPending}
            onClick={() => erase.mutate()}
          >
            {words.lead.eraseYes}
          </button>
          {/* What is on its way cannot be called back. */}
          <button type="button" className="button" data-harmless disabled={erase.isPending} onClick={stop}>
            {words.lead.eraseNo}
          </button>
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
    // Telegram may take its time: who has gone on meanwhile is not called back from there.
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
      if (messageLeft === 'later') showToast('problem', words.lead.messageLater);
      if (messageLeft === 'by-hand') showToast('task', fill(words.lead.messageByHand, { ref }));
      if (messageLeft === null) showToast('done', words.lead.erased);
    },
    onError(error) {
      // What is said now would lie under the question.
      stop();
      // Somebody else has done it.
      if (isRefused(error, 404)) return leave();
      showToast('failure', failureText(error, words));
      // Perhaps it is done, and only the answer was lost.
      queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
    },
  });
}
