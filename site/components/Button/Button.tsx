import type { ReactNode } from 'react';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import styles from './Button.module.css';

type ButtonLook = 'primary' | 'accent' | 'outline';

type Props = {
  href: string;
  look?: ButtonLook;
  /** Opens in a new tab; an arrow and hidden text say so. */
  external?: boolean;
  /** An accessible name for links whose visible text repeats on the page. It must contain that text. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
};

export const buttonClass = (look: ButtonLook = 'primary') => `${styles.button} ${styles[look]}`;

export function ButtonLink({ href, look, external, label, onClick, children }: Props) {
  const { t } = useLanguage();
  const newTab = external ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a
      className={buttonClass(look)}
      href={href}
      aria-label={label && external ? `${label} (${t('newTab')})` : label}
      onClick={onClick}
      {...newTab}
    >
      <span className={external ? 'outward' : undefined}>{children}</span>
      {external && !label && <span className="visually-hidden">{`(${t('newTab')})`}</span>}
    </a>
  );
}
