// `pact chain payload`.

import { toBase64Url } from '../../../base/base64url.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { isJsonNumber, isJsonObject, type JsonValue } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import type { Result } from '../../../base/result.ts';
import {
  wrongHashes,
  type PayloadData,
  type PayloadWithOutputs,
} from '../../../chain/model/payload.ts';
import { payloadFromJson } from '../../../chain/model/payload-json.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeLine } from '../output.ts';
import { parseJson, readOperand } from './read-files.ts';
import { table } from './text.ts';

type Payload = PayloadData | PayloadWithOutputs;

export function showPayloads(
  files: readonly string[],
  { isJson }: { readonly isJson: boolean },
): ExitStatus {
  const payloads: Payload[] = [];
  for (const file of files) {
    const text = readOperand(file);
    const payload = text.ok ? readPayload(text.value) : text;
    if (!payload.ok) return fail(`${file}: ${payload.fault}`);
    payloads.push(payload.value);
  }
  writeLine(
    isJson
      ? JSON.stringify(payloads.map(payloadJson), undefined, 2)
      : payloads.map(payloadText).join('\n\n'),
  );
  const isValid = payloads.every((payload) => wrongHashes(payload).length === 0);
  return isValid ? exitStatus.success : exitStatus.failure;
}

function readPayload(text: string): Result<Payload, string> {
  const json = parseJson(text);
  return json.ok ? payloadFromJson(json.value) : json;
}

function payloadText(payload: Payload): string {
  const wrong = wrongHashes(payload);
  const hashes = (['payloadHash', 'transactionsHash', 'outputsHash'] as const).map(
    (name): readonly [string, string] => [
      name,
      `${toBase64Url(payload[name])}${wrong.includes(name) ? '  WRONG: it does not match the content' : ''}`,
    ],
  );
  const { length } = payload.transactions;
  return [
    `Payload ${toBase64Url(payload.payloadHash)}: ${length} transaction${length === 1 ? '' : 's'}`,
    table([
      ...hashes,
      ['miner', textOf(payload.minerData)],
      ...(payload.kind === 'data' ? [] : [['coinbase', textOf(payload.coinbase)] as const]),
    ]),
    ...transactionLines(payload),
  ].join('\n');
}

function transactionLines(payload: Payload): readonly string[] {
  const rows =
    payload.kind === 'data'
      ? payload.transactions.map((input) => ({ input, output: undefined }))
      : payload.transactions;
  return rows.map(({ input, output }, i) => {
    const key = member(jsonOf(input), 'hash');
    const result = output === undefined ? undefined : jsonOf(output);
    const status = member(member(result, 'result'), 'status');
    const gas = member(result, 'gas');
    const outcome = [
      ...(typeof status === 'string' ? [status] : []),
      ...(gas !== undefined && isJsonNumber(gas) ? [`gas ${gas.text}`] : []),
    ].join(', ');
    return `  ${i}  ${typeof key === 'string' ? key : '(no request key)'}  ${outcome}`.trimEnd();
  });
}

function payloadJson(payload: Payload): unknown {
  const rows =
    payload.kind === 'data'
      ? payload.transactions.map((input) => ({ transaction: plain(input) }))
      : payload.transactions.map(({ input, output }) => ({
          transaction: plain(input),
          output: plain(output),
        }));
  return {
    payloadHash: toBase64Url(payload.payloadHash),
    wrong: wrongHashes(payload),
    miner: plain(payload.minerData),
    ...(payload.kind === 'data' ? {} : { coinbase: plain(payload.coinbase) }),
    transactions: rows,
  };
}

/** Returns the bytes as text: they are JSON that must stay unchanged. */
const plain = (bytes: Uint8Array): string => decodeUtf8(bytes) ?? toBase64Url(bytes);

const textOf = (bytes: Uint8Array): string => decodeUtf8(bytes) ?? 'bytes that are not UTF-8';

function jsonOf(bytes: Uint8Array): JsonValue | undefined {
  const text = decodeUtf8(bytes);
  const reading = text === undefined ? undefined : readJson(text);
  return reading?.kind === 'value' ? reading.value : undefined;
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? value.get(name) : undefined;
}
