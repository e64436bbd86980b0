// Facts that hashing a module collects about each definition. Charging and storing the module use
// them, so that the definition is not encoded or traversed again.

import type { Span } from '../../../base/span.ts';
import type { FullyQualifiedName } from '../../values/names.ts';
import type { Def } from '../model/definition.ts';

export type HashedDefinition = {
  /** The length of the stored definition without its positions, in bytes. */
  readonly bytes: number;
  readonly positions: readonly Span[];
  readonly references: References;
};

/**
 * The references of a definition in the order of `forEachTermUpwards`, each with the number of nodes
 * since the last one, including the referring node.
 */
export type References = {
  readonly names: readonly FullyQualifiedName[];
  readonly nodesBefore: readonly number[];
  readonly nodesAfter: number;
};

const hashed = new WeakMap<Def, HashedDefinition>();

export function rememberHashed(def: Def, learned: HashedDefinition): void {
  hashed.set(def, learned);
}

/** For definitions hashed with a module, not for those read from a store. */
export function hashedDefinition(def: Def): HashedDefinition | undefined {
  return hashed.get(def);
}
