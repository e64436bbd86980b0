// `print`

import { param } from '../../../lang/session/extend.ts';
import { prettyMachineValue, unit } from '../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const printBuiltin = replBuiltin(['print'], {
  name: 'print',
  since: '1.0',
  doc: 'Shows a value, always, on a line of its own.',
  overloads: [
    replOverload({
      internal: 'print',
      params: [param('value', 'any', 'What to show.')],
      returns: 'unit',
      run: (repl, call, value) => {
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
