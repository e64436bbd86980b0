// Evaluates top-level names and calls through module references.
// Source: IR/Eval/CEK/Evaluator.hs (Var).

import type { Span } from '../../../base/span.ts';
import type { Def, DefCap, DefPact, Defun, Module, Step } from '../../core/model/definition.ts';
import type { Loaded } from '../../core/model/loaded.ts';
import type { ErrorData } from '../../diagnostics/error.ts';
import type { Arg, Term } from '../../core/model/term.ts';
import { FullyQualifiedName, TableName } from '../../values/names.ts';
import { TableValue } from '../../values/value.ts';
import { CompiledFunction, type Attempt } from '../../state/code.ts';
import type { Context } from '../../state/context.ts';
import type { Machine } from '../../state/machine.ts';
import { getModule } from '../calls/modules.ts';
import {
  CapTokenClosure,
  DefPactClosure,
  DefunClosure,
  type MachineValue,
} from '../../state/value.ts';

/** A reference in the code to a definition, with the definition found at its last evaluation. */
export class Reference {
  readonly name: FullyQualifiedName;
  private state: object | undefined;
  private found: Def | undefined;

  constructor(name: FullyQualifiedName) {
    this.name = name;
    this.state = undefined;
    this.found = undefined;
  }

  definition(loaded: Loaded): Def | undefined {
    const { state } = loaded;
    if (state === this.state) return this.found;
    this.found = loaded.def(this.name);
    this.state = state;
    return this.found;
  }
}

/** An occurrence of `x::member`, with the reference to the member of the module that `x` was last. */
export class DynamicReference {
  readonly member: string;
  readonly variable: string;
  private module: Module | undefined;
  private reference: Reference | undefined;

  constructor(member: string, variable: string) {
    this.member = member;
    this.variable = variable;
    this.module = undefined;
    this.reference = undefined;
  }

  in(module: Module): Reference {
    if (this.reference === undefined || module !== this.module) {
      this.module = module;
      const name = new FullyQualifiedName(module.name, this.member, module.hash);
      this.reference = new Reference(name);
    }
    return this.reference;
  }
}

export function topLevelValue(context: Context, reference: Reference, span: Span): MachineValue {
  const { machine } = context;
  const { name } = reference;
  const def = reference.definition(machine.loaded);
  if (def === undefined) return machine.fail('InvariantUnboundFreeVariable', hashed(name), span);
  switch (def.kind) {
    case 'defun':
      return new DefunClosure(name, functionOf(machine, def, name), context);
    case 'defconst':
      if (def.value.kind === 'evaluated') return def.value.value;
      return machine.fail('InvariantDefConstNotEvaluated', hashed(name), span);
    case 'defpact':
      return new DefPactClosure(name, def, context, span);
    case 'deftable':
      return new TableValue(new TableName(def.name, name.module), name.hash, def.schema);
    case 'defcap':
      return new CapTokenClosure(name, def.params, span);
    case 'defschema': {
      const found = { found: def.kind, name: 'in var position' };
      return machine.fail('InvariantInvalidDefKind', found, span);
    }
  }
}

/** Returns the current version of the module that `x` refers to, and marks the caller's module as left. */
export function dynamicReference(
  context: Context,
  value: MachineValue,
  call: DynamicReference,
  span: Span,
): MachineValue {
  const { machine } = context;
  if (typeof value !== 'object' || value.kind !== 'modref') {
    return machine.fail('DynNameIsNotModRef', { name: call.variable }, span);
  }
  const module = getModule(machine, value.module, span);
  const caller = machine.stack?.name.module.text;
  const target = caller === undefined ? context : context.leaving(caller);
  return topLevelValue(target, call.in(module), span);
}

function hashed(name: FullyQualifiedName): ErrorData<'InvariantUnboundFreeVariable'> {
  return { name: name.qualified, moduleHash: name.hash };
}

export function functionOf(
  machine: Machine,
  def: Defun,
  name: FullyQualifiedName,
): CompiledFunction {
  const { functions } = machine.code;
  const known = functions.get(def);
  if (known !== undefined) return known;
  const { term } = def;
  if (term.kind !== 'lambda' && term.kind !== 'nullary') {
    return machine.fail('InvariantMalformedDefun', hashed(name), def.span);
  }
  const params = term.kind === 'lambda' ? term.params : [];
  const { type } = def.spec;
  const body = machine.compile(term.body, params);
  const code = new CompiledFunction<never>(
    params,
    body,
    type,
    term.span,
    triedBody(machine, term.body),
  );
  functions.set(def, code);
  return code;
}

function triedBody({ compileTried }: Machine, body: Term): (() => Attempt) | undefined {
  return compileTried === undefined ? undefined : () => compileTried(body);
}

/** A defcap's body; its result is not checked against the declared type. */
export function capabilityBody(machine: Machine, def: DefCap, span: Span): CompiledFunction {
  return bodyOf(machine, machine.code.capabilities, def, def.params, def.term, span);
}

/** A step, or its rollback, of a defpact that began with a number of arguments. */
export function stepBody(
  machine: Machine,
  def: DefPact,
  step: Step,
  argCount: number,
): CompiledFunction {
  if (argCount < def.params.length) return lackingBody(machine, def, step.body);
  return bodyOf(machine, machine.code.steps, step, def.params, step.body, def.span);
}

export function rollbackBody(
  machine: Machine,
  def: DefPact,
  step: Step,
  rollback: Term,
  argCount: number,
): CompiledFunction {
  if (argCount < def.params.length) return lackingBody(machine, def, rollback);
  return bodyOf(machine, machine.code.rollbacks, step, def.params, rollback, def.span);
}

/** The module was upgraded meanwhile, and its defpact has more parameters now. Rare, so the code is not kept. */
function lackingBody(machine: Machine, { params, span }: DefPact, term: Term): CompiledFunction {
  const body = machine.compile(term, params, 'may-lack-variables');
  return new CompiledFunction<never>([], body, undefined, span);
}

function bodyOf<K extends object>(
  machine: Machine,
  cache: WeakMap<K, CompiledFunction>,
  key: K,
  params: readonly Arg[],
  term: Term,
  span: Span,
): CompiledFunction {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const body = machine.compile(term, params);
  const code = new CompiledFunction<never>([], body, undefined, span, triedBody(machine, term));
  cache.set(key, code);
  return code;
}
