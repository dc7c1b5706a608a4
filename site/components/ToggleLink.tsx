import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { useHydrated } from './use-hydrated.ts';

type Props = ComponentProps<'a'> & {
  external?: boolean;
  /** The id of what it opens. */
  controls: string;
  open: boolean;
  label: string;
  onToggle(): void;
};

/** A link before hydration, then a button that opens and closes something. */
export function ToggleLink({ href, external, controls, open, label, onToggle, ...link }: Props) {
  const { t } = useLanguage();
  const hydrated = useHydrated();
  const toggle = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    onToggle();
  };
  return (
    <a
      {...link}
      href={href}
      aria-label={external && !hydrated ? `${label} (${t('newTab')})` : label}
      data-tooltip={label}
      {...(external && { target: '_blank', rel: 'noopener' })}
      {...(hydrated && { role: 'button', 'aria-expanded': open, 'aria-controls': controls })}
      onClick={toggle}
      onKeyDown={(event) => event.key === ' ' && toggle(event)}
    />
  );
}
