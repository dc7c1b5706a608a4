import type { NewLead } from '../server/leads/lead.ts';

/** A lead as the form sends it. */
export const newLead = (changes: Partial<NewLead> = {}): NewLead => ({
  ...{ name: 'Dilnoza Karimova', phone: '+998 90 123 45 67', email: 'dilnoza@example.uz' },
  ...{ message: 'Salom!\nItaliya haqida soʻramoqchi edim.', language: 'uz' },
  ...{ source: null, campaign: null, spam: false, idempotencyKey: null },
  ...changes,
});
