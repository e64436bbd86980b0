// The reference's gas goldens: for each builtin a script and the milligas of the whole script. They need a checkout of the
// reference; checked-milligas.test.ts always runs.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { maxMilliGas } from '../../../../src/lang/gas/milligas.ts';
import { tableModel } from '../../../../src/lang/gas/model.ts';
import type { ExecutionFlag } from '../../../../src/lang/state/flags.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';
import { skipped } from '../../../support/skipped.ts';

const folder = 'pact-tests/gas-goldens';
const reference = process.env['PACT_REFERENCE'] ?? '';
const read = (path: string): string => readFileSync(join(reference, folder, path), 'utf8');
const isPresent = reference !== '' && existsSync(join(reference, folder));

/** The files of builtins whose names cannot be file names. */
const files = new Map([
  ['=', 'eq'],
  ['!=', 'neq'],
  ['&', 'and'],
  ['*', 'mult'],
  ['+', 'add'],
  ['-', 'sub'],
  ['/', 'div'],
  ['<', 'lt'],
  ['<=', 'leq'],
  ['>', 'gt'],
  ['>=', 'geq'],
  ['^', 'pow'],
  ['and?', 'and-p'],
  ['not?', 'not-p'],
  ['or?', 'or-p'],
  ['|', 'binary-or'],
  ['~', 'binary-inverse'],
]);

function milligas(builtin: string, flags: readonly ExecutionFlag[]): string {
  const path = `${files.get(builtin) ?? builtin}.repl`;
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  engine.machine.environment.flags = new Set(flags);
  engine.meter.model = tableModel;
  engine.meter.limit = maxMilliGas;
  engine.machine.meter = engine.meter.active;
  // Stored positions include the path, and loading a module is charged by its stored bytes.
  engine.run(new Source(`${folder}/${path}`, read(path)));
  return String(engine.meter.used);
}

describe.skipIf(!isPresent).each([
  ['builtinGas.golden', skipped(!isPresent, 127), []],
  ['builtinGas50.golden', skipped(!isPresent, 125), ['DisablePact51']],
] as const)('%s (PACT_REFERENCE: %s)', (golden, _, flags) => {
  const lines = isPresent ? read(`goldens/${golden}`).trim().split('\n') : [];
  const rows = lines.map((line) => line.split(': ') as [string, string]);

  it('has a line for each of many builtins', () => {
    expect(rows.length).toBeGreaterThan(120);
  });

  it.each(rows)('%s', (builtin, expected) => {
    expect(milligas(builtin, flags)).toBe(expected);
  });
});
