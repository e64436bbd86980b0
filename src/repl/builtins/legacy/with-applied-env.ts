// `with-applied-env`, of Pact 4.

import { builtin, type BuiltinDefinition, overload, param } from '../../../lang/session/index.ts';

export const withAppliedEnv = (): BuiltinDefinition =>
  builtin({
    name: 'with-applied-env',
    since: '4.0',
    until: '5.0',
    doc: `Runs an expression with all changes of the environment in force. In Pact 5 they always
      are.`,
    overloads: [
      overload({
        internal: 'with-applied-env',
        params: [param('expression', 'closure', 'What to run.')],
        returns: 'a',
        run: (call, expression) => call.apply(expression, []),
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
