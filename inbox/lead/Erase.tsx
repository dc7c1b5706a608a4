import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { inboxPath } from '#contract/addresses.ts';
import { fill } from '#contract/fill.ts';
import type { LeadDetail } from '#contract/inbox.ts';
import { api, isApiError } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Dialog } from '#inbox/components/Dialog.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { dropDrafts } from '#inbox/drafts.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { readListUrl, writeListUrl } from '#inbox/list/list-url.ts';
import { keys, queryClient, refetchLeads } from '#inbox/queries.ts';

/** Asks twice, with the buttons swapped: a double click deletes nothing. */
export function Erase({ lead: { ref, name, phone, others } }: { lead: LeadDetail }) {
  const { cancel, lead: words } = useWords();
  const [asked, setAsked] = useState(0);
  const stop = () => setAsked(0);
  const erase = useErase(ref, stop);
  const isSure = asked === 2;
  const buttons = [
    <Button key="stop" data-harmless disabled={erase.isPending} onClick={stop}>
      {isSure ? words.eraseNo : cancel}
    </Button>,
    <Button
      key="go on"
      look="danger"
      disabled={erase.isPending}
      onClick={() => (isSure ? erase.mutate() : setAsked(2))}
    >
      {isSure ? words.eraseYes : words.eraseContinue}
    </Button>,
  ];
  const question = [
    fill(words.eraseText, { name, phone }),
    words.eraseKept,
    ...(others.length > 0 ? [fill(words.eraseOthers, { count: others.length })] : []),
  ];
  return (
    <>
      <Button look="quiet danger" onClick={() => setAsked(1)} icon="bin">
        {words.erase}
      </Button>
      {asked > 0 && (
        <Dialog
          key={asked}
          title={isSure ? words.eraseSureTitle : words.eraseTitle}
          text={isSure ? [fill(words.eraseSureText, { name })] : question}
          close={stop}
        >
          {isSure ? buttons.reverse() : buttons}
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
    // The person may have moved on: Telegram can be slow.
    if (location.pathname === inboxPath + path)
      navigate(`/${writeListUrl(readListUrl(search))}`, { replace: true });
    queryClient.removeQueries({ queryKey: keys.lead(ref) });
    dropDrafts(ref);
    void refetchLeads();
  };
  return useMutation({
    mutationKey: keys.erase(ref),
    mutationFn: () => api.erase(ref),
    onSuccess({ leftover }) {
      leave();
      if (leftover === null) showToast('done', words.lead.erased);
      if (leftover === 'later') showToast('problem', words.lead.messageLater);
      if (leftover === 'by-hand') showToast('task', fill(words.lead.messageByHand, { ref }));
    },
    onError(error) {
      // A toast would be behind the dialog.
      stop();
      if (isApiError(error, 404)) leave();
      else showToast('problem', failureText(error, words));
    },
  });
}
