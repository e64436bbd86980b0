import { nameOf } from '../authority.ts';
import { AmountChecks } from '../amount-checks.ts';
import type { Rule } from '../define.ts';

const amountNames = /^(amount|quantity|qty)$/;

export const uncheckedAmount: Rule = {
  name: 'unchecked-amount',
  summary: 'a function changes rows by an amount that is never compared with anything',
  severity: 'warning',
  explanation: `A negative amount turns a payment around: who sends -10 receives 10. A function with a parameter amount, quantity or
qty that changes rows should enforce that it is positive, itself or in a capability or function that it hands the amount to. Functions that require a capability are not looked at:
whoever grants it has to.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defcap DEBIT (from:string) (enforce-guard (at "guard" (read accounts from))))
  (defun debit (from:string amount:decimal)
    (with-capability (DEBIT from)
      (with-read accounts from { "balance" := balance }
        (update accounts from { "balance": (- balance amount) })))))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defcap DEBIT (from:string) (enforce-guard (at "guard" (read accounts from))))
  (defun debit (from:string amount:decimal)
    (enforce (> amount 0.0) "amount is positive")
    (with-capability (DEBIT from)
      (with-read accounts from { "balance" := balance }
        (update accounts from { "balance": (- balance amount) })))))`,
  check: ({ isContract, modules, authorities }) =>
    modules.flatMap((module) =>
      module.definitions.flatMap((definition) => {
        const authority = authorities.get(module);
        if (!isContract || authority === undefined || definition.kind !== 'defun') return [];
        const own = nameOf(definition);
        // Where a capability is required, whoever granted it has looked.
        if (authority.directWrites(own).length === 0 || authority.requires(own)) return [];
        const checks = new AmountChecks(authority);
        return definition.parameters.flatMap(({ name, type, span }, i) => {
          const isNumber =
            type?.kind === 'primitive' && (type.name === 'decimal' || type.name === 'integer');
          if (!amountNames.test(name) || !isNumber) return [];
          if (!checks.isUsed(definition, name) || checks.isChecked(definition, i)) return [];
          return [{ span, message: `${name} may be negative: nothing compares it` }];
        });
      }),
    ),
};
