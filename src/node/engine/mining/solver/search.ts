// Searches for a proof of work in a thread: tries nonces from its own range, in batches, until one is found or other
// work arrives.

import type { MessagePort } from 'node:worker_threads';
import { createNonceSearch, portableNonceSearch } from '../../../../base/crypto/nonce-search.ts';

export type SearchOrder =
  | {
      readonly kind: 'search';
      /** The number of the work, to recognise answers to old work. */
      readonly work: number;
      /** The header without its hash; the nonce is its last 8 bytes. */
      readonly header: Uint8Array;
      /** 32 bytes, little-endian. */
      readonly target: Uint8Array;
      readonly from: bigint;
    }
  | { readonly kind: 'rest' };

export type SearchAnswer = { readonly work: number; readonly nonce: bigint };

/** Nonces between two checks for messages: about 10 ms. */
const pieceSize = 50_000;

export function searchAsThread(port: MessagePort): void {
  const search = createNonceSearch() ?? portableNonceSearch;
  let order: SearchOrder = { kind: 'rest' };
  let next = 0n;
  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned || order.kind === 'rest') return;
    isPlanned = true;
    setImmediate(step);
  };
  const step = (): void => {
    isPlanned = false;
    if (order.kind === 'rest') return;
    const { work, header: message, target } = order;
    const nonce = search({ message, target, from: next, tries: pieceSize });
    next = BigInt.asUintN(64, next + BigInt(pieceSize));
    if (nonce === undefined) return plan();
    order = { kind: 'rest' };
    port.postMessage({ work, nonce } satisfies SearchAnswer);
  };
  port.on('message', (message: SearchOrder) => {
    order = message;
    if (message.kind === 'search') next = message.from;
    plan();
  });
}
