// The defpacts that a running step has begun. Most begin none, and there may be hundreds of thousands of them.

import type { DefPactExec } from '../../core/model/defpact.ts';

type Nested = DefPactExec['nested'];

/** Shared: never added to. */
export const noDefPacts: Nested = new Map();

/** For a step that adds to it. */
export function copyOf(nested: Nested): Nested {
  return nested.size === 0 ? noDefPacts : new Map(nested);
}
