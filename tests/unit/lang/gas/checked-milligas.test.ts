// Programs and their milligas, in the newest release and with the builtins and rules of Pact 5.0. An independent model of the
// reference's gas, which agrees with all of its golden figures, gives the same figure for each row. A change is a fork.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { coreBuiltins } from '../../../../src/lang/builtins/core.ts';
import { maxMilliGas } from '../../../../src/lang/gas/milligas.ts';
import { tableModel } from '../../../../src/lang/gas/model.ts';
import type { ExecutionFlag } from '../../../../src/lang/machine/flags.ts';
import { ReplEngine } from '../../../../src/repl/engine.ts';
import { silentHost } from '../../../../src/repl/host.ts';

/** The figure of 5.0 is `null` if that release does not have the builtin. */
type Row = readonly [builtin: string, program: string, newest: number, pact50: number | null];

const rows = JSON.parse(
  readFileSync(new URL('checked-milligas.json', import.meta.url), 'utf8'),
) as readonly Row[];

function milligas(program: string, flags: readonly ExecutionFlag[]): number {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  engine.machine.environment.flags = new Set(flags);
  engine.meter.model = tableModel;
  engine.meter.limit = maxMilliGas;
  engine.machine.meter = engine.meter.active;
  // Stored positions show the path, and loading a module costs by the bytes of what is stored.
  engine.run(new Source('gas.repl', program));
  return Number(engine.meter.used);
}

test.each(rows)('%s: %s', (_, program, newest) => {
  expect(milligas(program, [])).toBe(newest);
});

const older = rows.flatMap(([builtin, program, , pact50]) =>
  pact50 === null ? [] : [[builtin, program, pact50] as const],
);

test.each(older)('%s in Pact 5.0: %s', (_, program, pact50) => {
  expect(milligas(program, ['DisablePact51'])).toBe(pact50);
});

/** Builtins that the model computes no program of. */
const unchecked = [
  'create-capability-pact-guard',
  'describe-module',
  'describe-namespace',
  'emit-event',
  'enforce-verifier',
  'hyperlane-decode-token-message',
  'verify-spv',
];

test('every other builtin has a row', () => {
  const without = coreBuiltins
    .map(({ name }) => name)
    .filter((name) => rows.every(([builtin]) => builtin !== name));
  expect(without).toEqual(unchecked);
});
