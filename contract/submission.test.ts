import * as v from 'valibot';
import { expect, test } from 'vitest';
import { submissionSchema } from './submission.ts';

test.each(['a@b', "o'neil+tag@mail.example.co.uz", 'a.b@xn--80ak6aa92e.com', '!#$%&*/=?^_`{|}~-@x'])(
  '%s is accepted, as by a browser’s own check',
  (email) => {
    const submission = { name: 'Aziza', phone: '+998 90', email, message: 'Salom' };
    expect(v.parse(submissionSchema, submission)).toEqual(submission);
  },
);
