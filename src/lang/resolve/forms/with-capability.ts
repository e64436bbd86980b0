// `with-capability`: the only way to acquire a capability.

import type { Expression } from '../../syntax/ast.ts';
import { sequence } from '../sequence.ts';
import { callForm, failSyntax, formTerm } from './define.ts';

export const withCapabilityForm = callForm({
  name: 'with-capability',
  since: '3.0',
  usage: '(with-capability (CAPABILITY argument ...) body ...)',
  doc:
    'Acquires a capability while its body runs. Only code of the module that defines the capability ' +
    'may do so.',
  examples: [
    {
      code:
        '(module m G (defcap G () true) (defcap C () true)\n' +
        '  (defun f () (with-capability (C) (require-capability (C)) "held")))\n(f)',
      gives: '"held"',
    },
    {
      code: '(with-capability (C))',
      gives: { fails: 'Desugar syntax failure: with-capability must take at least 2 expressions' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length < 2) {
      failSyntax('with-capability must take at least 2 expressions', call.span, call.args.length);
    }
    const capability = desugarer.term(call.args[0] as Expression);
    const body = sequence(desugarer.terms(call.args.slice(1)), call.span);
    return formTerm('with-capability', [capability, body], call.span);
  },
});
