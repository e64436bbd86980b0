// `print`

import { param } from '../../../../lang/session/extend.ts';
import { prettyMachineValue, unit } from '../../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const printBuiltin = replBuiltin(['print'], {
  name: 'print',
  since: '1.0',
  doc: 'Prints a value on its own line, even without a trace.',
  overloads: [
    replOverload({
      internal: 'print',
      params: [param('value', 'any', 'The value to print.')],
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
