// `create-user-guard`: keeps a call instead of making it.

import { callForm, failSyntax, formTerm } from './define.ts';

export const createUserGuardForm = callForm({
  name: 'create-user-guard',
  since: '3.1',
  usage: '(create-user-guard (module.function argument ...)) -> guard',
  doc:
    'Creates a guard that calls a function of a module with the arguments given here, which are ' +
    'evaluated immediately. The guard passes if the function does not fail; the function may read the ' +
    'database but not write to it.',
  examples: [
    {
      code:
        '(module m G (defcap G () true) (defun check (x) (enforce (> x 0) "positive")))\n' +
        '(enforce-guard (create-user-guard (check 1)))',
      gives: 'true',
    },
    {
      code: '(create-user-guard 1)',
      gives: {
        fails:
          'Desugar syntax failure: create-user-guard must take one argument, which must be an application',
      },
    },
  ],
  desugar(call, desugarer) {
    const application = call.args[0];
    if (call.args.length !== 1 || application?.kind !== 'application') {
      failSyntax(
        'create-user-guard must take one argument, which must be an application',
        call.span,
      );
    }
    return formTerm('create-user-guard', [desugarer.term(application)], call.span);
  },
});
