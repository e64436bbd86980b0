// The rule about amounts: it follows a parameter through its definition and the functions that it is passed to, and
// finds whether it changes rows and whether it is ever compared with anything.

import {
  type Argument,
  type Definition,
  type Expression,
  type Module,
  walkExpressions,
} from '../../../lang/session/analyse.ts';
import type { Authority } from '../authority.ts';
import { nameOf } from '../../../script/names/written-forms.ts';
import {
  argumentsOf,
  bodiesOfDefinition,
  builtinNames,
  calledName,
  mentions,
  mentionsAny,
} from '../expressions.ts';
import type { Rule } from '../rule.ts';

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

const comparisons = new Set(['=', '!=', '<', '<=', '>', '>=']);
/** Builtins that take functions: the arguments of a comparison are not visible in their calls. */
const higherOrder = new Set([
  'map',
  'filter',
  'fold',
  'compose',
  'zip',
  'where',
  'and?',
  'or?',
  'not?',
]);

const changes = new Set(['update', 'write']);

type Call = Extract<Expression, { kind: 'application' }>;

class AmountChecks {
  private readonly authority: Authority;
  private readonly visited = new Set<string>();

  constructor(authority: Authority) {
    this.authority = authority;
  }

  /** Checks whether the parameter is written to rows, directly or in a called function that is `pursued`. */
  changesRows(
    definition: Definition,
    parameter: number,
    pursued: (callee: Definition, parameter: number) => boolean,
  ): boolean {
    const visited = new Set<string>();
    const reaches = (within: Definition, at: number): boolean => {
      const key = `${nameOf(within)} ${at}`;
      if (visited.has(key)) return false;
      visited.add(key);
      return bodiesOfDefinition(within).some(({ parameters, expressions }) => {
        const name = parameters[at]?.name;
        if (name === undefined) return false;
        const names = madeFrom(name, expressions);
        return callsIn(expressions).some((call) => {
          const handed = argumentsOf(call).flatMap((argument, i) =>
            mentionsAny([argument], names) ? [i] : [],
          );
          if (handed.length === 0) return false;
          if (changes.has(calledName(call) ?? '')) return true;
          const callee = this.calleeOf(call);
          if (callee === undefined) return false;
          return handed.some((i) => pursued(callee, i) && reaches(callee, i));
        });
      });
    };
    return reaches(definition, parameter);
  }

  /** Checks whether the parameter is compared. Uses that cannot be followed count as checks. */
  isChecked(definition: Definition, parameter: number): boolean {
    const key = `${nameOf(definition)} ${parameter}`;
    if (this.visited.has(key)) return false;
    this.visited.add(key);
    return bodiesOfDefinition(definition).some(({ parameters, expressions }) => {
      const name = parameters[parameter]?.name;
      return name === undefined || this.checksIn(expressions, name);
    });
  }

  private checksIn(expressions: readonly Expression[], name: string): boolean {
    return callsIn(expressions).some((call) => this.checksCall(call, name));
  }

  private calleeOf({ head }: Call): Definition | undefined {
    const local = this.authority.localName(head);
    return local === undefined ? undefined : this.authority.definition(local);
  }

  private checksCall(expression: Call, name: string): boolean {
    const args = argumentsOf(expression);
    const handed = args.flatMap((argument, i) => (mentions([argument], name) ? [i] : []));
    if (handed.length === 0) return false;
    const builtin = calledName(expression) ?? '';
    if (comparisons.has(builtin) || higherOrder.has(builtin)) return true;
    const local = this.authority.localName(expression.head);
    if (local === undefined) return !builtinNames.has(builtin);
    const definition = this.authority.definition(local);
    return definition === undefined || handed.some((i) => this.isChecked(definition, i));
  }
}

function callsIn(expressions: readonly Expression[]): readonly Call[] {
  const calls: Call[] = [];
  walkExpressions(expressions, (each) => {
    if (each.kind === 'application') calls.push(each);
  });
  return calls;
}

/** Returns the name and the names of variables computed from it. */
function madeFrom(name: string, expressions: readonly Expression[]): ReadonlySet<string> {
  const names = new Set([name]);
  walkExpressions(expressions, (each) => {
    if (each.kind !== 'let') return;
    for (const { argument, value } of each.binders) {
      if (mentionsAny([value], names)) names.add(argument.name);
    }
  });
  return names;
}
