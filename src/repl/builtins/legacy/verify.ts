// `verify`, of Pact 4: proving properties of modules ended with it.

import type { ReplParts } from '../../context.ts';
import { overloadsOfModule } from '../modules/named-module.ts';
import { replBuiltin } from '../define.ts';

export const verifyBuiltin = replBuiltin(['print'], {
  name: 'verify',
  since: '2.0',
  until: '5.0',
  doc: `Pact 4 proved the properties of a module with a solver. No release since does: a
      warning says so.`,
  overloads: overloadsOfModule(
    'verify',
    'Ignored.',
    (repl: ReplParts<'print'>, call, _, written) => {
      const why = 'formal verification ended with Pact 4';
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
