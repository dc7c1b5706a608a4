import { useEffect, useRef, useState } from 'react';
import { inboxApiPath } from '#contract/addresses.ts';
import { queryString } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Waiting } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Site.module.css';
import type { View } from './ViewChoice.tsx';

const phoneWidth = 390;
const computerWidth = 1200;

type Props = { view: View; number?: number; show(page: Document): void };

/** The page in a frame that fills the room. What is wider is scaled, so that no line breaks elsewhere. */
export function Canvas({ view: { language, wide }, number, show }: Props) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  // The sheet beside the canvas does not change the width of the page.
  const room = document.documentElement.clientWidth;
  const width = wide ? Math.max(computerWidth, room) : Math.min(phoneWidth, size.width);
  const scale = Math.min(1, size.width / width) || 1;
  const load = (page: Document | null) => {
    const isPage = page?.documentElement.dataset.page !== undefined;
    setState(isPage ? 'ready' : 'failed');
    if (isPage) show(page);
  };
  return (
    <div ref={place} className={styles.canvas}>
      {state === 'waiting' && <Waiting />}
      {state === 'failed' && (
        <div className="empty" role="alert">
          <p>{words.errors.failed}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>{words.tryAgain}</Button>
        </div>
      )}
      <iframe
        key={`${language} ${attempt}`}
        data-state={state}
        title={words.site.page}
        style={{ width, height: size.height / scale, transform: `scale(${scale})` }}
        src={`${inboxApiPath}/site/page?${queryString({ language, number: number?.toString() })}`}
        onLoad={({ currentTarget }) => load(currentTarget.contentDocument)}
      />
    </div>
  );
}
