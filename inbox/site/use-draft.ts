import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Overrides, withUzbekLetters } from '../../content/content.ts';
import { fill } from '../../contract/fill.ts';
import type { DraftValue, SiteState } from '../../contract/inbox.ts';
import { api, isApiError } from '../api.ts';
import { useToast } from '../components/Toasts.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { refetchSite } from '../queries.ts';

const pauseMs = 500;

export type Draft = ReturnType<typeof useDraft>;

/** The draft is shared. It is saved when someone stops typing for a moment. */
export function useDraft(site: SiteState) {
  const words = useWords();
  const showToast = useToast();
  const [typed, setTyped] = useState<Overrides>({});
  const saved = (path: string) => site.draft[path]?.value ?? site.values[path] ?? '';
  const { mutate, isPending } = useMutation({
    mutationFn: (values: Overrides) =>
      api.saveDraft(
        Object.fromEntries(
          Object.entries(values).map(([path, value]) => [path, { was: saved(path), value }]),
        ),
      ),
    onSuccess: (_, values) => reload(values),
    onError(error, values) {
      if (!isApiError(error, 409)) return showToast('problem', failureText(error, words));
      const [other] = Object.values(error.body as Record<string, DraftValue>);
      const mine = Object.values(values).join(' / ');
      showToast('task', fill(words.site.conflict, { who: other?.who ?? '', mine }));
      return reload(values);
    },
  });
  const reload = async (values: Overrides) => {
    await refetchSite();
    // What was typed since stays.
    const isNewer = ([path, value]: [string, string]) => values[path] !== value;
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(isNewer)));
  };
  const hasTyped = Object.keys(typed).length > 0;

  useEffect(() => {
    if (!hasTyped || isPending) return;
    const timer = setTimeout(mutate, pauseMs, typed);
    return () => clearTimeout(timer);
  }, [typed, hasTyped, isPending, mutate]);

  return {
    valueAt: (path: string) => typed[path] ?? saved(path),
    change: (path: string, value: string) =>
      setTyped((now) => ({ ...now, [path]: path.startsWith('texts.uz.') ? withUzbekLetters(value) : value })),
    isSaving: hasTyped,
  };
}
