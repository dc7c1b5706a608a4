import type { Lead, NewLead } from '../server/store/store.ts';

export function exampleLead(changes: Partial<Lead> = {}): Lead {
  return {
    ref: 'K7Q2-9F3D',
    name: 'Dilnoza Karimova',
    phone: '+998 90 123 45 67',
    email: 'dilnoza@example.uz',
    message: 'Salom!\nItaliya haqida soʻramoqchi edim.',
    language: 'uz',
    suspectedSpam: false,
    source: null,
    campaign: null,
    createdAt: new Date('2026-10-31T20:05:09.876Z'),
    ...changes,
  };
}

/** The same before it is stored; numbered where a test tells several apart. */
export function exampleNewLead(number = 1): NewLead {
  const { name, phone, email, message, language, suspectedSpam } = exampleLead({ name: `Visitor ${number}` });
  return { name, phone, email, message, language, suspectedSpam, idempotencyKey: null };
}
