import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useHydrated } from '../use-hydrated.ts';
import { type Notice, NoticeList } from './NoticeList.tsx';

type Notices = {
  /**
   * Tells how something went, in place of what was told of it before; without a notice, when it is tried anew, only
   * takes that back. So the same failure is seen, and heard, to come again. The content is an element, so that it
   * follows whatever it depends on, such as the language.
   */
  notify(about: Notice['about'], notice?: Pick<Notice, 'kind' | 'content'>): void;
};

const Context = createContext<Notices>({ notify: () => {} });

export const useNotices = (): Notices => useContext(Context);

type Props = {
  /** What the region is called, and the control that closes a notice. */
  label: string;
  closeLabel: string;
  children: ReactNode;
};

export function NoticesProvider({ label, closeLabel, children }: Props) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const nextId = useRef(0);
  const hydrated = useHydrated();

  const notify = useCallback<Notices['notify']>((about, notice) => {
    nextId.current += 1;
    const added = notice ? [{ id: nextId.current, about, ...notice }] : [];
    setNotices((current) => [...current.filter((other) => other.about !== about), ...added]);
  }, []);
  const close = useCallback(
    (id: number) => setNotices((current) => current.filter((notice) => notice.id !== id)),
    [],
  );
  const value = useMemo(() => ({ notify }), [notify]);

  return (
    <Context value={value}>
      {children}
      {hydrated && <NoticeList notices={notices} label={label} closeLabel={closeLabel} onClose={close} />}
    </Context>
  );
}
