// `env-dynref`, of Pact 4: the module that typechecking assumed for an interface.

import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envDynref = replBuiltin(['legacy'], {
  name: 'env-dynref',
  since: '4.0',
  until: '5.0',
  doc: `Sets the module to use for an interface when types are checked; without arguments, clears
      all such settings. The interface is named as in code, or by a string.`,
  overloads: [
    replOverload({
      internal: 'env-dynref',
      params: [
        param('interface', 'string', 'The full name of the interface.'),
        param('module', 'modref', 'The module.'),
      ],
      returns: 'string',
      run: (repl, _, name, { module }) => {
        repl.legacy.dynamicReferences.set(name, module.text);
        return 'Added dynamic ref to environment.';
      },
    }),
    replOverload({
      internal: 'env-dynref-clear',
      params: [],
      returns: 'string',
      run: (repl) => {
        repl.legacy.dynamicReferences.clear();
        return 'Cleared dynamic ref environment.';
      },
    }),
  ],
  examples: [
    { code: '(env-dynref)', gives: '"Cleared dynamic ref environment."' },
    {
      setup:
        '(interface i (defun f ())) (module m G (defcap G () true) (implements i) (defun f () 1))',
      code: '(env-dynref i m)',
      gives: '"Added dynamic ref to environment."',
    },
  ],
});
