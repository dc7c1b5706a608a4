import type { LeadDetail } from '#contract/inbox.ts';
import { telegramAddress } from '#contract/telegram-address.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { OutwardLink } from '#inbox/components/OutwardLink.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Lead.module.css';

export function ContactButtons({ lead: { phone, dial, email, telegramId } }: { lead: LeadDetail }) {
  const words = useWords();
  const telegram = telegramAddress(phone, dial, telegramId);
  if (!dial && !telegram && !email) return null;
  return (
    <p className={`cluster ${styles.reach}`}>
      {dial && (
        <a className="button primary" href={`tel:${dial}`}>
          <Icon name="phone" />
          {words.lead.call}
        </a>
      )}
      {telegram && (
        <OutwardLink className="button" href={telegram}>
          <Icon name="telegram" />
          {words.lead.telegram}
        </OutwardLink>
      )}
      {email && (
        <a className="button" href={mailAddress(email)}>
          <Icon name="mail" />
          {words.lead.mail}
        </a>
      )}
    </p>
  );
}

/** An email address may hold `?` and `&`, which would add recipients. */
export const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
