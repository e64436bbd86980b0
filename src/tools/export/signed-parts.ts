// What a signed transaction says, for rows. Chains have transactions of many releases and of genesis blocks, so a member that this
// release would refuse becomes a missing value instead of a fault.

import {
  isJsonArray,
  isJsonObject,
  jsonNull,
  printJson,
  type JsonObject,
  type JsonValue,
} from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import type { StoredTransaction } from '../../chain/model/transaction-json.ts';
import { writtenDecimal, writtenInteger } from './amounts.ts';
import { callsInCode, type Call } from './calls.ts';
import type { MessageColumns, SignerRow, TransactionRow } from './rows.ts';

export type SignedParts = Pick<
  TransactionRow,
  | 'requestKey'
  | 'networkId'
  | 'nonce'
  | 'sender'
  | 'gasLimit'
  | 'gasPrice'
  | 'ttlSeconds'
  | 'creationTime'
  | 'message'
  | 'data'
> & {
  readonly signers: readonly Omit<SignerRow, 'position' | 'transaction'>[];
  /** `undefined`: the message has no code. */
  readonly calls: readonly Call[] | undefined;
};

export function readSigned({ hash, signatures, cmd }: StoredTransaction): SignedParts {
  const reading = readJson(cmd, { depth: Infinity });
  const payload = reading.kind === 'value' ? objectOf(reading.value) : empty;
  const meta = objectOf(payload.get('meta'));
  const { message, data } = messageOf(objectOf(payload.get('payload')));
  return {
    requestKey: hash,
    networkId: textOf(payload.get('networkId')),
    nonce: textOf(payload.get('nonce')),
    sender: textOf(meta.get('sender')),
    gasLimit: writtenInteger(meta.get('gasLimit')),
    gasPrice: writtenDecimal(meta.get('gasPrice')),
    ttlSeconds: writtenInteger(meta.get('ttl')),
    creationTime: writtenInteger(meta.get('creationTime')),
    message,
    data: data === undefined || data === jsonNull ? undefined : printJson(data),
    signers: listOf(payload.get('signers')).map((signer, i) => signerOf(signer, signatures[i])),
    calls: message.kind === 'exec' ? callsInCode(message.code) : undefined,
  };
}

function messageOf(payload: JsonObject): {
  readonly message: MessageColumns;
  readonly data: JsonValue | undefined;
} {
  const exec = objectOf(payload.get('exec'));
  const code = textOf(exec.get('code'));
  if (code !== undefined) return { message: { kind: 'exec', code }, data: exec.get('data') };
  const cont = objectOf(payload.get('cont'));
  const pactId = textOf(cont.get('pactId'));
  if (pactId === undefined) return { message: { kind: 'unknown' }, data: undefined };
  const message: MessageColumns = {
    kind: 'continuation',
    pactId,
    step: writtenInteger(cont.get('step')) ?? 0n,
    isRollback: cont.get('rollback') === true,
    hasProof: typeof cont.get('proof') === 'string',
  };
  return { message, data: cont.get('data') };
}

function signerOf(
  value: JsonValue,
  signature: string | undefined,
): Omit<SignerRow, 'position' | 'transaction'> {
  const signer = objectOf(value);
  return {
    publicKey: textOf(signer.get('pubKey')) ?? '',
    address: textOf(signer.get('addr')),
    scheme: textOf(signer.get('scheme')),
    capabilities: printJson(listOf(signer.get('clist'))),
    signature,
  };
}

const empty: JsonObject = new Map();

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : empty;

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value !== undefined && isJsonArray(value) ? value : [];

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
