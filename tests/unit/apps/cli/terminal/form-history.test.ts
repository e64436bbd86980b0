// The entries that Up and Ctrl-R bring back.
import { expect, test } from 'vitest';
import {
  FormHistory,
  HistorySearch,
  type SearchStep,
} from '../../../../../src/apps/cli/terminal/history.ts';

function history(...lines: readonly string[]) {
  const remembered: string[] = [];
  const made = new FormHistory({
    entries: [],
    size: 3,
    remember: (entry) => void remembered.push(entry),
  });
  for (const line of lines) made.add(line);
  return { made, remembered };
}

test('an entry is a whole form', () => {
  const { made, remembered } = history('(let ((x 1))', '  x)', '(+ 1 2)');
  expect(made.entries).toEqual(['(+ 1 2)', '(let ((x 1))\n  x)']);
  expect(remembered).toEqual(['(let ((x 1))\n  x)', '(+ 1 2)']);
});

test('every entry occurs once, blank lines do not, and the oldest are dropped', () => {
  expect(history('a', 'b', '  ', 'a', 'a').made.entries).toEqual(['a', 'b']);
  expect(history('a', 'b', 'c', 'd').made.entries).toEqual(['d', 'c', 'b']);
});

test('abandoned input is not part of the next form', () => {
  const { made } = history('(let (');
  made.abandon();
  made.add('(+ 1 2)');
  expect(made.entries).toEqual(['(+ 1 2)']);
});

const shown = (step: SearchStep): string =>
  step.kind === 'shown' ? `${step.prompt}${step.entry}` : JSON.stringify(step);

test('a search goes from the newest to older entries', () => {
  const search = new HistorySearch(history('(load "a")', '(+ 1 2)', '(load "b")').made);
  expect(shown(search.shown)).toBe('(search) : ');
  expect(shown(search.press('l', { name: 'l' }))).toBe('(search) l: (load "b")');
  expect(shown(search.press(undefined, { ctrl: true, name: 'r' }))).toBe('(search) l: (load "a")');
  expect(shown(search.press('x', { name: 'x' }))).toBe('(not found) lx: (load "a")');
  expect(shown(search.press(undefined, { name: 'backspace' }))).toBe('(search) l: (load "b")');
  expect(search.press('\r', { name: 'return' })).toEqual({
    kind: 'taken',
    entry: '(load "b")',
    again: true,
  });
});

test('leaving a search changes nothing', () => {
  const search = new HistorySearch(history('a').made);
  expect(search.press(undefined, { ctrl: true, name: 'c' })).toEqual({ kind: 'left' });
});
