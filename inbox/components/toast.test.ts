import { expect, test } from 'vitest';
import { type Kind, type Toast, withoutFailures, withToast } from './toast.ts';

const after = (...told: [Kind, string][]) =>
  told
    .reduce<Toast[]>((before, [kind, text], id) => withToast(before, { id, kind, text, at: id }), [])
    .map(({ text }) => text);

test('of many toasts the last three are shown, and what is said again once', () => {
  expect(after(['done', 'a'], ['problem', 'b'], ['done', 'c'], ['done', 'd'])).toEqual(['b', 'c', 'd']);
  expect(after(['done', 'a'], ['done', 'b'], ['done', 'a'])).toEqual(['b', 'a']);
});

test('what is left to do gives way to nothing', () => {
  const tasks = ['1', '2', '3', '4'].map((text): [Kind, string] => ['task', text]);
  const others = ['a', 'b', 'c', 'd'].map((text): [Kind, string] => ['done', text]);
  expect(after(...tasks, ...others)).toEqual(['1', '2', '3', '4', 'b', 'c', 'd']);
});

test('a failure goes when what was begun after it has worked, and nothing else does', () => {
  const toasts = (['failure', 'problem', 'failure'] as const).map((kind, id) => ({
    id,
    kind,
    text: '',
    at: id,
  }));
  expect(withoutFailures(toasts, 1).map(({ id }) => id)).toEqual([1, 2]);
});
