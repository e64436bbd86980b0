// What is printed below the source of an error.

import { Source } from '../../src/base/span.ts';
import { renderError } from '../../src/lang/diagnostics/render.ts';
import { isEvalError } from '../../src/lang/session/run.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { type ReplHost, silentHost } from '../../src/tools/repl/options.ts';

/** A host that knows where the module `elsewhere` is. */
export const hostOfElsewhere: ReplHost = {
  ...silentHost,
  findModule: (name) =>
    name === 'elsewhere' ? { path: 'src/elsewhere.pact', line: 3 } : undefined,
};

/** Returns the lines below the source: each begins with a code, or continues an explanation. */
export function explained(program: string, name = 'test.repl'): string {
  const shown = shownError(program, name);
  const lines = shown.split('\n');
  if (lines.length === 1) return shown;
  const from = lines.findIndex((line) => /^ {2}E\d{4}: /.test(line));
  return lines
    .slice(from)
    .map((line) => line.trim())
    .join('\n');
}

/** Returns everything that is printed about the error of a program. */
export function shownError(program: string, name = 'test.repl'): string {
  const engine = new ReplEngine({ host: hostOfElsewhere, depthLimit: 2000, nestingLimit: 200 });
  try {
    engine.run(new Source(name, program));
  } catch (error) {
    if (!isEvalError(error)) throw error;
    return renderError(error, { hints: true }).trimEnd();
  }
  return 'nothing failed';
}
