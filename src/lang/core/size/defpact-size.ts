// Sizes of running defpacts and namespaces for gas. Each function returns the size, or the first
// total above the limit.
// Source: pact/Pact/Core/SizeOf.hs; section 8.6.

import type { DefPactExec, Namespace, NestedDefPactExec, Yield } from '../model/defpact.ts';
import { countUpTo, type SizeCounter } from './size-counter.ts';

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
