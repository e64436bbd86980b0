// `print`

import {
  builtin,
  type BuiltinDefinition,
  overload,
  param,
  prettyMachineValue,
  unit,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const printNative = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'print',
    since: '1.0',
    doc: 'Shows a value, always, on a line of its own.',
    overloads: [
      overload({
        internal: 'print',
        params: [param('value', 'any', 'What to show.')],
        returns: 'unit',
        run: (call, value) => {
          repl.print(call.span, prettyMachineValue(value));
          return unit;
        },
      }),
    ],
    examples: [
      { code: '(print "hello")', gives: '()' },
      { code: '(map print [1 2])', gives: '[() ()]' },
    ],
  });
