// `env-stackframe`: the open calls.

import { framesOf, ListValue, showStackFrame } from '../../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envStackframe = replBuiltin([], {
  name: 'env-stackframe',
  since: '5.0',
  doc: 'Returns the open calls as strings, innermost first.',
  overloads: [
    replOverload({
      internal: 'env-stackframe',
      params: [],
      returns: '[string]',
      run: (_, call) => new ListValue(framesOf(call.machine.stack).map(showStackFrame)),
    }),
  ],
  examples: [
    { code: '(env-stackframe)', gives: '[]' },
    {
      setup:
        '(env-enable-repl-natives true) (module m G (defcap G () true) (defun f () (env-stackframe)))',
      code: '(length (m.f))',
      gives: '1',
    },
  ],
});
