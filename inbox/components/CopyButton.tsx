import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Icon } from './Icon.tsx';
import { useToast } from './Toasts.tsx';

export function CopyButton({ text, what, label }: { text: string; what?: string; label?: string }) {
  const words = useWords();
  const showToast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast('done', words.lead.copied);
    } catch {
      showToast('problem', words.errors.failed);
    }
  };
  return (
    <button
      type="button"
      className={label ? 'button quiet' : 'icon-button'}
      aria-label={label ? undefined : `${words.lead.copy}: ${what}`}
      onClick={copy}
    >
      <Icon name="copy" />
      {label}
    </button>
  );
}
