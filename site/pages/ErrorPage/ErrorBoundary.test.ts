import { expect, test } from 'vitest';
import { ErrorBoundary, reasonOf } from './ErrorBoundary.tsx';

test('the reason of a failed answer is its status', () => {
  expect(reasonOf(new Response(null, { status: 503, statusText: 'Service Unavailable' }))).toBe(
    '503 Service Unavailable',
  );
  expect(reasonOf(new Response(null, { status: 404 }))).toBe('404');
});

test('the reason of an error is its message and nothing of its stack', () => {
  const error = new TypeError('texts is undefined');
  expect(reasonOf(error)).toBe('texts is undefined');
  expect(reasonOf('out of words')).toBe('out of words');
});

test('something else thrown still gives a sentence', () => {
  for (const thrown of [undefined, null, 0, {}, Symbol('odd')])
    expect(reasonOf(thrown)).toBe('Unknown error');
});

test('whatever is thrown, even nothing, is a failure', () => {
  for (const thrown of [undefined, null, new Error('broken')]) {
    expect(ErrorBoundary.getDerivedStateFromError(thrown)).toEqual({ error: thrown, failed: true });
  }
});
