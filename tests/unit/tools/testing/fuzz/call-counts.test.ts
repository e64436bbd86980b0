// How many calls of a run succeeded, and the message if none did.
import { expect, test } from 'vitest';
import { noSpan } from '../../../../../src/base/span.ts';
import { evalError } from '../../../../../src/lang/session/run.ts';
import { CallCounts } from '../../../../../src/tools/testing/fuzz/counts.ts';

const wrong = (cause: string) => evalError('EvalError', { cause }, noSpan);

test('if nothing succeeded, the most frequent reason is reported', () => {
  const counts = new CallCounts();
  expect(counts.whyNothingSucceeded()).toBe('no arguments could be generated for any call');
  counts.of('m.f').reject(wrong('rare'));
  for (let i = 0; i < 3; i++) counts.of('m.g').reject(wrong(i === 0 ? 'once' : 'often'));
  expect(counts.whyNothingSucceeded()).toMatch(
    /^all 4 calls were rejected, most often by: .*often$/,
  );
  counts.of('m.f').succeeded++;
  expect(counts.whyNothingSucceeded()).toBeUndefined();
});

test('functions that never succeeded in twenty calls are reported', () => {
  const counts = new CallCounts();
  for (let i = 0; i < 20; i++) counts.of('m.f').reject(wrong('no'));
  for (let i = 0; i < 19; i++) counts.of('m.g').reject(wrong('no'));
  for (let i = 0; i < 20; i++) counts.of('m.h').reject(wrong('no'));
  counts.of('m.h').succeeded++;
  expect(counts.neverSucceeded()).toEqual([
    expect.stringMatching(/^no call succeeded of m\.f \(20 calls, most often: .*no\)$/),
  ]);
  expect(counts.lines('Calls:')).toHaveLength(4);
  expect(counts.lines('Calls:')[1]).toMatch(
    / {2}m\.f +0 succeeded +20 rejected, most often: .*no$/,
  );
  for (const name of ['i', 'j', 'k', 'l']) {
    for (let i = 0; i < 30; i++) counts.of(`m.${name}`).reject(wrong('no'));
  }
  expect(counts.neverSucceeded()[0]).toMatch(/m\.k \(30 calls.*; and 2 more, see --verbose$/);
});
