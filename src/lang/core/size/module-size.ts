// Sizes of modules and interfaces for gas. Source code counts only if the module contains it.
// Source: pact/Pact/Core/SizeOf.hs; sections 8.5 and 8.6.

import { pairOverhead } from '../../values/encoding/size.ts';
import type { Governance, Import, Interface, Module, ModuleData } from '../model/definition.ts';
import { countUpTo, type SizeCounter } from './size-counter.ts';
import { countDef, countInterfaceDef, countSteps, type CodeSizes } from './term-size.ts';
import type { DefPactExec, Namespace, NestedDefPactExec, Yield } from '../model/defpact.ts';

/** Returns the size, or the first total above the limit. */
export function sizeOfModule(
  module: Module | Interface,
  sizes: CodeSizes,
  limit: number = Infinity,
): number {
  return countUpTo(limit, (counter) => countModule(counter, module, sizes));
}

/**
 * Returns the size including dependencies, which the charge for storing the module depends on, or the
 * first total above the limit.
 */
export function sizeOfModuleData(
  data: ModuleData,
  sizes: CodeSizes,
  limit: number = Infinity,
): number {
  return countUpTo(limit, (counter) => {
    counter.variant();
    countModule(counter, data.module, sizes, data.carriesCode);
    counter.list(data.dependencies.values(), ({ name, def }) => {
      counter.add(pairOverhead);
      counter.fullyQualifiedName(name);
      countDef(counter, def, sizes);
    });
  });
}

function countModule(
  counter: SizeCounter,
  module: Module | Interface,
  sizes: CodeSizes,
  carriesCode = false,
): void {
  counter.record();
  counter.moduleName(module.name);
  if (module.kind === 'module') {
    countGovernance(counter, module.governance);
    counter.list(module.defs, (def) => countDef(counter, def, sizes));
    counter.list(module.blessed, (hash) => counter.hash(hash));
  } else counter.list(module.defs, (def) => countInterfaceDef(counter, def, sizes));
  counter.list(module.imports, (entry) => countImport(counter, entry));
  if (module.kind === 'module') counter.moduleNames(module.implements);
  counter.hash(module.hash);
  counter.hash(module.txHash);
  if (carriesCode) counter.text(module.code);
  countSteps(counter, sizes.info);
}

function countGovernance(counter: SizeCounter, governance: Governance): void {
  counter.variant();
  if (governance.kind === 'keyset') return counter.moduleName(governance.name);
  counter.variant();
  counter.fullyQualifiedName(governance.name);
}

function countImport(counter: SizeCounter, entry: Import): void {
  counter.record();
  counter.moduleName(entry.module);
  counter.maybe(entry.hash, (hash) => counter.hash(hash));
  counter.maybe(entry.names, (names) => counter.list(names, (name) => counter.text(name)));
}

// Sizes of running defpacts and namespaces for gas. Each function returns the size, or the first
// total above the limit.
// Source: pact/Pact/Core/SizeOf.hs; section 8.6.

export function sizeOfDefPactExec(exec: DefPactExec, limit: number = Infinity): number {
  return countUpTo(limit, (counter) => {
    countExec(counter, exec);
    counter.bool();
    counter.map(exec.nested, (nested) => countNested(counter, nested));
  });
}

export function sizeOfNamespace(namespace: Namespace, limit: number = Infinity): number {
  return countUpTo(limit, (counter) => {
    counter.record();
    counter.text(namespace.name);
    counter.guard(namespace.user);
    counter.guard(namespace.admin);
  });
}

function countExec(counter: SizeCounter, exec: Omit<NestedDefPactExec, 'nested'>): void {
  counter.record();
  counter.machineInteger();
  counter.maybe(exec.yield, (value) => countYield(counter, value));
  counter.machineInteger();
  counter.text(exec.pactId);
  counter.record();
  counter.qualifiedName(exec.continuation.def);
  counter.list(exec.continuation.args, (value) => counter.value(value));
}

function countNested(counter: SizeCounter, exec: NestedDefPactExec): void {
  countExec(counter, exec);
  counter.map(exec.nested, (nested) => countNested(counter, nested));
}

function countYield(counter: SizeCounter, value: Yield): void {
  counter.record();
  counter.map(value.data, (field) => counter.value(field));
  counter.maybe(value.provenance, (provenance) => {
    counter.record();
    counter.text(provenance.targetChain);
    counter.hash(provenance.moduleHash);
  });
  counter.maybe(value.sourceChain, (chain) => counter.text(chain));
}
