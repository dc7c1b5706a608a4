import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useHydrated } from '../use-hydrated.ts';
import { type Notice, NoticeList } from './NoticeList.tsx';

type Notices = {
  /**
   * Tells how something went, and withdraws what was told of it when it went the other way. The content is an element,
   * so that it follows whatever it depends on, such as the language; where all can be seen to be well there is none.
   */
  notify(about: Notice['about'], kind: Notice['kind'], content?: ReactNode): void;
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

  const notify = useCallback<Notices['notify']>((about, kind, content) => {
    nextId.current += 1;
    const added = { id: nextId.current, about, kind, content };
    setNotices((current) => {
      const kept = current.filter((notice) => notice.about !== about || notice.kind === kind);
      return content ? [...kept, added].slice(-limit) : kept;
    });
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
