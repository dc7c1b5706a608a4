import { expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../store/store.ts';
import { csvDownload } from './csv-download.ts';

it('a file that the store breaks off ends with the connection, not with an error', async () => {
  const away = () => Promise.reject(new StoreUnavailable('it is away'));
  const leads = { [Symbol.asyncIterator]: () => ({ next: away }) };
  const cut = vi.fn();
  const { body } = csvDownload(leads, 'uz', { isOpen: async () => true, cut });
  const read = body?.getReader().read();
  await Promise.race([read, vi.waitFor(() => expect(cut).toHaveBeenCalledOnce())]);
});
