// Searches for a nonce that makes the BLAKE2s hash of a header small enough: proof of work.
// Source: Chainweb/BlockHeader (nonce, _blockPow); consensus reference, section 2.

import { blake2s } from '@noble/hashes/blake2.js';
import { createBlake2sEngine, digestBytes } from './blake2.ts';

/** The task: find a nonce, 8 bytes at the end of a message, that makes the hash small enough. */
export type NonceSearch = {
  /** More than 8 bytes. */
  readonly message: Uint8Array;
  /** The hash, as a little-endian number, must not exceed this one: 32 bytes. */
  readonly target: Uint8Array;
  readonly from: bigint;
  readonly tries: number;
};

/**
 * Searches for a nonce. Everything before the last block of the message is compressed once for all tries, so that each try
 * takes one compression, while hashing a whole header takes five. `undefined` if WebAssembly is not available.
 */
export function createNonceSearch(): ((search: NonceSearch) => bigint | undefined) | undefined {
  const engine = createBlake2sEngine();
  if (engine === undefined) return undefined;
  const { memory, compress, initial, blockBytes } = engine;
  const messageAt = blockBytes;
  const view = new DataView(memory.buffer, memory.byteOffset);

  return ({ message, target, from, tries }) => {
    const { length } = message;
    const lastStart = Math.floor((length - 1) / blockBytes) * blockBytes;
    const wholeBlocks = length - 8 < lastStart ? lastStart - blockBytes : lastStart;
    memory.set(initial, 0);
    memory.fill(0, messageAt, messageAt + 3 * blockBytes);
    for (let done = 0; done < wholeBlocks; done += blockBytes) {
      memory.set(message.subarray(done, done + blockBytes), messageAt);
      compress(messageAt, done + blockBytes, 0);
    }
    const middle = memory.slice(0, digestBytes);
    memory.fill(0, messageAt, messageAt + 3 * blockBytes);
    memory.set(message.subarray(wholeBlocks), messageAt);
    const nonceAt = messageAt + length - wholeBlocks - 8;
    const highest = new DataView(target.buffer, target.byteOffset).getUint32(28, true);
    view.setBigUint64(nonceAt, from, true);
    for (let i = 0; i < tries; i++) {
      memory.set(middle, 0);
      let at = messageAt;
      for (let done = wholeBlocks + blockBytes; done < length; done += blockBytes) {
        compress(at, done, 0);
        at += blockBytes;
      }
      compress(at, length, -1);
      if (view.getUint32(28, true) <= highest && isAtMost(memory, target)) {
        return view.getBigUint64(nonceAt, true);
      }
      const low = (view.getUint32(nonceAt, true) + 1) >>> 0;
      view.setUint32(nonceAt, low, true);
      if (low === 0) view.setUint32(nonceAt + 4, view.getUint32(nonceAt + 4, true) + 1, true);
    }
    return undefined;
  };
}

/** The same search without WebAssembly. */
export function portableNonceSearch({
  message,
  target,
  from,
  tries,
}: NonceSearch): bigint | undefined {
  const tried = message.slice();
  const view = new DataView(tried.buffer);
  for (let i = 0; i < tries; i++) {
    const nonce = BigInt.asUintN(64, from + BigInt(i));
    view.setBigUint64(tried.length - 8, nonce, true);
    if (isAtMost(blake2s(tried), target)) return nonce;
  }
  return undefined;
}

function isAtMost(hash: Uint8Array, target: Uint8Array): boolean {
  for (let i = digestBytes - 1; i >= 0; i--) {
    const difference = (hash[i] as number) - (target[i] as number);
    if (difference !== 0) return difference < 0;
  }
  return true;
}
