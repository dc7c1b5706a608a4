import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../tests/service-next.ts';

const submission = { name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' };
let service: TestService;
const client = () => createClient(service.url, 'publishable-key', { auth: { persistSession: false } });
const table = () => client().from('contact_submissions');
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('the official client', () => {
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

  it('shows the code and the words of a refusal', async () => {
    const { error, status } = await table().insert({ ...submission, name: '' });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '23502', message: expect.stringContaining('name'), details: null });
    expect((await table().insert([{ ...submission, role: 'admin' }])).error?.code).toBe('PGRST204');
  });

  it.each<[string, () => PromiseLike<{ error: { code: string } | null; status: number }>, number, string]>([
    ['select', () => table().select(), 401, '42501'],
    ['update', () => table().update({ name: 'x' }).eq('id', 1), 401, '42501'],
    ['delete', () => table().delete().neq('id', 0), 401, '42501'],
    ['upsert', () => table().upsert(submission), 401, '42501'],
    ['insert and read back', () => table().insert(submission).select(), 401, '42501'],
    [
      'insert into another table',
      () => client().from('deliveries').insert({ channel: 'x' }),
      404,
      'PGRST205',
    ],
  ])('cannot %s', async (_what, attempt, status, code) => {
    const before = await service.leads();
    expect(await attempt()).toMatchObject({ status, error: { code } });
    expect(await service.leads()).toEqual(before);
  });
});
