import { useEffect, useRef, useState } from 'react';
import { inboxApiPath } from '#contract/addresses.ts';
import { queryString } from '#inbox/api.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useRoom } from './room.ts';
import styles from './Site.module.css';

const phoneWidth = 390;
const computerWidth = 1200;

type Props = { number?: number; show(page: Document): void };

/** The page in a frame that fills the room. What is wider is scaled, so that no line breaks elsewhere. */
export function Canvas({ number, show }: Props) {
  const words = useWords();
  const { language, wide } = useRoom().view;
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Error | 'ready' | null>(null);
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
    setState(isPage ? 'ready' : new Error('No page'));
    if (isPage) show(page);
  };
  return (
    <div ref={place} className={styles.canvas}>
      {state !== 'ready' && <LoadingOrError error={state} retry={() => setAttempt(attempt + 1)} />}
      <iframe
        key={`${language} ${attempt}`}
        data-ready={state === 'ready' || undefined}
        title={words.site.page}
        style={{ width, height: size.height / scale, transform: `scale(${scale})` }}
        src={`${inboxApiPath}/site/page?${queryString({ language, number: number?.toString() })}`}
        onLoad={({ currentTarget }) => load(currentTarget.contentDocument)}
      />
    </div>
  );
}
