// Reads the output of a transaction from its bytes: the content of a proof.
// Source: pact-request-api, Pact/Core/Command/Types.hs (FromJSON CommandResult); consensus reference, section 3.3.

import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../base/json.ts';
import {
  decodeStable,
  parseHash,
  ValueTooLarge,
  type DefPactExec,
  type Hash,
  type PactValue,
} from '../../lang/session/run.ts';
import { decodeDefPactExec } from '../../lang/session/store.ts';
import { readAnyDepth } from './proof-json.ts';

export type CommandOutput = {
  readonly requestKey: Hash;
  /** `undefined` for failures. */
  readonly value: PactValue | undefined;
  readonly continuation: DefPactExec | undefined;
  readonly events: readonly OutputEvent[];
};

export type OutputEvent = {
  readonly name: string;
  /** The qualified name: `ns.module`. */
  readonly module: string;
  readonly moduleHash: Hash;
  readonly params: readonly PactValue[];
};

/** Returns `undefined` if the bytes are not a command result. */
export function readCommandOutput(bytes: Uint8Array): CommandOutput | undefined {
  try {
    return commandOutputOf(readAnyDepth(bytes));
  } catch (thrown) {
    // A number with more digits than Pact values can have.
    if (thrown instanceof ValueTooLarge) return undefined;
    throw thrown;
  }
}

function commandOutputOf(json: JsonValue | undefined): CommandOutput | undefined {
  if (json === undefined || !isJsonObject(json) || !hasOtherMembers(json)) return undefined;
  const requestKey = hashOf(json.get('reqKey'));
  const result = resultOf(json.get('result'));
  const continuation = continuationOf(json.get('continuation'));
  const events = eventsOf(json.get('events'));
  if (requestKey === undefined || result === undefined || events === undefined) return undefined;
  if (continuation === undefined) return undefined;
  return { requestKey, value: result.value, continuation: continuation.value, events };
}

/** Checks the members that are not used otherwise. */
function hasOtherMembers(fields: JsonObject): boolean {
  const [logs, txId] = [fields.get('logs'), fields.get('txId')];
  if (!isNull(logs) && hashOf(logs) === undefined) return false;
  if (!isNull(txId) && !isWordOf(txId)) return false;
  return isWordOf(fields.get('gas')) && fields.has('metaData');
}

/** A result with both members counts as a failure. */
function resultOf(json: JsonValue | undefined): Pick<CommandOutput, 'value'> | undefined {
  if (json === undefined || !isJsonObject(json)) return undefined;
  const data = json.get('data');
  if (json.has('error')) return { value: undefined };
  return data === undefined ? undefined : { value: decodeStable(data) };
}

function continuationOf(
  json: JsonValue | undefined,
): { readonly value: DefPactExec | undefined } | undefined {
  if (json === undefined) return undefined;
  if (isNull(json)) return { value: undefined };
  const value = decodeDefPactExec(json);
  return value === undefined ? undefined : { value };
}

function eventsOf(json: JsonValue | undefined): readonly OutputEvent[] | undefined {
  if (json === undefined || isNull(json)) return [];
  if (!isJsonArray(json)) return undefined;
  const events: OutputEvent[] = [];
  for (const item of json) {
    const event = eventOf(item);
    if (event === undefined) return undefined;
    events.push(event);
  }
  return events;
}

function eventOf(json: JsonValue): OutputEvent | undefined {
  if (!isJsonObject(json)) return undefined;
  const name = json.get('name');
  const module = moduleOf(json.get('module'));
  const moduleHash = hashOf(json.get('moduleHash'));
  const params = json.get('params');
  if (typeof name !== 'string' || module === undefined || moduleHash === undefined) {
    return undefined;
  }
  if (params === undefined || !isJsonArray(params)) return undefined;
  return { name, module, moduleHash, params: params.map(decodeStable) };
}

function moduleOf(json: JsonValue | undefined): string | undefined {
  if (json === undefined || !isJsonObject(json)) return undefined;
  const name = json.get('name');
  const namespace = json.get('namespace');
  if (typeof name !== 'string') return undefined;
  if (namespace === undefined || isNull(namespace)) return name;
  return typeof namespace === 'string' ? `${namespace}.${name}` : undefined;
}

function hashOf(json: JsonValue | undefined): Hash | undefined {
  return typeof json === 'string' ? parseHash(json) : undefined;
}

/** Checks for a natural number of 64 bits, as for gas and transaction ids. */
function isWordOf(json: JsonValue | undefined): boolean {
  if (json === undefined || !isJsonNumber(json) || json.exponent !== 0) return false;
  return BigInt.asUintN(64, json.coefficient) === json.coefficient;
}

function isNull(json: JsonValue | undefined): boolean {
  return (
    typeof json === 'object' && !isJsonArray(json) && !isJsonObject(json) && json.kind === 'null'
  );
}
