// A payload with its outputs as bytes.

import type { ExecutedTransaction, PayloadWithOutputs } from '../../chain/model/payload.ts';

const hashBytes = 32;
const textsAt = 3 * hashBytes;

export function payloadBytes(payload: PayloadWithOutputs): Uint8Array {
  const { payloadHash, transactionsHash, outputsHash, minerData, coinbase, transactions } = payload;
  let length = textsAt + 12 + minerData.length + coinbase.length;
  for (const { input, output } of transactions) length += 8 + input.length + output.length;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  [payloadHash, transactionsHash, outputsHash].forEach((hash, i) => bytes.set(hash, hashBytes * i));
  let at = textsAt;
  const put = (text: Uint8Array): void => {
    view.setUint32(at, text.length);
    bytes.set(text, at + 4);
    at += 4 + text.length;
  };
  put(minerData);
  put(coinbase);
  view.setUint32(at, transactions.length);
  at += 4;
  for (const { input, output } of transactions) {
    put(input);
    put(output);
  }
  return bytes;
}

/** Parts of the result share the memory of the bytes. Returns `undefined` if they are not a payload. */
export function readPayloadBytes(bytes: Uint8Array): PayloadWithOutputs | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = textsAt;
  let isGood = at + 12 <= bytes.length;
  const number = (): number => {
    if (at + 4 > bytes.length) isGood = false;
    const value = isGood ? view.getUint32(at) : 0;
    at += 4;
    return value;
  };
  const text = (): Uint8Array => {
    const length = number();
    const start = at;
    at += length;
    if (at > bytes.length) isGood = false;
    return bytes.subarray(start, at);
  };
  const minerData = text();
  const coinbase = text();
  const transactions: ExecutedTransaction[] = [];
  for (let count = number(); count > 0 && isGood; count--) {
    transactions.push({ input: text(), output: text() });
  }
  if (!isGood || at !== bytes.length) return undefined;
  const hash = (i: number): Uint8Array => bytes.subarray(hashBytes * i, hashBytes * (i + 1));
  return {
    kind: 'with-outputs',
    payloadHash: hash(0),
    transactionsHash: hash(1),
    outputsHash: hash(2),
    minerData,
    coinbase,
    transactions,
  };
}
