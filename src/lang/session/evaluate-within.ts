// Evaluates one term within a capability that it does not ask for itself: how a chain buys gas where somebody else pays.
// Source: pact/Pact/Core/Evaluate.hs (evalWithinCap), IR/Eval/CEK/Evaluator.hs (evalWithinCap).

import { acquire } from '../machine/capabilities/acquire.ts';
import type { QualifiedCapability } from '../machine/capabilities/capability-index.ts';
import { getMember } from '../machine/calls/modules.ts';
import type { Machine } from '../machine/machine.ts';
import type { BuiltinTable } from '../resolve/environment.ts';
import { resolveTopLevel } from '../resolve/top-level.ts';
import type { TopLevel } from '../syntax/ast.ts';
import { FullyQualifiedName } from '../values/names.ts';
import { CapToken } from '../values/value.ts';
import { evaluateTerm } from './evaluate.ts';
import { resolveEnvironment } from './resolve-environment.ts';

/** The names of the term are resolved before the capability is looked for: gas and errors come in this order. */
export function evaluateWithin(
  machine: Machine,
  capability: QualifiedCapability,
  written: Extract<TopLevel, { kind: 'term' }>,
  builtins: BuiltinTable,
): void {
  machine.whileAsking(() => {
    const resolved = resolveTopLevel(written, resolveEnvironment(machine, builtins));
    if (resolved.kind !== 'term') return;
    const { term } = resolved;
    const { name, args } = capability;
    const { hash } = getMember(machine, name, term.span);
    const token = new CapToken(new FullyQualifiedName(name.module, name.name, hash), args);
    acquire(machine.context('impure'), token, { scope: 'body', purpose: 'normal' }, term.span, () =>
      evaluateTerm(machine, term, 'impure'),
    );
  });
}
