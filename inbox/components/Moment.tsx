import { tashkentDate } from '#contract/tashkent-time.ts';
import { momentText } from '#contract/time-text.ts';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import { ageText } from '#inbox/language/time.ts';
import { useNow } from '#inbox/language/use-now.ts';

export function useMomentText() {
  const { language } = useLocale();
  const now = useNow();
  return (iso: string) => momentText(new Date(iso), language, tashkentDate(now));
}

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{useMomentText()(at)}</time>;

export function Age({ since }: { since: string }) {
  const locale = useLocale();
  const now = useNow();
  return <time dateTime={since}>{ageText(since, locale, now)}</time>;
}
