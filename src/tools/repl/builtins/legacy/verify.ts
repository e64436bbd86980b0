// `verify`, of Pact 4, the last release that proved properties of modules.

import type { ReplParts } from '../../context.ts';
import { overloadsOfModule } from '../modules/named-module.ts';
import { replBuiltin } from '../define.ts';

export const verifyBuiltin = replBuiltin(['print'], {
  name: 'verify',
  since: '2.0',
  until: '5.0',
  doc: `Pact 4 proved the properties of a module with a solver. Later releases do not: this prints a
      warning.`,
  overloads: overloadsOfModule(
    'verify',
    'Ignored.',
    (repl: ReplParts<'print'>, call, _, written) => {
      const why = 'Pact has no formal verification since Pact 5';
      repl.print(call.span, `Warning: module ${written} not verified: ${why}`);
    },
  ),
  examples: [
    {
      setup: '(module m G (defcap G () true) (defun f () 1))',
      code: '(verify "m")',
      gives: '()',
    },
    { code: '(verify "nowhere")', gives: { fails: 'nowhere' } },
  ],
});
