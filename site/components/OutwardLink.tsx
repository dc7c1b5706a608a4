import type { ComponentProps } from 'react';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';

/** A link to another site opens a new tab and says so. A link to an email address opens the mail program. */
export function OutwardLink({ children, ...link }: ComponentProps<'a'>) {
  const { t } = useLanguage();
  if (link.href?.startsWith('mailto:')) return <a {...link}>{children}</a>;
  return (
    <a {...link} target="_blank" rel="noopener">
      {/* Text beside another node breaks on a translated page: see unbreakable.tsx. */}
      {typeof children === 'string' ? <span>{children}</span> : children}
      <span className="visually-hidden">{` (${t('newTab')})`}</span>
    </a>
  );
}
