// Returns the results of transactions, at once or when they are in a block: the stored result, plus the position of its
// block.
// Source: interface reference, sections 5.2, 5.3 and 5.5.

import {
  isJsonArray,
  isJsonObject,
  jsonNull,
  JsonNumber,
  printJson,
  type JsonValue,
} from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { Client } from '../../../base/client.ts';
import type { Answer, FaultAnswer } from '../../../base/http/index.ts';
import type { ChainPort, NodePort, Polled } from '../../port.ts';
import { readBody, textMember, type BodyFault, keyFault, hashText } from '../body.ts';
import { fault } from '../faults.ts';
import type { ApiLimits } from '../limits.ts';
import type { NodeApiParts } from '../parts.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { assert } from '../../../base/assert.ts';
import { readJson } from '../../../base/json-reader.ts';
import { encodeOutput, type StoredOutput } from '../../../chain/model/output-json.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { badListedText } from '../../mempool/mempool.ts';

type PollRequest = {
  readonly body: string;
  readonly confirmationDepth: number;
  readonly client: Client;
};

/** A poll with many keys waits for its turn before every few milliseconds of work. */
export async function poll(
  { limits, node, slices }: Pick<NodeApiParts, 'limits' | 'node' | 'slices'>,
  chain: ChainPort,
  { body, confirmationDepth, client }: PollRequest,
): Promise<Answer> {
  const isLarge = body.length > limits.fewKeysBytes;
  if (isLarge && !(await slices.next(client))) return fault('too-many-questions');
  const keys = readKeys(body, limits);
  if (!keys.ok) return fault('bad-body', keys.fault);
  const pause = async (): Promise<void> => void (await slices.next(client));
  if (isLarge) await pause();
  const found = await chain.poll(keys.value, { confirmationDepth, pause });
  const ill = illness(node);
  if (ill !== undefined) return ill;
  const members = [...found].map(
    ([key, polled]) =>
      () =>
        `"${key}":${resultText(key, polled)}`,
  );
  if (members.length > fewResults) return { kind: 'object', members };
  return { kind: 'json', text: `{${members.map((member) => member()).join(',')}}` };
}

/** Up to this number, results are written as one string, which is cheaper than streaming them one by one. */
const fewResults = 4;

export function listenFor(
  parts: Pick<NodeApiParts, 'limits' | 'open' | 'timer' | 'stopping' | 'node'>,
  chain: ChainPort,
  { body, left }: { readonly body: string; readonly left: AbortSignal },
): Promise<Answer> {
  const { limits, open, timer, stopping } = parts;
  const work = async (): Promise<Answer> => {
    const key = readListen(body, limits);
    if (!key.ok) return fault('bad-body', key.fault);
    const waiting = new AbortController();
    const end = (): void => waiting.abort();
    const cancel = timer.after(limits.listenSeconds * 1000, end);
    left.addEventListener('abort', end);
    stopping.addEventListener('abort', end);
    try {
      const polled = await chain.whenMined(key.value, waiting.signal);
      if (polled === undefined) return illness(parts.node) ?? { kind: 'nothing', status: 504 };
      return { kind: 'json', text: resultText(key.value, polled) };
    } finally {
      cancel();
      stopping.removeEventListener('abort', end);
    }
  };
  return open.run('listen', work, (tooMany) => fault('busy', tooMany));
}

/** After a disk fault no result is reported: a missing result would look like a pending transaction to the client. */
export function illness(node: NodePort): FaultAnswer | undefined {
  const health = node.health();
  return health.kind === 'ill' ? fault('unavailable', health.sentence) : undefined;
}

/** Returns each key once. */
function readKeys(
  text: string,
  { bodyDepth, pollKeys }: ApiLimits,
): Result<readonly string[], BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  if (!isJsonObject(body.value)) return bad({ why: 'the body must be an object' });
  const list = body.value.get('requestKeys');
  if (list === undefined) return bad({ why: 'key "requestKeys" not found' });
  const path = 'requestKeys';
  if (!isJsonArray(list)) return bad({ path, why: 'it must be a list of request keys' });
  if (list.length === 0)
    return bad({ path, why: 'parsing NonEmpty failed, unexpected empty list' });
  if (list.length > pollKeys) {
    return bad({ path, why: `one request may ask for ${pollKeys} keys, not ${list.length}` });
  }
  const keys = new Set<string>();
  for (const [i, each] of list.entries()) {
    const wrong = keyFault(each);
    if (wrong !== undefined) return bad({ path: `${path}[${i}]`, why: wrong });
    keys.add(each as string);
  }
  return good([...keys]);
}

function readListen(text: string, { bodyDepth }: ApiLimits): Result<string, BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  const key = textMember(body.value, 'listen');
  if (!key.ok) return key;
  const wrong = keyFault(key.value);
  return wrong === undefined ? key : bad({ path: 'listen', why: wrong });
}

function resultText(requestKey: string, polled: Polled): string {
  if (polled.kind === 'bad-listed') return textOf(encodeOutput(badListed(requestKey)));
  return withPlace(textOf(polled.output), polled.header);
}

/** Stored results have their members in a fixed order, so the metadata belongs here. */
const noPlace = '"metaData":null,"continuation":';

/**
 * Fast path for one occurrence, which is nearly always the case. If a contract's data contains the same characters, the
 * JSON is parsed.
 */
function withPlace(output: string, header: BlockHeader): string {
  const at = output.indexOf(noPlace);
  if (at !== -1 && output.indexOf(noPlace, at + 1) === -1) {
    const rest = output.slice(at + noPlace.length);
    return `${output.slice(0, at)}"metaData":${printJson(placeOf(header))},"continuation":${rest}`;
  }
  const read = readJson(output, { depth: Infinity });
  const value = read.kind === 'value' ? read.value : undefined;
  assert(value !== undefined && isJsonObject(value), 'blocks store results as JSON objects');
  return printJson(new Map(value).set('metaData', placeOf(header)));
}

function placeOf({ height, creationTime, hash, parent }: BlockHeader): JsonValue {
  return new Map<string, JsonValue>([
    ['blockHeight', new JsonNumber(String(height))],
    ['blockTime', new JsonNumber(String(creationTime))],
    ['blockHash', hashText(hash)],
    ['prevBlockHash', hashText(parent)],
  ]);
}

function badListed(requestKey: string): StoredOutput {
  return {
    gas: 0n,
    result: {
      status: 'failure',
      error: {
        callStack: [],
        type: 'TxFailure',
        message: badListedText,
        info: '<toplevel>:0',
      },
    },
    requestKey,
    logs: undefined,
    events: [],
    metaData: jsonNull,
    continuation: jsonNull,
    txId: undefined,
  };
}

function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  assert(text !== undefined, 'blocks store results as UTF-8');
  return text;
}
