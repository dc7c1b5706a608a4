import { beforeEach, describe, expect, test } from 'vitest';
import { merge, valuesOf } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import type { Db } from '#server/db/db.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import {
  addVersion,
  contentOf,
  draftOf,
  dropDraft,
  publishedContent,
  saveDraft,
  versionsOf,
} from './versions.ts';

const price = 'facts.proPrice';
const was = defaultContent.facts.proPrice;
const withPrice = (value: string) => merge(defaultContent, { [price]: value });
const publishedPrice = async (db: Db) => (await publishedContent(db)).facts.proPrice;

describe.each(databases)('%s', (kind) => {
  let db: Db;
  beforeEach(async () => {
    db = await openTestDatabase(kind);
  });

  test('the latest version is published, older ones can be read', async () => {
    await addVersion(db, { number: 1, content: withPrice('$2,399'), who: 'Aziza' });
    await addVersion(db, { number: 2, content: withPrice('$2,499'), who: 'Nodira' });
    expect(await publishedPrice(db)).toBe('$2,499');
    expect((await contentOf(db, 1))?.facts.proPrice).toBe('$2,399');
    expect((await contentOf(db, 0))?.facts.proPrice).toBe(was);
    expect(await contentOf(db, 3)).toBeUndefined();
    expect(await versionsOf(db)).toMatchObject([
      { number: 2, who: 'Nodira' },
      { number: 1, who: 'Aziza' },
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
    const numbers = (await versionsOf(db)).map(({ number }) => number);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([50, 52, 3]);
  });

  test('everyone shares the draft; a value leaves it when it is published or set back', async () => {
    await saveDraft(db, { [price]: { was, value: '$2,399' } }, 'Aziza');
    await saveDraft(
      db,
      { 'texts.uz.hero.badge': { was: defaultContent.texts.uz.hero.badge, value: 'Salom' } },
      'Nodira',
    );
    expect(await draftOf(db)).toMatchObject({
      [price]: { value: '$2,399', who: 'Aziza' },
      'texts.uz.hero.badge': { value: 'Salom', who: 'Nodira' },
    });
    await addVersion(db, { number: 1, content: withPrice('$2,399'), who: 'Aziza' });
    expect(Object.keys(await draftOf(db))).toEqual(['texts.uz.hero.badge']);
    await saveDraft(
      db,
      { 'texts.uz.hero.badge': { was: 'Salom', value: defaultContent.texts.uz.hero.badge } },
      'Aziza',
    );
    expect(await draftOf(db)).toEqual({});
  });

  test('two people change a value: the second gets the first one’s value, and saves nothing', async () => {
    await saveDraft(db, { [price]: { was, value: '$2,399' } }, 'Aziza');
    const conflicts = await saveDraft(
      db,
      { [price]: { was, value: '$2,499' }, 'facts.ielts': { was: defaultContent.facts.ielts, value: '6.5' } },
      'Nodira',
    );
    expect(conflicts).toMatchObject({ [price]: { value: '$2,399', who: 'Aziza' } });
    expect(Object.keys(await draftOf(db))).toEqual([price]);
    await dropDraft(db);
    expect(await draftOf(db)).toEqual({});
  });
});

test('paths that this release does not know are ignored', () => {
  expect(merge(defaultContent, { 'facts.none': '1', '__proto__.x': '1' })).toEqual(defaultContent);
  const changed = merge(defaultContent, { 'deadlines.fallDeadline': '12-05' });
  expect(changed.deadlines.fallDeadline).toEqual({ month: 12, day: 5 });
  expect(valuesOf(changed).get('deadlines.fallDeadline')).toBe('12-05');
});
