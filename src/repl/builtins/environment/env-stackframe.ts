// `env-stackframe`: the open calls.

import {
  builtin,
  type BuiltinDefinition,
  framesOf,
  ListValue,
  overload,
  showStackFrame,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const envStackframe = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'env-stackframe',
    since: '5.0',
    doc: 'The open calls, innermost first, as texts.',
    overloads: [
      overload({
        internal: 'env-stackframe',
        params: [],
        returns: '[string]',
        run: () => new ListValue(framesOf(repl.machine.stack).map(showStackFrame)),
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
