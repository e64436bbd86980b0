// Checks whether a module may be installed: for a new module the namespace decides, for an upgrade the governance of the
// stored module, before any of the new code is processed.
// Source: pact/Pact/Core/Compile.hs (evalModuleGovernance, enforceNamespaceInstall); section 4.2.

import type { Span } from '../../base/span.ts';
import type { Module } from '../core/model/definition.ts';
import type { Term } from '../core/model/term.ts';
import { enforceGuard } from '../eval/capabilities/guards.ts';
import {
  grantModuleAdmin,
  hasModuleAdmin,
  lookupModule,
  lookupModuleData,
} from '../eval/calls/modules.ts';
import { acquire, withMagicCapability } from '../eval/capabilities/acquire.ts';
import type { Machine } from '../state/machine.ts';
import { installedName } from '../resolve/modules.ts';
import type { TopLevel } from '../syntax/ast.ts';
import { ModuleName } from '../values/names.ts';
import { CapToken } from '../values/value.ts';
import { evaluateTerm } from './evaluate.ts';

export function enforceGovernance(machine: Machine, written: TopLevel): void {
  if (written.kind !== 'module' && written.kind !== 'interface') return;
  const { kind, name, span } = written;
  if (machine.hasFlag('DisableModuleInstall')) {
    machine.fail('EvalError', { cause: 'Module/interface install not supported' }, span);
  }
  // Before 4.4 the policy was checked first, for upgrades too, and the namespace when it was entered.
  if (machine.hasFlag('DisablePact44')) enforceRootPolicy(machine, span);
  if (kind === 'module') enforceModuleGovernance(machine, name.text, span);
  else enforceNewInterface(machine, name.text, span);
}

function enforceModuleGovernance(machine: Machine, written: string, span: Span): void {
  const before = machine.loaded;
  const name = machine.hasFlag('PreserveModuleNameBug')
    ? new ModuleName(written)
    : installedName(written, before);
  // Everything loaded here, including the stored module, is dropped afterwards, and charged again when needed.
  machine.loaded = before.layer();
  try {
    const stored = lookupModule(machine, name, span);
    if (stored !== undefined) return enforceUpgrade(machine, stored, span);
  } finally {
    machine.loaded = before;
  }
  enforceNamespaceInstall(machine, span);
}

function enforceUpgrade(machine: Machine, stored: Module, span: Span): void {
  const { governance, name } = stored;
  if (governance.kind === 'keyset') {
    const check = enforceKeySetTerm(governance.name.text, span);
    withMagicCapability(machine, 'MODULE_KEYSET', name.text, span, () =>
      evaluateTerm(machine, check, 'impure'),
    );
    return;
  }
  if (hasModuleAdmin(machine, name)) return;
  const token = new CapToken(governance.name, []);
  const context = machine.context('impure');
  acquire(context, token, { scope: 'body', purpose: 'normal' }, span, () => true);
  grantModuleAdmin(machine, name);
}

/** `(enforce-guard (keyset-ref-guard "name"))`, as code because it is charged like code. */
function enforceKeySetTerm(name: string, span: Span): Term {
  const literal: Term = { kind: 'literal', literal: { kind: 'string', value: name }, span };
  return call('enforce-guard', call('keyset-ref-guard', literal, span), span);
}

function call(builtin: string, argument: Term, span: Span): Term {
  return { kind: 'app', fun: { kind: 'builtin', name: builtin, span }, args: [argument], span };
}

function enforceNewInterface(machine: Machine, written: string, span: Span): void {
  const name = installedName(written, machine.loaded);
  if (lookupModuleData(machine, name, span) === undefined) {
    return enforceNamespaceInstall(machine, span);
  }
  machine.fail('CannotUpgradeInterface', { interface: name.text }, span);
}

function enforceNamespaceInstall(machine: Machine, span: Span): void {
  if (machine.hasFlag('DisablePact44')) return;
  const { namespace } = machine.loaded;
  if (namespace === undefined) return enforceRootPolicy(machine, span);
  withMagicCapability(machine, 'NAMESPACE', namespace.name, span, () =>
    enforceGuard(machine.context('impure'), namespace.user, span),
  );
}

/** Returns whether modules may be installed outside of a namespace. */
function enforceRootPolicy(machine: Machine, span: Span): void {
  if (machine.loaded.namespace !== undefined) return;
  const policy = machine.environment.namespacePolicy;
  if (policy.kind === 'smart' && !policy.allowRoot) {
    machine.fail('RootNamespaceInstallError', {}, span);
  }
}
