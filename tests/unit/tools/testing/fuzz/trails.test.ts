// Which call sequences later runs extend: those whose last step reached something new.
import { expect, test } from 'vitest';
import { Trails } from '../../../../../src/tools/testing/fuzz/next-call.ts';
import { Random } from '../../../../../src/tools/testing/fuzz/random.ts';

/** Returns the distinct results of two hundred picks. */
function known(trails: Trails): readonly string[] {
  const random = new Random('seed');
  const found = Array.from({ length: 200 }, () =>
    (trails.pick(random) as unknown as readonly string[]).join(' '),
  );
  return [...new Set(found)].filter((each) => each !== '').sort();
}

const calls = (...names: readonly string[]) => names as never;

test('a step is a pair of calls, also the last one', () => {
  const trails = new Trails(9);
  trails.note(calls('a', 'b'), ['a', 'b']);
  trails.note(calls('a', 'c'), ['a', 'c']);
  trails.note(calls('x', 'a', 'c'), ['x', 'a', 'c']);
  expect(known(trails)).toEqual(['a', 'a b', 'a c']);
});

test('a run of full length is not extended', () => {
  const trails = new Trails(2);
  trails.note(calls('a', 'b'), ['a', 'b']);
  trails.note(calls('a'), ['a']);
  expect(known(trails)).toEqual(['a']);
});
