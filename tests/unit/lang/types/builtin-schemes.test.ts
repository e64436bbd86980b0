// The types inferred for calls of every builtin with arguments of unknown types: the builtin's scheme. The reference's own
// programs show that these are the reference's schemes (reference-schemes.test.ts), if a checkout is present.

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
