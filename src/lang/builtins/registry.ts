// The natives of a session: which definitions it has, found by the name that users write and by internal name.

import { assert } from '../../base/assert.ts';
import type { NativeRegistry } from '../machine/environment.ts';
import type { Native } from '../machine/calls/native.ts';
import { internalNamesOf, nativeOf, type BuiltinDefinition } from './define.ts';

export class Registry implements NativeRegistry {
  private readonly definitions = new Map<string, BuiltinDefinition>();
  /** By internal name. */
  private readonly owners = new Map<string, BuiltinDefinition>();
  /** Made when they are asked for: a program uses few of them. */
  private readonly natives = new Map<string, Native>();

  constructor(definitions: Iterable<BuiltinDefinition>) {
    for (const definition of definitions) this.add(definition);
  }

  /** The native behind a bare name: its default arity, that of the first overload. */
  byName(name: string): Native | undefined {
    const first = this.definitions.get(name)?.overloads[0];
    return first === undefined ? undefined : this.byInternalName(first.internal);
  }

  byInternalName(internal: string): Native | undefined {
    const known = this.natives.get(internal);
    if (known !== undefined) return known;
    const owner = this.owners.get(internal);
    if (owner === undefined) return undefined;
    const native = nativeOf(owner, internal);
    this.natives.set(internal, native);
    return native;
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
      assert(!this.owners.has(internal), `two natives named ${internal}`);
      this.owners.set(internal, definition);
    }
  }
}
