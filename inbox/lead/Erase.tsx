import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fill } from '../../contract/fill.ts';
import { inboxPath, type LeadDetail } from '../../contract/inbox.ts';
import { api, isRefused } from '../api.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { useNotify } from '../components/Notices.tsx';
import { useOnce } from '../components/use-once.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { readAddress, writeAddress } from '../list/address.ts';
import { beingErased, changed, healthChanged, keys, queryClient, useOthers } from '../queries.ts';
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
  const notify = useNotify();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const leave = () => {
    // Telegram may take its time: who has gone on meanwhile is not called back from there.
    if (location.pathname === inboxPath + path)
      navigate(`/${writeAddress(readAddress(search))}`, { replace: true });
    queryClient.removeQueries({ queryKey: keys.lead(ref) });
    dropDraft(ref);
    changed([]);
    healthChanged();
  };
  return useOnce({
    mutationKey: ['erase', ref],
    mutationFn: () => api.erase(ref),
    onMutate: () => void beingErased.add(ref),
    onSettled: () => void beingErased.delete(ref),
    onSuccess({ tracesLeft, messageLeft }) {
      leave();
      if (tracesLeft !== null) notify('problem', words.lead.traces);
      if (messageLeft === 'later') notify('problem', words.lead.messageLater);
      if (messageLeft === 'by-hand') notify('task', fill(words.lead.messageByHand, { ref }));
      if (tracesLeft === null && messageLeft === null) notify('done', words.lead.erased);
    },
    onError(error) {
      // What is said now would lie under the question.
      stop();
      // Somebody else has done it.
      if (isRefused(error, 404)) return leave();
      notify('failure', failureText(error, words));
      // Perhaps it is done, and only the answer was lost.
      queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
    },
  });
}
