// `with-applied-env`, of Pact 4.

import { param } from '../../../../lang/session/extend.ts';
import type { ReplParts } from '../../context.ts';
import { environmentParts, putBack, type EnvironmentSource } from '../../environment-parts.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const withAppliedEnv = replBuiltin(
  ['builtinsInModules', 'environment', 'environmentOfForm', 'legacy', 'meter', 'updateMeter'],
  {
    name: 'with-applied-env',
    since: '4.0',
    until: '5.0',
    doc: `Runs an expression with the changes that its form has made to the environment so far, such as
      those of \`env-data\` and \`env-keys\`, and then reverts these changes. Changes by the expression
      itself stay.`,
    overloads: [
      replOverload({
        internal: 'with-applied-env',
        params: [param('expression', 'closure', 'The expression to run.')],
        returns: 'a',
        run: (repl, call, expression) => withinEnvironment(repl, () => call.apply(expression, [])),
      }),
    ],
    examples: [
      {
        code: `(let ((a 1)) (env-data {"b": 1}) (with-applied-env (+ a (read-integer 'b))))`,
        gives: '2',
      },
      { code: '(with-applied-env (enforce false "no"))', gives: { fails: 'no' } },
    ],
  },
);

type Surroundings = EnvironmentSource & ReplParts<'environmentOfForm'>;

function withinEnvironment<T>(repl: Surroundings, run: () => T): T {
  const before = repl.environmentOfForm;
  const applied = environmentParts(repl);
  try {
    return run();
  } finally {
    if (before !== undefined) putBack(repl, { before, applied });
  }
}
