// The gas of several uses of a value is the sum of that of each use alone.

import { Source } from '../../src/base/span.ts';
import { smallRoom } from '../../src/apps/cli/stack-size.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { memoryDatabase, silentHost } from '../../src/tools/repl/options.ts';
import { Random } from '../support/random.ts';
import type { Difference } from './compare.ts';
import { endDefPact, formOf, setUp, usesOf, type Uses } from './generate/uses.ts';

const formsOfCase = 12;

export function sumsPair(seed: number): Difference | undefined {
  const random = new Random(seed);
  const engine = new ReplEngine({ ...smallRoom, host: silentHost, makeDatabase: memoryDatabase });
  for (const form of setUp) engine.run(new Source('form.repl', form));
  for (let i = formsOfCase; i > 0; i--) {
    const found = differs(engine, usesOf(random));
    if (found !== undefined) return found;
  }
  return undefined;
}

function differs(engine: ReplEngine, { bindings, uses }: Uses): Difference | undefined {
  const used = (some: readonly string[]): number | undefined =>
    gasOf(engine, formOf({ bindings, uses: some }));
  const none = used([]);
  if (none === undefined) return undefined;
  const alone = uses.flatMap((use) => {
    const gas = used([use]);
    return gas === undefined ? [] : [{ use, gas: gas - none }];
  });
  const good = alone.map(({ use }) => use);
  const together = used(good);
  const sum = alone.reduce((total, { gas }) => total + gas, none);
  if (together === sum) return undefined;
  const one = alone.map(({ use, gas }) => `${gas} ${use}`);
  return {
    script: [...setUp, formOf({ bindings, uses: good })],
    one: [`${sum} alone`, ...one].join('\n'),
    other: `${together} together`,
  };
}

/** In milligas; `undefined` if the form fails. */
function gasOf(engine: ReplEngine, form: string): number | undefined {
  run(engine, endDefPact);
  const before = Number(engine.meter.used);
  return run(engine, form) ? Number(engine.meter.used) - before : undefined;
}

/** Returns whether the form succeeded. */
function run(engine: ReplEngine, form: string): boolean {
  try {
    engine.run(new Source('form.repl', form));
    return true;
  } catch (error) {
    if (!isEvalError(error)) throw error;
    return false;
  }
}
