// Transactions of several steps: which step of a defpact a transaction ran, and the transaction that it continues, which for a
// transfer between chains is on another one.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (transactionMetaData); Mesh API, RelatedTransaction.

import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  JsonNumber,
  naturalOf,
  type JsonObject,
  type JsonValue,
} from '../base/json.ts';
import type { ChainId } from '../chain/graph/chain-graph.ts';
import { parseHash } from '../chain/model/header.ts';
import type { StoredOutput } from '../chain/model/output-json.ts';

export type Step = {
  readonly step: number;
  readonly steps: number;
  readonly hasRollback: boolean;
  /** The request key of the transaction that ran the first step. */
  readonly first: string;
  /** The chain of the next step; `undefined`: this is the last one. */
  readonly next: string | undefined;
  /** The chain from which the step was carried on, if it is another one. */
  readonly source: string | undefined;
};

/** Returns the step that a transaction on this chain ran; `undefined` if it ran none. */
export function stepOf(output: StoredOutput, chain: ChainId): Step | undefined {
  const { continuation } = output;
  if (!isJsonObject(continuation)) return undefined;
  const step = countIn(continuation.get('step'));
  const steps = countIn(continuation.get('stepCount'));
  const first = continuation.get('pactId');
  if (step === undefined || steps === undefined || typeof first !== 'string') return undefined;
  return {
    step,
    steps,
    hasRollback: continuation.get('stepHasRollback') === true,
    first,
    next: step + 1 >= steps ? undefined : (targetIn(continuation) ?? String(chain)),
    source: sourceIn(output, continuation),
  };
}

/** Returns the metadata of a transaction: empty unless it ran a step. */
export function stepMetadata(step: Step | undefined, chain: ChainId): JsonObject {
  if (step === undefined) return new Map();
  const current = new Map<string, JsonValue>([
    ['chain-id', String(chain)],
    ['step-id', new JsonNumber(String(step.step))],
    ['rollback-available', step.hasRollback],
  ]);
  const members = new Map<string, JsonValue>([
    ['current-step', current],
    ['first-step-request-key', step.first],
    ['total-steps', new JsonNumber(String(step.steps))],
  ]);
  if (step.next !== undefined) members.set('next-step', new Map([['target-chain-id', step.next]]));
  return new Map([['multi-step-transaction', members]]);
}

/** A transaction that another one continues; `chain`: only if it is on another chain. */
export type EarlierTransaction = {
  readonly hash: string;
  readonly chain: ChainId | undefined;
};

/** Returns the transaction with the first step, if this one continues it. `chains`: those of the network. */
export function earlierTransaction(
  step: Step | undefined,
  chains: readonly ChainId[],
): EarlierTransaction | undefined {
  if (step === undefined || step.step === 0 || parseHash(step.first) === undefined)
    return undefined;
  const chain = chains.find((id) => String(id) === step.source);
  return { hash: step.first, chain };
}

function countIn(value: JsonValue | undefined): number | undefined {
  return value !== undefined && isJsonNumber(value) ? naturalOf(value, 1_000_000) : undefined;
}

/** The chain to which the step yielded. */
function targetIn(continuation: JsonObject): string | undefined {
  const provenance = memberOf(memberOf(continuation.get('yield'), 'provenance'), 'targetChainId');
  return typeof provenance === 'string' ? provenance : undefined;
}

/** The event of a resumed step has the chain that it comes from, the defpact, and its arguments. */
function sourceIn({ events }: StoredOutput, continuation: JsonObject): string | undefined {
  const definition = memberOf(continuation.get('continuation'), 'def');
  const resumed = events.find(
    ({ name, module, params }) =>
      name === 'X_RESUME' &&
      module.name === 'pact' &&
      module.namespace === undefined &&
      isJsonArray(params) &&
      params[1] === definition,
  );
  const source = resumed?.params[0];
  return typeof source === 'string' ? source : undefined;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? value.get(name) : undefined;
}
