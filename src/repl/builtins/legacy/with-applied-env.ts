// `with-applied-env`, of Pact 4.

import { builtin, type BuiltinDefinition, overload, param } from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';
import { environmentParts, putBack } from '../../environment-parts.ts';

export const withAppliedEnv = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'with-applied-env',
    since: '4.0',
    until: '5.0',
    doc: `Runs an expression with the changes of the environment that its form has made so far, such
      as those of \`env-data\` and \`env-keys\`, and then takes these changes back. Changes that the
      expression makes itself stay.`,
    overloads: [
      overload({
        internal: 'with-applied-env',
        params: [param('expression', 'closure', 'What to run.')],
        returns: 'a',
        run: (call, expression) => withinEnvironment(repl, () => call.apply(expression, [])),
      }),
    ],
    examples: [
      {
        code: `(let ((a 1)) (env-data {"b": 1}) (with-applied-env (+ a (read-integer 'b))))`,
        gives: '2',
      },
      { code: '(with-applied-env (enforce false "no"))', gives: { fails: 'no' } },
    ],
  });

function withinEnvironment<T>(engine: ReplEngine, run: () => T): T {
  const before = engine.running.environmentOfForm;
  const applied = environmentParts(engine);
  try {
    return run();
  } finally {
    if (before !== undefined) putBack(engine, { before, applied });
  }
}
