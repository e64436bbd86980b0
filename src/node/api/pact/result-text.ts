// The result of a transaction as clients read it: the stored result, plus the position of its block.
// Source: interface reference, section 5.5.

import { decodeUtf8 } from '../../../base/bytes.ts';
import { assert } from '../../../base/assert.ts';
import {
  isJsonObject,
  jsonNull,
  JsonNumber,
  printJson,
  type JsonValue,
} from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import { encodeOutput, type StoredOutput } from '../../../chain/model/output-json.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { badListedText } from '../../mempool/bad-list.ts';
import type { Polled } from '../../port.ts';
import { hashText } from '../hashes.ts';

export function resultText(requestKey: string, polled: Polled): string {
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
