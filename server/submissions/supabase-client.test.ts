import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '#tests/service.ts';

const submission = { name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' };
let service: TestService;
const table = () =>
  createClient(service.url, 'publishable-key', { auth: { persistSession: false } }).from(
    'contact_submissions',
  );
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the official Supabase client', () => {
  it('inserts one submission', async () => {
    expect(await table().insert(submission)).toMatchObject({ error: null, status: 201, data: null });
    expect(await service.leads()).toMatchObject([submission]);
  });

  it('inserts an array', async () => {
    const rows = [{ ...submission, name: 'Bobur' }];
    expect(await table().insert(rows)).toMatchObject({ error: null, status: 201 });
    expect(await table().insert(rows, { defaultToNull: false })).toMatchObject({ error: null, status: 201 });
    expect((await service.leads()).map(({ name }) => name)).toEqual(['Aziza', 'Bobur', 'Bobur']);
  });

  it('gets the code and message of an error', async () => {
    const { error, status } = await table().insert({ ...submission, name: '' });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '23502', message: expect.stringContaining('name'), details: null });
    expect((await table().insert([{ ...submission, role: 'admin' }])).error?.code).toBe('PGRST204');
  });

  it.each<[string, () => PromiseLike<object>]>([
    ['upsert', () => table().upsert(submission)],
    ['insert and read back', () => table().insert(submission).select()],
  ])('cannot %s', async (_what, attempt) => {
    const before = await service.leads();
    expect(await attempt()).toMatchObject({ status: 401, error: { code: '42501' } });
    expect(await service.leads()).toEqual(before);
  });
});
