type Field = HTMLInputElement | HTMLTextAreaElement;

/** Takes note of the fields; what it returns puts their words, and the focus, into those that took their place. */
export function rememberFields(): () => void {
  const fields = document.querySelectorAll<Field>('form [name]');
  const focused = document.activeElement;
  return () => {
    for (const old of fields) {
      const field = document.querySelector<Field>(`form [name="${old.name}"]`);
      if (!field || field === old) continue;
      field.value = old.value;
      if (old === focused) field.focus({ preventScroll: true });
    }
  };
}
