import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Notice, NoticeList } from './NoticeList.tsx';

type Notices = {
  notify(notice: Omit<Notice, 'id'>): void;
  /** Fetches what shows notices, at a moment when one may soon be needed. */
  prepare(): void;
};

const Context = createContext<Notices>({ notify: () => {}, prepare: () => {} });

export const useNotices = (): Notices => useContext(Context);

const limit = 3;

/** Notices are rare, so what draws them is fetched only when one is near. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const [List, setList] = useState<typeof NoticeList | null>(null);
  const nextId = useRef(0);

  const prepare = useCallback(() => {
    import('./NoticeList.tsx').then(
      (module) => setList(() => module.NoticeList),
      () => {}, // tried again with the next focus or notice
    );
  }, []);
  const notify = useCallback(
    (notice: Omit<Notice, 'id'>) => {
      prepare();
      nextId.current += 1;
      const added = { ...notice, id: nextId.current };
      setNotices((current) => [...current, added].slice(-limit));
    },
    [prepare],
  );
  const close = useCallback(
    (id: number) => setNotices((current) => current.filter((notice) => notice.id !== id)),
    [],
  );
  const value = useMemo(() => ({ notify, prepare }), [notify, prepare]);

  return (
    <Context value={value}>
      {children}
      {List && <List notices={notices} onClose={close} />}
    </Context>
  );
}
