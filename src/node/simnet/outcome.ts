// The result of a transaction in a simnet, as plain data; and the error of a call that did not do what the test
// expected.

import { toBase64Url } from '../../base/base64url.ts';
import { assert } from '../../base/assert.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { decodeOutput, type StoredEvent } from '../../chain/model/output-json.ts';
import { decodeStable, prettyValueText } from '../../lang/session/run.ts';
import { decodeDefPactExec } from '../../lang/session/store.ts';
import type { SessionEvent } from '../../tools/library/state.ts';
import { valueOfPact, type Value } from '../../tools/library/values.ts';

/** The transaction is in a block, and its code succeeded. */
export type Success = {
  readonly kind: 'success';
  /** The value of the last form. */
  readonly value: Value;
  /** The value as the REPL prints it, such as `1.5` or `"Write succeeded"`. */
  readonly text: string;
  readonly events: readonly SessionEvent[];
  /** The defpact whose step ran. */
  readonly pact: Defpact | undefined;
} & MinedFacts;

/** The transaction is in a block, paid its gas, and changed nothing else. */
export type Failure = {
  readonly kind: 'failure';
  /** The error of Pact, as a network reports it. */
  readonly message: string;
} & MinedFacts;

/** The transaction cannot be in a block: its signatures, its times or its gas are wrong. */
export type Refused = { readonly kind: 'refused'; readonly message: string };

export type Outcome = Success | Failure | Refused;

export type Defpact = {
  readonly id: string;
  /** The step that ran, from 0. */
  readonly step: number;
  readonly stepCount: number;
  /** The target chain of the yield of the step. */
  readonly targetChain: number | undefined;
};

type MinedFacts = {
  readonly requestKey: string;
  readonly gas: number;
  readonly chain: number;
  readonly height: number;
  /** The hash of the block. */
  readonly block: string;
};

/** Thrown when a call failed that had to succeed, or succeeded when it had to fail. */
export class SimnetError extends Error {
  override readonly name = 'SimnetError';
  /** `undefined` for queries, which are in no block. */
  readonly outcome: Outcome | undefined;

  constructor(message: string, outcome?: Outcome) {
    super(message);
    this.outcome = outcome;
  }
}

export function outcomeOf(header: BlockHeader, output: Uint8Array): Success | Failure {
  const decoded = decodeOutput(output);
  assert(decoded.ok, 'the output of a block of our own can be read');
  const { result, requestKey, gas, events, continuation } = decoded.value;
  const { chainId: chain, height, hash } = header;
  const facts = { requestKey, gas: Number(gas), chain, height, block: toBase64Url(hash) };
  if (result.status === 'failure') {
    return { kind: 'failure', message: result.error.message, ...facts };
  }
  const value = decodeStable(result.data);
  return {
    kind: 'success',
    value: valueOfPact(value),
    text: prettyValueText(value),
    ...facts,
    events: events.map(eventOf),
    pact: defpactOf(continuation),
  };
}

function eventOf({ name, params, module, moduleHash }: StoredEvent): SessionEvent {
  const place = module.namespace === undefined ? '' : `${module.namespace}.`;
  return {
    name: `${place}${module.name}.${name}`,
    params: params.map((each) => valueOfPact(decodeStable(each))),
    moduleHash,
  };
}

function defpactOf(json: JsonValue): Defpact | undefined {
  const exec = isJsonObject(json) ? decodeDefPactExec(json) : undefined;
  if (exec === undefined) return undefined;
  const target = exec.yield?.provenance?.targetChain;
  return {
    id: exec.pactId,
    step: exec.step,
    stepCount: exec.stepCount,
    targetChain: target === undefined ? undefined : Number(target),
  };
}
