// The nested defpacts of a running step. Most defpacts have none, and there may be hundreds of thousands of defpacts.

import type { DefPactExec } from '../../core/model/defpact.ts';

type Nested = DefPactExec['nested'];

/** Shared: never modified. */
export const noDefPacts: Nested = new Map();

/** Returns a copy for a step that adds to it. */
export function copyOf(nested: Nested): Nested {
  return nested.size === 0 ? noDefPacts : new Map(nested);
}
