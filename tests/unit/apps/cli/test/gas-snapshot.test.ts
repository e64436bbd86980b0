// The gas snapshot file: its contents, and what counts as a difference.
import { expect, test } from 'vitest';
import {
  differenceText,
  gasDifferences,
  snapshotOf,
  updatedSnapshot,
} from '../../../../../src/apps/cli/test/gas-snapshot.ts';
import { reportOf } from '../../../../support/test-reports.ts';

const script = (body: string): string =>
  `(print "outside") (begin-tx "one") ${body} (commit-tx) (begin-tx "one") (+ 1 2) (commit-tx)`;

test('one line for each transaction; the second with the same name has a number', () => {
  const snapshot = snapshotOf([reportOf({ 'a.repl': script('(+ 1 2)') })]);
  expect([...snapshot]).toEqual([
    ['a.repl: one', 1n],
    ['a.repl: one #2', 1n],
  ]);
});

const all = { exists: () => true };

test('only files that were run have differences', () => {
  const before = new Map([
    ['a.repl: one', 1000n],
    ['a.repl: gone', 5n],
    ['b.repl: other', 7n],
  ]);
  const now = new Map([
    ['a.repl: one', 1053n],
    ['a.repl: new', 3n],
  ]);
  expect(
    gasDifferences(before, { ...all, now, wholeFiles: ['a.repl'] }).map(differenceText),
  ).toEqual([
    'a.repl: one: 1000 -> 1053 gas (+5.3 %)',
    'a.repl: new: 3 gas, not in the snapshot',
    'a.repl: gone: 5 gas in the snapshot, no longer exists',
  ]);
});

test.each([
  [1000n, 999n, '-0.1 %'],
  [3n, 4n, '+33.3 %'],
  [0n, 4n, 'was 0'],
  [10n ** 30n, 2n * 10n ** 30n, '+100.0 %'],
])('%s to %s is %s', (before, now, text) => {
  expect(differenceText({ key: 'k', before, now })).toContain(`(${text})`);
});

const kept = new Map([
  ['a.repl: last', 4n],
  ['a.repl: one', 1n],
  ['b: c.repl: odd: name', 2n],
  ['old.repl: one', 3n],
]);

test('filtered-out lines are kept; those of deleted files are not', () => {
  const measured = {
    now: new Map([
      ['a.repl: one', 2n],
      ['a.repl: once', 5n],
    ]),
    wholeFiles: [],
    exists: (file: string) => file !== 'old.repl' && file !== 'b',
  };
  expect(gasDifferences(kept, measured).map(({ key }) => key)).toEqual([
    'a.repl: one',
    'a.repl: once',
    'old.repl: one',
  ]);
  expect([...updatedSnapshot(kept, measured)]).toEqual([
    ['a.repl: last', 4n],
    ['a.repl: one', 2n],
    ['a.repl: once', 5n],
    ['b: c.repl: odd: name', 2n],
  ]);
});

test('a file that was run completely has the order of the run', () => {
  const now = new Map([
    ['a.repl: one', 2n],
    ['a.repl: first', 5n],
  ]);
  const updated = updatedSnapshot(kept, { ...all, now, wholeFiles: ['a.repl'] });
  expect([...updated.keys()].slice(0, 3)).toEqual([
    'a.repl: one',
    'a.repl: first',
    'b: c.repl: odd: name',
  ]);
});
