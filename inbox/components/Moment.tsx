import { tashkentDate } from '../../contract/tashkent-time.ts';
import { momentText } from '../../contract/time-text.ts';
import { useSpeech } from '../language/LanguageProvider.tsx';
import { ageText } from '../language/time.ts';
import { useNow } from '../language/use-now.ts';

export function useMomentText() {
  const { language } = useSpeech();
  const now = useNow();
  return (iso: string) => momentText(new Date(iso), language, tashkentDate(now));
}

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{useMomentText()(at)}</time>;

export function Age({ since }: { since: string }) {
  const speech = useSpeech();
  const now = useNow();
  return <time dateTime={since}>{ageText(since, speech, now)}</time>;
}
