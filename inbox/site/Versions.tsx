import { useMutation } from '@tanstack/react-query';
import { fill } from '#contract/fill.ts';
import type { SiteVersion } from '#contract/inbox.ts';
import { ApiError, api, isApiError } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Moment } from '#inbox/components/Moment.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { refetchSite } from '#inbox/queries.ts';
import styles from './Site.module.css';

type Props = { versions: SiteVersion[]; showVersion(number: number): void };

export function Versions({ versions, showVersion }: Props) {
  const { site: words } = useWords();
  const [latest, previous] = versions;
  const original = { number: 0, who: '', at: '' };
  return (
    <section className="panel">
      {latest && (
        <p>
          {fill(words.undoText, { number: latest.number })}{' '}
          <Restore number={previous?.number ?? 0} text={words.undo} />
        </p>
      )}
      <ul className={styles.list}>
        {[...versions, original].map(({ number, who, at }) => (
          <li key={number} className="cluster">
            <strong>{number === 0 ? words.original : fill(words.version, { number })}</strong>
            <span className="soft">
              {who} {at && <Moment at={at} />}
            </span>
            <Button onClick={() => showVersion(number)}>{words.look}</Button>
            {number !== (latest?.number ?? 0) && <Restore number={number} text={words.restore} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Restore({ number, text }: { number: number; text: string }) {
  const { site: words } = useWords();
  const restore = usePublish(() => api.restoreSite(number));
  return (
    <Button disabled={restore.isPending} onClick={() => restore.mutate()}>
      {restore.isPending ? words.publishing : text}
    </Button>
  );
}

export function usePublish(publish: () => Promise<unknown>) {
  const allWords = useWords();
  const words = allWords.site;
  const showToast = useToast();
  return useMutation({
    mutationFn: publish,
    onSuccess: () => showToast('done', words.published),
    onError(error) {
      const refusal = isApiError(error, 409) ? words.raced : words.failed;
      showToast('problem', error instanceof ApiError ? refusal : failureText(error, allWords));
    },
    onSettled: refetchSite,
  });
}
