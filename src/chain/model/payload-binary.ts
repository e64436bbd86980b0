// Payloads as bytes for other programs, with and without outputs: numbers have 8 bytes, the greatest first, and each text
// is preceded by its length.
// Source: Chainweb/Payload.hs (putPayloadData, putPayloadWithOutputs).

import { concatBytes } from '../../base/bytes.ts';
import type { PayloadData, PayloadWithOutputs } from './payload.ts';

export function encodePayload(payload: PayloadData | PayloadWithOutputs): Uint8Array {
  const { minerData, payloadHash, transactionsHash, outputsHash } = payload;
  const texts =
    payload.kind === 'data'
      ? payload.transactions
      : payload.transactions.flatMap(({ input, output }) => [input, output]);
  const coinbase = payload.kind === 'data' ? [] : withLength(payload.coinbase);
  return concatBytes([
    encodePayloadCount(payload.transactions.length),
    ...texts.flatMap(withLength),
    ...withLength(minerData),
    ...coinbase,
    ...[payloadHash, transactionsHash, outputsHash],
  ]);
}

/** What a list of payloads begins with. */
export function encodePayloadCount(count: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(count));
  return bytes;
}

const withLength = (text: Uint8Array): readonly Uint8Array[] => [
  encodePayloadCount(text.length),
  text,
];
