// Runs a script of a checkout of the reference, unchanged or with our contracts instead of some of its files. The checkout
// itself is not changed: only the run reads the replacements.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Source } from '../../src/base/span.ts';
import { smallRoom } from '../../src/apps/cli/stack-size.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { parseProgram } from '../../src/lang/session/analyse.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { readFile } from '../support/every-script.ts';

export type UpstreamRun = {
  readonly passed: number;
  /** Lines of failed expectations, and of other forms that ended with an error. */
  readonly failures: ReadonlySet<number>;
};

/** The beginning of expectations of gas figures: ours differ by a few per mille, and those of Pact 4 by more. */
const aboutGas = /^Gas cost/;

/** Runs every form, even after a failure. `instead` has replacement texts by path. */
export function runUpstream(
  path: string,
  instead: ReadonlyMap<string, string> = new Map(),
): UpstreamRun {
  const host = {
    readFile(file: string) {
      const text = instead.get(resolve(file));
      if (text !== undefined) return { kind: 'text', text } as const;
      const answer = readFile(file);
      return answer.kind === 'text' ? { ...answer, text: withPrincipals(answer.text) } : answer;
    },
    identify: (file: string) => resolve(file),
    trace: undefined,
    print: () => undefined,
    now: () => 0,
  };
  const engine = new ReplEngine({ host, ...smallRoom });
  const source = new Source(path, withPrincipals(readFileSync(path, 'utf8')));
  const failures = new Set<number>();
  for (const form of parseProgram(source, { dialect: 'repl' }).value) {
    try {
      engine.runParsed(source, [form]);
    } catch (error) {
      if (!isEvalError(error)) throw error;
      failures.add(form.span.startPosition.line + 1);
    }
  }
  let passed = 0;
  for (const { name, span, outcome } of engine.expectations.all) {
    if (aboutGas.test(name)) continue;
    if (outcome.kind === 'passed') passed++;
    else failures.add(span.startPosition.line + 1);
  }
  return { passed, failures };
}

/** Scripts of the first versions turn principals off, which the newest contract needs. */
const withPrincipals = (text: string): string =>
  text.replace(/\bDisablePact43\b/g, 'DisablePact44');
