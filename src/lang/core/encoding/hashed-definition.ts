// What hashing a module learns of each definition, which it writes and walks through for that. What
// is charged and stored next follows from it, so that it is not written or walked again.

import type { Span } from '../../../base/span.ts';
import type { FullyQualifiedName } from '../../values/names.ts';
import type { Def } from '../model/definition.ts';

export type HashedDefinition = {
  /** Bytes of the definition as it is stored, without its positions. */
  readonly bytes: number;
  readonly positions: readonly Span[];
  readonly references: References;
};

/**
 * What a definition refers to in the order of `forEachTermUpwards`, and how many nodes lie between,
 * with the one that refers.
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

/** Of definitions that a module was hashed with, not of those that were read from a store. */
export function hashedDefinition(def: Def): HashedDefinition | undefined {
  return hashed.get(def);
}
