import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useHydrated } from '../use-hydrated.ts';
import { type Notice, NoticeList } from './NoticeList.tsx';

type Notices = {
  /** Shows what is given for a while: an element, so that it follows whatever it depends on, such as the language. */
  notify(kind: Notice['kind'], content: ReactNode): void;
};

const Context = createContext<Notices>({ notify: () => {} });

export const useNotices = (): Notices => useContext(Context);

const limit = 3;

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

  const notify = useCallback((kind: Notice['kind'], content: ReactNode) => {
    nextId.current += 1;
    const added = { id: nextId.current, kind, content };
    setNotices((current) => [...current, added].slice(-limit));
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
