// Which states a run of many files keeps, and where.
import { expect, test } from 'vitest';
import { Histories, KeptStates } from '../../../../../src/apps/cli/test/kept-states.ts';
import { History } from '../../../../../src/tools/repl/snapshot/history.ts';

const history = new History().with(0, [Uint8Array.of(1, 2, 3)]);

test('a watched run gets its states back in the next one, once', () => {
  const histories = new Histories('in-memory');
  const first = histories.requestFor('a.repl');
  expect(first).toEqual({ kind: 'in-memory', bytes: undefined });
  const states = KeptStates.of('a.repl', [], first);
  expect(states?.read()).toBeUndefined();
  states?.write(history);
  if (states !== undefined) histories.take('a.repl', states.answer);

  const second = histories.requestFor('a.repl');
  expect(KeptStates.of('a.repl', [], second)?.read()?.bytes).toEqual(history.bytes);
  // The thread holds the states, and may die with them.
  expect(histories.requestFor('a.repl')).toEqual({ kind: 'in-memory', bytes: undefined });
});

test('bytes sent to another thread own all of their memory', () => {
  const part = new Uint8Array([9, ...history.bytes, 9]).subarray(1, -1);
  const given = { kind: 'in-memory', bytes: undefined } as const;
  for (const bytes of [history.bytes, part]) {
    const states = KeptStates.of('a.repl', [], given);
    states?.write(new History(bytes));
    const sent = states?.answer.bytes;
    expect(sent).toEqual(history.bytes);
    expect(sent?.buffer.byteLength).toBe(history.bytes.length);
  }
});

test('files above the limit keep nothing, those below it continue to', () => {
  const histories = new Histories('on-disk', 100);
  const answer = (size: number) => ({ size, isWritten: false, bytes: undefined });
  const kinds = () => ['a', 'b', 'c'].map((file) => histories.requestFor(file).kind);
  histories.take('a', answer(60));
  histories.take('b', answer(50));
  expect(kinds()).toEqual(['on-disk', 'on-disk', 'none']);
  histories.take('a', answer(10));
  expect(kinds()).toEqual(['on-disk', 'on-disk', 'on-disk']);
});

test('without the cache nothing is requested', () => {
  expect(new Histories('none').requestFor('a')).toEqual({ kind: 'none' });
  expect(KeptStates.of('a', [], { kind: 'none' })).toBeUndefined();
});
