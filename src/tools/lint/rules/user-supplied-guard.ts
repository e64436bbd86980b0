import type { Expression } from '../../../lang/session/analyse.ts';
import type { Rule } from '../define.ts';
import { argumentsOf, calledName } from '../expressions.ts';
import { messagesIn } from '../messages.ts';

export const userSuppliedGuard: Rule = {
  name: 'user-supplied-guard',
  summary: 'a capability enforces a keyset supplied by the caller',
  severity: 'warning',
  explanation: `\`read-keyset\` reads from the data of the transaction, which its sender writes. A capability that enforces such a
keyset is granted to everyone: each caller supplies a keyset of their own. Enforce a keyset defined by name, or a guard from a
table.`,
  bad: `(module m G
  (defcap G () (enforce-guard (read-keyset "admin")))
  (defun f:integer () 1))`,
  good: `(module m G
  (defcap G () (enforce-guard (keyset-ref-guard "free.admin")))
  (defun f:integer () 1))`,
  check: ({ isContract, modules }) => {
    if (!isContract) return [];
    return modules.flatMap(({ definitions }) =>
      definitions.flatMap((definition) => {
        if (definition.kind !== 'defcap') return [];
        const message = `the caller of ${definition.spec.name} chooses this keyset`;
        return messagesIn([{ expressions: definition.body }], (expression) =>
          enforcesReadKeyset(expression) ? message : undefined,
        );
      }),
    );
  },
};

function enforcesReadKeyset(expression: Expression): boolean {
  if (!/^enforce-(guard|keyset)$/.test(calledName(expression) ?? '')) return false;
  const [guard] = argumentsOf(expression);
  return guard !== undefined && calledName(guard) === 'read-keyset';
}
