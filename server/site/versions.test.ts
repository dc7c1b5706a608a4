import { beforeEach, describe, expect, test, vi } from 'vitest';
import { merge, valuesOf } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { discard, discardedIn, draftOf, saveDraft } from './draft.ts';
import { addVersion, contentOf, publishedContent, versionsOf } from './versions.ts';

const price = 'facts.proPrice';
const badge = 'texts.uz.hero.badge';
const was = defaultContent.facts.proPrice;
const wasBadge = defaultContent.texts.uz.hero.badge;
const withPrice = (value: string) => merge(defaultContent, { [price]: value });
const publishedPrice = async (db: Db) => (await publishedContent(db)).facts.proPrice;
const values = async (db: Db) =>
  Object.fromEntries(Object.entries(await draftOf(db)).map(([path, { value }]) => [path, value]));

describe.each(databases)('%s', (kind) => {
  let db: Db;
  beforeEach(async () => {
    db = await openTestDatabase(kind);
  });

  test('the latest version is published, older ones can be read, and each says what it changed', async () => {
    await addVersion(db, { number: 1, content: withPrice('$2,399'), who: 'Aziza' });
    await addVersion(db, { number: 2, content: withPrice('$2,499'), who: 'Nodira' });
    expect(await publishedPrice(db)).toBe('$2,499');
    expect((await contentOf(db, 1))?.facts.proPrice).toBe('$2,399');
    expect((await contentOf(db, 0))?.facts.proPrice).toBe(was);
    expect(await contentOf(db, 3)).toBeUndefined();
    expect((await versionsOf(db)).versions).toMatchObject([
      { number: 2, who: 'Nodira', changes: [{ path: price, before: '$2,399', after: '$2,499' }] },
      { number: 1, who: 'Aziza', changes: [{ path: price, before: was, after: '$2,399' }] },
    ]);
  });

  test('a second version with the same number is refused', async () => {
    const version = { number: 1, content: withPrice('$2,399'), who: 'Aziza' };
    await addVersion(db, version);
    await expect(addVersion(db, version)).rejects.toThrow();
  });

  test('the last fifty versions are kept', async () => {
    for (let number = 1; number <= 52; number++)
      await addVersion(db, { number, content: withPrice(`$${number}`), who: 'Aziza' });
    const numbers = (await versionsOf(db)).versions.map(({ number }) => number);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([50, 52, 3]);
  });

  test('undo goes back one publication each time, also after something else was published', async () => {
    let number = 0;
    const publish = (value: string, restores: number | null = null) =>
      addVersion(db, { number: ++number, content: withPrice(value), who: 'Aziza', restores });
    const undo = async () => {
      const { undo } = await versionsOf(db);
      if (undo === null) return null;
      const content = await contentOf(db, undo);
      await publish(content?.facts.proPrice ?? '', undo);
      return publishedPrice(db);
    };
    expect(await undo()).toBeNull();
    for (const value of ['$1', '$2', '$3']) await publish(value);
    expect([await undo(), await undo()]).toEqual(['$2', '$1']);
    await publish('$4');
    expect([await undo(), await undo(), await undo()]).toEqual(['$1', was, null]);
  });

  test('everyone shares the draft; a value leaves it when it is published or set back', async () => {
    await saveDraft(db, { [price]: { was, value: '$2,399' } }, 'Aziza');
    await saveDraft(db, { [badge]: { was: wasBadge, value: 'Salom' } }, 'Nodira');
    expect(await draftOf(db)).toMatchObject({
      [price]: { value: '$2,399', who: 'Aziza' },
      [badge]: { value: 'Salom', who: 'Nodira' },
    });
    await addVersion(db, { number: 1, content: withPrice('$2,399'), who: 'Aziza' });
    expect(await values(db)).toEqual({ [badge]: 'Salom' });
    await saveDraft(db, { [badge]: { was: 'Salom', value: wasBadge } }, 'Nodira');
    expect(await draftOf(db)).toEqual({});
  });

  test('each path is saved, in conflict, too long or unknown by itself', async () => {
    await saveDraft(db, { [price]: { was, value: '$2,399' } }, 'Aziza');
    const { paths } = await saveDraft(
      db,
      {
        [price]: { was, value: '$2,499' },
        'facts.ielts': { was: defaultContent.facts.ielts, value: ' 6,5 ' },
        [badge]: { was: wasBadge, value: 'a'.repeat(5000) },
        'texts.uz.hero.gone': { was: '', value: 'Salom' },
      },
      'Nodira',
    );
    expect(paths).toMatchObject({
      [price]: { result: 'conflict', theirs: { value: '$2,399', who: 'Aziza' } },
      'facts.ielts': { result: 'saved', draft: { value: '6.5', who: 'Nodira' } },
      [badge]: { result: 'long' },
      'texts.uz.hero.gone': { result: 'unknown' },
    });
    expect(await values(db)).toEqual({ [price]: '$2,399', 'facts.ielts': '6.5' });
  });

  test('for a day, what was discarded or replaced by a colleague can be brought back', async () => {
    await saveDraft(db, { [price]: { was, value: '$2,399' } }, 'Aziza');
    await saveDraft(db, { [price]: { was: '$2,399', value: '$2,499' } }, 'Nodira');
    await discard(db, { [price]: '$2,499', [badge]: 'Salom' }, 'Sardor');
    expect(await draftOf(db)).toEqual({});
    expect(await discardedIn(db)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: price, value: '$2,399', who: 'Aziza' }),
        expect.objectContaining({ path: price, value: '$2,499', who: 'Nodira' }),
        expect.objectContaining({ path: badge, value: 'Salom', who: 'Sardor' }),
      ]),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs + 1 });
    expect(await discardedIn(db)).toEqual([]);
    vi.useRealTimers();
  });

  test('discarding a value leaves what a colleague has made of it meanwhile', async () => {
    await saveDraft(db, { [price]: { was, value: '$2,399' } }, 'Aziza');
    await discard(db, { [price]: '$2,299.50' }, 'Nodira');
    expect(await values(db)).toEqual({ [price]: '$2,399' });
  });
});

test('paths that this release does not know are ignored', () => {
  expect(merge(defaultContent, { 'facts.none': '1', '__proto__.x': '1' })).toEqual(defaultContent);
  const changed = merge(defaultContent, { 'deadlines.fallDeadline': '12-05' });
  expect(changed.deadlines.fallDeadline).toEqual({ month: 12, day: 5 });
  expect(valuesOf(changed).get('deadlines.fallDeadline')).toBe('12-05');
});
