import { useLayoutEffect, useRef } from 'react';

/** When the focused control of a group goes, because it has done its work, the focus moves to the group’s first button. */
export function useKeptFocus() {
  const group = useRef<HTMLDivElement>(null);
  const hadFocus = group.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) group.current?.querySelector('button')?.focus();
  });
  return group;
}
