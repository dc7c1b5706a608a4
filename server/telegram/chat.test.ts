import { expect, test, vi } from 'vitest';
import { createChat } from './chat.ts';
import type { TelegramStore } from './telegram-store.ts';

test('a group whose new number is set hears the former one, and is not told to move once more', async () => {
  const moves = new Map([['-42', '-10042']]);
  const store = {
    movedTo: async (id: string) => moves.get(id) ?? null,
    moveChat: async (from: string, to: string) => void moves.set(from, to),
  } as TelegramStore;
  const chat = createChat('-10042', store, { info: vi.fn(), warn: vi.fn(), error: vi.fn() });
  expect(await chat.is({ id: -42 })).toBe(true);
  expect(await chat.is({ id: -43 })).toBe(false);
  // Telegram keeps the news of the move for a day: it may come after the number was set.
  await chat.follow('-10042');
  expect(chat.movedTo()).toBeNull();
  expect(await chat.id()).toBe('-10042');
  expect([...moves]).toEqual([['-42', '-10042']]);
});
