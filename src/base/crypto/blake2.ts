// The shared part of BLAKE2b and BLAKE2s (RFC 7693): a message is compressed block by block, and the last block separately,
// even when it is full. They differ in the size of their words, which is part of their compression functions.

import { pageBytes } from './webassembly.ts';

export const digestBytes = 32;

/** Compresses the block at an address; the mask is -1 for the last block. */
export type Compress = (blockAt: number, bytesSoFar: number, lastBlockMask: number) => void;

export type Blake2Parts = {
  readonly compress: Compress;
  /** The eight words of the state, as bytes. */
  readonly initial: Uint8Array;
  readonly blockBytes: number;
};

/**
 * A hash function with a digest of 32 bytes and no key. Its memory, one page of 64 KiB, contains the eight words of the
 * state and, from the end of the first block on, as many whole blocks of the message as fit.
 */
export function blake2Function(
  memory: Uint8Array,
  { compress, initial, blockBytes }: Blake2Parts,
): (bytes: Uint8Array) => Uint8Array {
  const messageAt = blockBytes;
  const messageRoom = pageBytes - messageAt;
  return (bytes) => {
    memory.set(initial, 0);
    let done = 0;
    while (bytes.length - done > blockBytes) {
      const whole = Math.floor((bytes.length - done - 1) / blockBytes) * blockBytes;
      const taken = Math.min(whole, messageRoom);
      memory.set(bytes.subarray(done, done + taken), messageAt);
      for (let at = 0; at < taken; at += blockBytes) {
        done += blockBytes;
        compress(messageAt + at, done, 0);
      }
    }
    memory.fill(0, messageAt, messageAt + blockBytes);
    memory.set(done === 0 ? bytes : bytes.subarray(done), messageAt);
    compress(messageAt, bytes.length, -1);
    return memory.slice(0, digestBytes);
  };
}
