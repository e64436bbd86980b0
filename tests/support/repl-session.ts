// A REPL session without files on disk: programs run in it one after the other, and its output is kept.

import { Source } from '../../src/base/span.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import type { ReplHost, ReplOptions } from '../../src/tools/repl/options.ts';
import { resultTextOf } from '../../src/tools/repl/read-forms.ts';

export type ReplSession = {
  readonly engine: ReplEngine;
  readonly printed: string[];
  readonly traced: string[];
  /** Returns the result of the last form as the REPL shows it, or `fails: ` and the error message. */
  readonly run: (program: string, name?: string) => string;
};

export function replSession(
  files: ReadonlyMap<string, string> = new Map(),
  { makeChainProofs, ...options }: Partial<ReplOptions> & Pick<ReplHost, 'makeChainProofs'> = {},
): ReplSession {
  const printed: string[] = [];
  const traced: string[] = [];
  let clock = 0;
  const engine = new ReplEngine({
    depthLimit: 2000,
    nestingLimit: 200,
    // Short tests read constants by their names.
    namesAreValues: true,
    ...options,
    host: {
      readFile(path) {
        const text = files.get(path);
        if (text === undefined) return { kind: 'failure', reason: 'there is no such file' };
        return { kind: 'text', text };
      },
      identify: (path) => path,
      trace: (_, text) => void traced.push(text),
      print: (_, text) => void printed.push(text),
      now: () => (clock += 1),
      ...(makeChainProofs !== undefined && { makeChainProofs }),
    },
  });
  return { engine, printed, traced, run: (program, name) => runIn(engine, program, name) };
}

function runIn(engine: ReplEngine, program: string, name = 'test.repl'): string {
  let last = '';
  try {
    engine.run(new Source(name, program), (result) => (last = resultTextOf(result) ?? '()'));
    return last;
  } catch (error) {
    if (isEvalError(error)) return `fails: ${engine.textOf(error)}`;
    throw error;
  }
}
