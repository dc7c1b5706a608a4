import { expect, onTestFinished, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { openTestDatabase } from '#tests/database.ts';
import { saveDraft } from './draft.ts';
import { startSite } from './site.ts';

test('however often pages of the editor are asked for, each is rendered once, one after the other', async () => {
  const rendered: string[] = [];
  let running = 0;
  const site = startSite({
    db: await openTestDatabase('sqlite'),
    renderer: {
      build: '',
      site: async () => [],
      async page(_, language) {
        running += 1;
        expect(running).toBe(1);
        await new Promise(setImmediate);
        running -= 1;
        rendered.push(language);
        return language;
      },
    },
    replaceFiles: () => {},
    file: '',
    notifyStaff: async () => {},
    log: { error: () => {} },
  });
  onTestFinished(() => site.stop());
  const asked = (['uz', 'ru', 'uz', 'uz', 'ru', 'en'] as const).map((language) => site.page(language, null));
  expect(await Promise.all(asked)).toEqual(['uz', 'ru', 'uz', 'uz', 'ru', 'en']);
  expect(rendered).toEqual(['uz', 'ru', 'en']);
});

test('a publication can be undone although a number that it brought into a text goes with it', async () => {
  const db = await openTestDatabase('sqlite');
  const site = startSite({
    db,
    renderer: null,
    replaceFiles: () => {},
    file: '',
    notifyStaff: async () => {},
    log: { error: () => {} },
  });
  onTestFinished(() => site.stop());
  const path = 'texts.en.hero.description';
  const was = defaultContent.texts.en.hero.description;
  const value = 'From {proPrice}';
  await saveDraft(db, { [path]: { was, value } }, 'Aziza');
  expect(await site.publish({ live: 0, values: { [path]: value } }, 'Aziza')).toEqual({ number: 1 });
  expect(await site.restore({ number: 0, live: 1, undo: true }, 'Aziza')).toEqual({ number: 2 });
  expect((await site.state()).values[path]).toBe(was);
});
