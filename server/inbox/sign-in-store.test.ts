import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import type { SignInStore } from './sign-in-store.ts';

let folder: string;
const places: Record<string, () => Promise<StorePlace>> = {
  SQLite: async () => ({ dataDir: folder, databaseUrl: null }),
  PostgreSQL: async () => ({ dataDir: folder, databaseUrl: await newDatabase() }),
};

const minute = 60_000;
const start = Date.parse('2026-11-16T09:00:00Z');
const at = (minutes: number) => new Date(start + minutes * minute);
const code = { holder: 'browser', code: 'hash', tries: 5, expiresAt: at(10) };

describe.each(Object.entries(places))('on %s', (_name, place) => {
  let store: Store;
  let signIn: SignInStore;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sign-in-test-'));
    store = await openStore(await place());
    signIn = store.signIn;
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('counts tries that come together one by one, and has no more than there are', async () => {
    await signIn.addCode(code, at(0));
    const tries = await Promise.all(Array.from({ length: 8 }, () => signIn.takeTry('browser', at(1))));
    expect(tries.map((each) => each?.left ?? null).sort()).toEqual([0, 1, 2, 3, 4, null, null, null]);
    expect(tries.find(Boolean)?.code).toBe('hash');
  });

  it('lets a code be spent by one of those who come together', async () => {
    await signIn.addCode(code, at(0));
    const spent = await Promise.all(Array.from({ length: 4 }, () => signIn.spendCode('browser', at(1))));
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await signIn.takeTry('browser', at(1))).toBeNull();
  });

  it('shows the open sessions, the newest first, with when each was last seen', async () => {
    for (const [holder, browser, end] of [
      ['old', 'Safari, iPhone', 9],
      ['new', '', 10],
      ['over', 'Chrome, Mac', 2],
    ] as const)
      await signIn.addSession({ holder, browser, expiresAt: at(end) }, at(0));
    await signIn.nameSession('old', 'Nodira');
    await signIn.sessionSeen('old', at(1));
    expect(await signIn.findSession('old', at(2))).toEqual({ holder: 'old', name: 'Nodira', seenAt: at(1) });
    expect(await signIn.openSessions(at(2))).toEqual([
      { holder: 'new', name: null, browser: '', seenAt: null, expiresAt: at(10) },
      { holder: 'old', name: 'Nodira', browser: 'Safari, iPhone', seenAt: at(1), expiresAt: at(9) },
    ]);
  });

  it('names one session, ends one, and ends all with everything that could become one', async () => {
    for (const holder of ['a', 'b'])
      await signIn.addSession({ holder, browser: 'Chrome, Android', expiresAt: at(9) }, at(0));
    await signIn.nameSession('a', 'Nodira');
    expect(await signIn.findSession('a', at(1))).toMatchObject({ holder: 'a', name: 'Nodira' });
    expect(await signIn.findSession('b', at(1))).toMatchObject({ holder: 'b', name: null });
    await signIn.endSession('b');
    expect(await signIn.findSession('b', at(1))).toBeNull();

    await signIn.addCode(code, at(1));
    await signIn.endAll();
    expect(await signIn.findSession('a', at(1))).toBeNull();
    expect(await signIn.takeTry('browser', at(1))).toBeNull();
  });
});
