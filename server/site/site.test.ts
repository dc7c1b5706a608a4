import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#tests/database.ts';
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
