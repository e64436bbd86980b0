// What is inferred of calls of every builtin, with nothing known of the arguments: the builtin's scheme. That these are the
// reference's is tested by its own programs (reference-schemes.test.ts), where a checkout is present.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreBuiltins } from '../../../../src/lang/builtins/core.ts';
import { schemeOf } from '../../../support/typecheck.ts';

type Row = readonly [builtin: string, program: string, scheme: string];

const rows = JSON.parse(
  readFileSync(new URL('builtin-schemes.json', import.meta.url), 'utf8'),
) as readonly Row[];

test('every builtin has a row', () => {
  const internal = coreBuiltins.flatMap(({ overloads }) => overloads.map((each) => each.internal));
  expect([...new Set(internal)].filter((name) => rows.every(([row]) => row !== name))).toEqual([]);
});

test.each(rows)('%s: %s', (_, program, scheme) => {
  expect(schemeOf(program)).toBe(scheme);
});
