import { join } from 'node:path';
import * as v from 'valibot';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { submissionErrors, submissionLimits, submissionSchema } from './submission.ts';

const submission = { name: 'Aziza', phone: '+998 90', email: 'a@b.uz', message: 'Salom' };
const verdict = (value: unknown) => {
  const result = v.safeParse(submissionSchema, value, { abortPipeEarly: true });
  return result.success ? result.output : result.issues.map((issue) => issue.message);
};

describe('the contract', () => {
  it('accepts every e-mail a browser’s own check accepts', () => {
    for (const email of [
      'a@b',
      "o'neil+tag@mail.example.co.uz",
      'a.b@xn--80ak6aa92e.com',
      '!#$%&*/=?^_`{|}~-@x',
    ]) {
      expect(verdict({ ...submission, email })).toEqual({ ...submission, email });
    }
  });

  it('counts characters, not UTF-16 units, after trimming', () => {
    const name = '🎓'.repeat(submissionLimits.name);
    expect(verdict({ ...submission, name: `  ${name}  ` })).toEqual({ ...submission, name });
    expect(verdict({ ...submission, name: `${name}x` })).toEqual([submissionErrors.tooLongOrMalformed]);
  });

  it('names what is wrong with each field', () => {
    expect(verdict({ ...submission, name: null, phone: 5, email: 'x', message: '\ud800' })).toEqual([
      submissionErrors.missing,
      submissionErrors.wrongType,
      submissionErrors.tooLongOrMalformed,
      submissionErrors.impossibleCharacter,
    ]);
  });

  it('costs the page its few constants: the schema and its library stay out of the bundle', async () => {
    const contract = JSON.stringify(join(import.meta.dirname, 'submission.ts'));
    const entry = `import { submissionPath, submissionLimits } from ${contract}; console.log(submissionPath, submissionLimits)`;
    const built = (await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, modulePreload: false, rolldownOptions: { input: 'virtual:entry' } },
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'virtual:entry' ? `\0${id}` : null),
          load: (id) => (id === '\0virtual:entry' ? entry : null),
        },
      ],
    })) as Rolldown.RolldownOutput;
    const code = built.output.map((file) => ('code' in file ? file.code : ''));
    expect(code).toHaveLength(1);
    expect(code[0]).toContain('/rest/v1/contact_submissions');
    expect(code[0]?.length).toBeLessThan(300);
  });
});
