import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { withoutInvisible } from '#content/content.ts';
import { fill } from '#contract/fill.ts';
import type { DraftValue, SiteState } from '#contract/inbox.ts';
import { api, isApiError } from '#inbox/api.ts';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { refetchSite } from '#inbox/queries.ts';

const pauseMs = 500;

/** `was`: the value that this person saw when they began to type. */
type Typed = Record<string, { was: string; value: string }>;

export type Draft = ReturnType<typeof useDraft>;

/** The draft is shared. It is saved when someone stops typing for a moment. */
export function useDraft(site: SiteState) {
  const words = useWords();
  const showToast = useToast();
  const [typed, setTyped] = useState<Typed>({});
  const saved = (path: string) => site.draft[path]?.value ?? site.values[path] ?? '';
  const { mutate, isPending } = useMutation({
    mutationFn: api.saveDraft,
    onSuccess(_, sent: Typed) {
      // Text typed during the request is based on the value just saved: the next save sends that value as `was`.
      setTyped((now) =>
        Object.fromEntries(
          Object.entries(now).map(([path, { was, value }]) => [
            path,
            { was: sent[path]?.value ?? was, value },
          ]),
        ),
      );
      return reload(sent);
    },
    onError(error, sent) {
      if (!isApiError(error, 409)) return showToast('problem', failureText(error, words));
      const [other] = Object.values(error.body as Record<string, DraftValue>);
      const mine = Object.values(sent)
        .map(({ value }) => value)
        .join(' / ');
      showToast('task', fill(words.site.conflict, { who: other?.who || words.unknown, mine }));
      return reload(sent);
    },
  });
  const reload = async (sent: Typed) => {
    await refetchSite();
    // Text typed during the request stays.
    setTyped((now) =>
      Object.fromEntries(Object.entries(now).filter(([path, { value }]) => value !== sent[path]?.value)),
    );
  };
  const hasTyped = Object.keys(typed).length > 0;

  useEffect(() => {
    if (!hasTyped || isPending) return;
    const timer = setTimeout(mutate, pauseMs, typed);
    return () => clearTimeout(timer);
  }, [typed, hasTyped, isPending, mutate]);

  return {
    valueAt: (path: string) => typed[path]?.value ?? saved(path),
    change: (path: string, value: string) =>
      setTyped((now) => ({
        ...now,
        [path]: { was: now[path]?.was ?? saved(path), value: withoutInvisible(value) },
      })),
    isUnsaved: hasTyped,
  };
}
