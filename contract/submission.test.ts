import * as v from 'valibot';
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
});
