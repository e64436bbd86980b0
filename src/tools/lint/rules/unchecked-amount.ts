import type { Argument, Definition, Module } from '../../../lang/session/analyse.ts';
import { nameOf, type Authority } from '../authority.ts';
import { AmountChecks } from '../amount-checks.ts';
import { bodiesOfDefinition } from '../bodies.ts';
import type { Rule } from '../define.ts';

const amountNames = /^(amount|quantity|qty)$/;

export const uncheckedAmount: Rule = {
  name: 'unchecked-amount',
  summary: 'a function changes rows by an amount that is never compared with anything',
  severity: 'warning',
  explanation: `A negative amount reverses a payment: the sender of -10 receives 10. A function with a parameter amount, quantity
or qty that reaches rows, in the function or in one that it calls, should enforce that the amount is positive, itself or in a
capability or function that it passes the amount to. Functions that work only under a capability of their caller are not
checked, because the code that grants it must check; neither are functions for the governance of the module.`,
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
    modules.flatMap((module) => {
      const authority = authorities.get(module);
      if (!isContract || authority === undefined) return [];
      return module.definitions.flatMap((definition) => {
        if (definition.kind !== 'defun' && definition.kind !== 'defpact') return [];
        if (!isForAnyone(definition, module, authority)) return [];
        const checks = new AmountChecks(authority);
        // A function that has its own finding is not reported again for its callers.
        const pursued = (callee: Definition, i: number): boolean =>
          authority.requires(nameOf(callee)) ||
          !bodiesOfDefinition(callee).some(({ parameters }) => isAmount(parameters[i]));
        return definition.parameters.flatMap((parameter, i) => {
          if (!isAmount(parameter)) return [];
          if (!checks.changesRows(definition, i, pursued) || checks.isChecked(definition, i)) {
            return [];
          }
          const { name, span } = parameter;
          return [{ span, message: `${name} may be negative: it is never compared with anything` }];
        });
      });
    }),
};

/**
 * Excludes functions that require a capability, which the code that grants it must check, and functions for the
 * module's governance, which may do anything.
 */
function isForAnyone(definition: Definition, module: Module, authority: Authority): boolean {
  const { writes, acquired, isGrantedBefore } = authority.reach(nameOf(definition));
  const { governance } = module;
  const isForGovernors =
    governance.kind === 'capability-governance' && acquired.has(governance.name);
  return writes.length > 0 && !isForGovernors && !isGrantedBefore;
}

const isAmount = (parameter: Argument | undefined): boolean =>
  parameter !== undefined &&
  amountNames.test(parameter.name) &&
  parameter.type?.kind === 'primitive' &&
  (parameter.type.name === 'decimal' || parameter.type.name === 'integer');
