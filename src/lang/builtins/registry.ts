// The natives of a session: which definitions it has, found by the name that users write and by internal name.

import { assert } from '../../base/assert.ts';
import type { NativeRegistry } from '../machine/environment.ts';
import type { Native } from '../machine/native.ts';
import { nativesOf, type BuiltinDefinition } from './define.ts';

export class Registry implements NativeRegistry {
  private readonly definitions = new Map<string, BuiltinDefinition>();
  private readonly internal = new Map<string, Native>();
  private readonly defaults = new Map<string, Native>();

  constructor(definitions: Iterable<BuiltinDefinition>) {
    for (const definition of definitions) this.add(definition);
  }

  /** The native behind a bare name: its default arity, that of the first overload. */
  byName(name: string): Native | undefined {
    return this.defaults.get(name);
  }

  byInternalName(internal: string): Native | undefined {
    return this.internal.get(internal);
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
    for (const native of nativesOf(definition)) {
      assert(!this.internal.has(native.name), `two natives named ${native.name}`);
      this.internal.set(native.name, native);
      if (!this.defaults.has(definition.name)) this.defaults.set(definition.name, native);
    }
  }
}
