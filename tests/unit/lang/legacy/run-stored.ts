// Runs scripts with modules that Pact 4 stored.

import { Source } from '../../../../src/base/span.ts';
import {
  errorText,
  isEvalError,
  prettyValueText,
  readLegacyModule,
} from '../../../../src/lang/session/run.ts';
import { MemoryDatabase } from '../../../../src/lang/session/store.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';
import type { Json } from './legacy-json.ts';

/** Loads stored modules and runs a script with them; returns the last value, or the error, as text. */
export function run(script: string, ...modules: readonly Json[]): string {
  const database = new MemoryDatabase({ keepsHistory: true });
  for (const module of modules) {
    const reading = readLegacyModule(JSON.stringify(module));
    if (reading.kind === 'fault') return reading.reason;
    database.writeModule(reading.data);
  }
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: 2000,
    nestingLimit: 200,
    makeDatabase: () => database,
  });
  let last = '';
  try {
    engine.run(new Source('script.repl', script), (result) => {
      if (result.kind === 'value') last = prettyValueText(result.value);
    });
  } catch (thrown) {
    if (!isEvalError(thrown)) throw thrown;
    return errorText(thrown);
  }
  return last;
}
