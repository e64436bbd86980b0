// Runs a small program in a fresh REPL session.

import { Source } from '../../src/base/span.ts';
import { EvalError } from '../../src/lang/diagnostics/error.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { resultTextOf } from '../../src/tools/repl/read-forms.ts';
import { silentHost } from '../../src/tools/repl/options.ts';

export type ProgramResult =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string };

/** Returns the result of the last form as the REPL prints it, or the message of the first error. */
export function runProgram(...sources: readonly string[]): ProgramResult {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  let text = '';
  try {
    for (const source of sources) {
      engine.run(new Source('test.repl', source), (result) => (text = resultTextOf(result) ?? ''));
    }
    return { kind: 'result', text };
  } catch (error) {
    if (error instanceof EvalError) return { kind: 'error', text: error.message };
    throw error;
  }
}
