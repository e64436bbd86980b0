// Programs and their milligas, in the newest release and with the builtins and rules of Pact 5.0. An independent model of the
// reference's gas, which agrees with all of its golden figures, gives the same figure for each row. A change is a fork.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { coreBuiltins } from '../../../../src/lang/builtins/core.ts';
import { maxMilliGas } from '../../../../src/lang/gas/milligas.ts';
import { tableModel } from '../../../../src/lang/gas/model.ts';
import type { ExecutionFlag } from '../../../../src/lang/state/flags.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

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
  // Stored positions include the path, and loading a module is charged by its stored bytes.
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

const module = (defs: string): string => `(module m G (defcap G () true) ${defs})`;

/**
 * Builtins for which the model cannot compute a program. The figures are this implementation's; for other programs with
 * these builtins it agrees with the reference's golden files (goldens.test.ts).
 */
const own: readonly (readonly [builtin: string, program: string, milligas: number])[] = [
  [
    'create-capability-pact-guard',
    `${module('(defcap C () true) (defpact p () (step (create-capability-pact-guard (C))))')} (m.p)`,
    253_030,
  ],
  ['describe-module', `(begin-tx) ${module('')} (commit-tx) (describe-module "m")`, 223_016],
  [
    'describe-namespace',
    `${module('(defun free () true)')}
      (define-namespace 'ns (create-user-guard (m.free)) (create-user-guard (m.free)))
      (describe-namespace 'ns)`,
    300_715,
  ],
  [
    'emit-event',
    `${module('(defcap E (n:integer) @event true) (defun f () (emit-event (E 1)))')} (m.f)`,
    261_915,
  ],
  [
    'enforce-verifier',
    `${module('(defcap C () (enforce-verifier "v")) (defun f () (with-capability (C) 1))')}
      (env-verifiers [{"name": "v", "caps": [(m.C)]}]) (m.f)`,
    269_245,
  ],
  [
    'hyperlane-decode-token-message',
    `(hyperlane-decode-token-message (hyperlane-encode-token-message
      {"amount": 123.0, "chainId": "4", "recipient": (base64-encode "{\\"pred\\": \\"keys-all\\", \\"keys\\":[\\"k\\"]}")}))`,
    4_903,
  ],
  ['verify-spv', '(expect-failure "none here" (verify-spv "TXOUT" {}))', 100_000],
];

test.each(own)('%s: %s', (_, program, newest) => {
  expect(milligas(program, [])).toBe(newest);
});

test('every builtin has a row', () => {
  const without = coreBuiltins
    .map(({ name }) => name)
    .filter((name) => rows.every(([builtin]) => builtin !== name));
  expect(without).toEqual(own.map(([builtin]) => builtin));
});
