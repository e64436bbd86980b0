// Errors that `try` does not catch show where each function was called, like other errors.

import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { isEvalError } from '../../../../src/lang/diagnostics/error.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

test('a call within a try has its place in the call stack', () => {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 500, nestingLimit: 100 });
  const program = `(module m G (defcap G () true)
    (defschema s n:integer) (deftable t:{s})
    (defun f (n:integer) (write t "k" {"n": n})))
  (try 0 (m.f 1))`;
  let error: unknown;
  try {
    engine.run(new Source('x.repl', program));
  } catch (thrown) {
    error = thrown;
  }
  const stack = isEvalError(error) ? error.callStack : [];
  expect(stack.map(({ name, calledAt }) => [name, calledAt?.start])).toEqual([
    [expect.stringMatching(/^m\.f/), program.indexOf('(m.f 1)')],
  ]);
});
