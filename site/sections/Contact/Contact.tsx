import { ButtonLink } from '#site/components/Button/Button.tsx';
import { Drawing, Frieze, Icon } from '#site/components/Drawing.tsx';
import { OutwardLink } from '#site/components/OutwardLink.tsx';
import { SectionHeading } from '#site/components/SectionHeading/SectionHeading.tsx';
import type { IconName } from '#site/drawings/names.ts';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { anchors } from '#site/sections/anchors.ts';
import { clickCounter } from '#site/stats/click-counter.ts';
import styles from './Contact.module.css';
import { ContactForm } from './ContactForm.tsx';

export function Contact() {
  const { t, links } = useLanguage();
  return (
    <section id={anchors.contact} className="section" aria-labelledby="contact-title">
      <div className={`${styles.grid} container`}>
        <div className={styles.ways}>
          <SectionHeading id="contact-title" title={t('contact.title')} intro={t('contact.intro')} />
          <ul className={styles.cards}>
            <Card icon="telegram" name="telegram" href={links.telegramAdmin} />
            <Card icon="channel" name="channel" href={links.telegramChannel} />
            <Card icon="mail" name="email" href={`mailto:${links.email}`} />
          </ul>
        </div>
        <ContactForm />
        <aside className={`card ${styles.promo} dark`} aria-labelledby="promo-title">
          <Drawing name="emblem" className={styles.emblem} />
          <div>
            <h3 id="promo-title">{t('contact.promo.title')}</h3>
            <p className={styles.promoText}>{t('contact.promo.text')}</p>
          </div>
          <ButtonLink
            href={links.consultationForm}
            look="accent"
            onClick={clickCounter('consultation')}
            external
          >
            {t('contact.promo.button')}
          </ButtonLink>
        </aside>
      </div>
    </section>
  );
}

type CardProps = { icon: IconName; name: 'telegram' | 'channel' | 'email'; href: string };

function Card({ icon, name, href }: CardProps) {
  const { t } = useLanguage();
  return (
    <li>
      <OutwardLink
        className={`card ${styles.card}`}
        href={href}
        data-way={name}
        onClick={clickCounter(name === 'telegram' ? 'telegram-contact' : name)}
      >
        {name === 'telegram' && <Frieze fine />}
        <Icon name={icon} className={styles.icon} />
        <strong className={styles.cardTitle}>{t(`contact.cards.${name}.title`)}</strong>
        <span className={styles.cardText}>{t(`contact.cards.${name}.text`)}</span>
        <span className={`${styles.address} nowrap ${name === 'email' ? '' : 'outward'}`}>
          {href.replace(/^(https:\/\/|mailto:)/, '')}
        </span>
      </OutwardLink>
    </li>
  );
}
