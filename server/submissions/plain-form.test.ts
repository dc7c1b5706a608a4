import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '#tests/service.ts';

const filled = { name: 'Aziza', phone: '+998 90', email: '', message: 'Salom\nGrant & viza = 100%?' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const send = (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  service.post(String(new URLSearchParams(fields)), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });
const outcome = (response: Response) => [response.status, response.headers.get('location')];

describe('the form of a page without script', () => {
  it.each([
    ['uz', '/#sent'],
    ['en', '/?lang=en#sent'],
    ['ru', '/?lang=ru#sent'],
    ['xx', '/#sent'],
    ['', '/#sent'],
  ])('in the language "%s" is stored and leads back to %s', async (language, location) => {
    const before = (await service.leads()).length;
    const form = { ...filled, name: `Aziza in ${language || 'none'}` };
    const response = await send({ ...form, extra_note: '', page_language: language });
    expect(outcome(response)).toEqual([303, location]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [lead] = (await service.leads()).slice(before);
    expect(lead).toMatchObject({ ...form, email: null, spam: false });
  });

  it('is one lead after a double tap, and another lead with another message', async () => {
    const before = (await service.leads()).length;
    const form = { ...filled, name: 'Dilnoza' };
    const answers = await Promise.all([send(form), send({ ...form, page_language: 'ru' })]);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(['/#sent', '/?lang=ru#sent']);
    await send({ ...form, message: 'Yana bir savol' });
    const messages = (await service.leads()).slice(before).map(({ message }) => message);
    expect(messages.toSorted()).toEqual([form.message, 'Yana bir savol'].toSorted());
  });

  it('may have as many characters as the field allows, although line breaks are sent as two', async () => {
    const message = `${'x\n'.repeat(2_499)}xx`;
    expect(message).toHaveLength(5_000);
    const sent = { ...filled, message: message.replaceAll('\n', '\r\n') };
    expect(outcome(await send(sent))).toEqual([303, '/#sent']);
    expect((await service.leads()).at(-1)?.message).toBe(message);
  });

  it('is marked as possible spam when the hidden field is filled', async () => {
    expect(outcome(await send({ ...filled, name: 'Bobur', extra_note: 'buy', page_language: 'en' }))).toEqual(
      [303, '/?lang=en#sent'],
    );
    expect((await service.leads()).at(-1)?.spam).toBe(true);
  });

  it.each<[string, Record<string, string> | string]>([
    ['a blank name', { ...filled, name: ' ' }],
    ['nothing', ''],
  ])('with %s leads back to the failure message and stores nothing', async (_case, fields) => {
    const before = await service.leads();
    const response = await send(fields, { Referer: `${service.url}/?lang=ru` });
    expect(outcome(response)).toEqual([303, '/?lang=ru#not-sent']);
    expect(await service.leads()).toEqual(before);
  });
});
