// The state of builtins from Pact 4's REPL: entity, recorded proofs, dynamic references.
// Source: Pact 4 docs (env-entity, env-dynref, mock-spv, env-simulate-onchain); section 9.2.

import type { PactValue } from '../../lang/session/run.ts';

export class LegacyState {
  entity: string | undefined = undefined;
  simulateOnChain = false;
  /** Recorded answers of verify-spv. */
  readonly proofs: {
    readonly type: string;
    readonly payload: PactValue;
    readonly answer: PactValue;
  }[] = [];
  /** The implementing module of each interface. */
  readonly dynamicReferences = new Map<string, string>();
}
