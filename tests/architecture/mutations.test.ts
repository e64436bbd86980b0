// The mutations of tests/mutations/recorded.yaml match the present sources, so that `npm run mutate` can apply each.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { read, stands } from '../support/project-files.ts';

type Recorded = {
  readonly id: string;
  readonly what: string;
  readonly file: string;
  readonly after?: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
};

const recorded = parse(read('tests/mutations/recorded.yaml')) as readonly Recorded[];

test('every mutation has a unique id', () => {
  expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length);
});

test.each(recorded)('$id: $what', ({ file, after, find, replace, tests }) => {
  const text = read(file);
  const start = after === undefined ? 0 : text.indexOf(after);
  expect(start, `${file} has no ${after}`).not.toBe(-1);
  const behind = text.slice(start);
  expect(behind, `${file} has no ${find}`).toContain(find);
  if (after === undefined) expect(behind.split(find), `${find} is there twice`).toHaveLength(2);
  expect(replace).not.toBe(find);
  expect(tests.filter((each) => !stands(each))).toEqual([]);
  expect(tests).not.toEqual([]);
});
