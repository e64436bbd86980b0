// The builtins of a session, found by the name that users write and by internal name.
import { assert } from '../../base/assert.ts';
import type { BuiltinRegistry } from '../state/environment.ts';
import type { Builtin, BuiltinCall } from '../state/builtin.ts';
import { type BuiltinDefinition, builtinOf, internalNamesOf } from './define.ts';

export class Registry implements BuiltinRegistry {
  private readonly definitions = new Map<string, BuiltinDefinition>();
  /** By internal name. */
  private readonly owners = new Map<string, BuiltinDefinition>();
  /** Created on first use, because a program uses few of them. */
  private readonly builtins = new Map<string, Builtin>();

  constructor(definitions: Iterable<BuiltinDefinition>) {
    for (const definition of definitions) this.add(definition);
  }

  /** Returns the builtin for a bare name: its default arity, that of the first overload. */
  byName(name: string): Builtin | undefined {
    const first = this.definitions.get(name)?.overloads[0];
    return first === undefined ? undefined : this.byInternalName(first.internal);
  }

  byInternalName(internal: string): Builtin | undefined {
    const known = this.builtins.get(internal);
    if (known !== undefined) return known;
    const owner = this.owners.get(internal);
    if (owner === undefined) return undefined;
    const builtin = builtinOf(owner, internal);
    this.builtins.set(internal, builtin);
    return builtin;
  }

  definition(name: string): BuiltinDefinition | undefined {
    return this.definitions.get(name);
  }

  /** In the order of registration. */
  all(): readonly BuiltinDefinition[] {
    return [...this.definitions.values()];
  }

  private add(definition: BuiltinDefinition): void {
    assert(!this.definitions.has(definition.name), `two builtins named ${definition.name}`);
    this.definitions.set(definition.name, definition);
    for (const internal of internalNamesOf(definition)) {
      assert(!this.owners.has(internal), `two builtins named ${internal}`);
      this.owners.set(internal, definition);
    }
  }
}

// Restricts where some builtins may be called.
// Source: enforceTopLevelOnly, enforceStackTopIsDefcap, checkNonLocalAllowed.

/** Fails if called from any function. */
export function enforceTopLevel(call: BuiltinCall): void {
  if (call.machine.stack === undefined) return;
  call.fail('NativeIsTopLevelOnly', { builtin: call.builtin.name });
}

/** Fails unless called directly in the body of a defcap, and not in a function that it calls. */
export function enforceInDefcap(call: BuiltinCall): void {
  if (call.machine.stack?.kind === 'defcap') return;
  call.failBuiltin('native must be called within a defcap body');
}

/** Fails where builtins that depend on history are allowed only in local calls. */
export function enforceLocal(call: BuiltinCall): void {
  const { machine } = call;
  if (machine.environment.mode !== 'transactional') return;
  if (!machine.hasFlag('DisableHistoryInTransactionalMode')) return;
  call.fail('OperationIsLocalOnly', { builtin: call.builtin.name });
}
