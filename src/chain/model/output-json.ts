// The result of a transaction or a coinbase, as stored in payloads. The order of members is consensus.
// Source: pact-request-api Pact/Core/Command/Types.hs (CommandResult); consensus reference, sections 3.2 and 3.3.

import { jsonNull, JsonNumber, type JsonValue } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { Members, isNull, readStoredObject, storedBytes } from './members.ts';

export type StoredOutput = {
  readonly gas: bigint;
  readonly result:
    | { readonly status: 'success'; readonly data: JsonValue }
    | { readonly status: 'failure'; readonly error: StoredError };
  /** base64url. That of a coinbase encodes the characters of a hash, so it is longer than others. */
  readonly requestKey: string;
  /** The hash of the transaction log. */
  readonly logs: string | undefined;
  readonly events: readonly StoredEvent[];
  readonly metaData: JsonValue;
  /** The defpact whose step ran; `null` for none. */
  readonly continuation: JsonValue;
  readonly txId: bigint | undefined;
};

export type StoredError = {
  readonly callStack: readonly JsonValue[];
  readonly type: string;
  readonly message: string;
  /** A string; older releases wrote other values. */
  readonly info: JsonValue;
};

export type StoredEvent = {
  readonly params: readonly JsonValue[];
  readonly name: string;
  readonly module: { readonly namespace: string | undefined; readonly name: string };
  readonly moduleHash: string;
};

/** The coinbase of genesis blocks. Its request key is the hash of no bytes. */
export const noCoinbase: StoredOutput = {
  gas: 0n,
  result: { status: 'success', data: 'NO_COINBASE' },
  requestKey: 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g',
  logs: undefined,
  events: [],
  metaData: jsonNull,
  continuation: jsonNull,
  txId: undefined,
};

export function encodeOutput(output: StoredOutput): Uint8Array {
  const { gas, result, requestKey, logs, events, metaData, continuation, txId } = output;
  return storedBytes([
    ['gas', numberJson(gas)],
    ['result', new Map([['status', result.status], outcomeOf(result)])],
    ['reqKey', requestKey],
    ['logs', logs ?? jsonNull],
    ...(events.length === 0 ? [] : [['events', events.map(eventJson)] as const]),
    ['metaData', metaData],
    ['continuation', continuation],
    ['txId', txId === undefined ? jsonNull : numberJson(txId)],
  ]);
}

/** Unknown members are ignored. */
export function decodeOutput(bytes: Uint8Array): Result<StoredOutput, string> {
  const object = readStoredObject(bytes, 'output');
  if (!object.ok) return object;
  const members = new Members(object.value, 'output');
  const output: StoredOutput = {
    gas: members.natural('gas'),
    result: resultIn(members),
    requestKey: members.text('reqKey'),
    logs: members.textOrNull('logs'),
    events: isNull(members.any('events'))
      ? []
      : members.items('events', 'event').map((event) => eventIn(members, event)),
    metaData: members.any('metaData'),
    continuation: members.any('continuation'),
    txId: members.naturalOrNull('txId'),
  };
  return members.first === undefined ? good(output) : bad(members.first);
}

const numberJson = (value: bigint): JsonNumber => new JsonNumber(value.toString());

function outcomeOf(result: StoredOutput['result']): readonly [string, JsonValue] {
  if (result.status === 'success') return ['data', result.data];
  const { callStack, type, message, info } = result.error;
  const error: readonly [string, JsonValue][] = [
    ['callStack', callStack],
    ['type', type],
    ['message', message],
    ['info', info],
  ];
  return ['error', new Map(error)];
}

function eventJson({ params, name, module, moduleHash }: StoredEvent): JsonValue {
  return new Map<string, JsonValue>([
    ['params', params],
    ['name', name],
    [
      'module',
      new Map([
        ['namespace', module.namespace ?? jsonNull],
        ['name', module.name],
      ]),
    ],
    ['moduleHash', moduleHash],
  ]);
}

function resultIn(members: Members): StoredOutput['result'] {
  const result = members.within('result', 'result');
  const status = result.text('status');
  if (status === 'success') {
    return members.adopt(result, { status, data: result.any('data') });
  }
  if (status !== 'failure') result.fault('status', 'must be success or failure');
  const error = result.within('error', 'error');
  const reported: StoredError = {
    callStack: error.list('callStack'),
    type: error.text('type'),
    message: error.text('message'),
    info: error.any('info'),
  };
  return members.adopt(result, result.adopt(error, { status: 'failure', error: reported }));
}

function eventIn(members: Members, event: Members): StoredEvent {
  const module = event.within('module', 'module of an event');
  const found: StoredEvent = {
    params: event.list('params'),
    name: event.text('name'),
    module: { namespace: module.textOrNull('namespace'), name: module.text('name') },
    moduleHash: event.text('moduleHash'),
  };
  return members.adopt(event, event.adopt(module, found));
}
