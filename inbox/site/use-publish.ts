import { useMutation } from '@tanstack/react-query';
import { isRefused } from '../api.ts';
import { useToast } from '../components/Toasts.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { siteChanged } from '../queries.ts';

/** Publishes, and says when visitors see it. */
export function usePublish(publish: () => Promise<unknown>) {
  const { site: words } = useWords();
  const showToast = useToast();
  return useMutation({
    mutationFn: publish,
    onSuccess: () => showToast('done', words.published),
    onError: (error) => showToast('problem', isRefused(error, 409) ? words.raced : words.failed),
    onSettled: siteChanged,
  });
}
