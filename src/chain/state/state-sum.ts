// A sum over the rows of a state that does not depend on their order: a row is a 2048-bit number, made by hashing, and
// the sum is modulo 2^2048. Changing a row is one subtraction and one addition.
//
// The width makes it hard to find other rows with the same sum: with 256 bits, about 2^31 steps and 2^16 rows of the
// attacker would be enough (Wagner's generalised birthday); with 2048 bits the same attack needs 2^90.

import { blake2b256 } from '../../base/crypto/hashes.ts';

const words = 64;
const sumBytes = 4 * words;
const digestBytes = 32;

export class StateSum {
  private readonly sum: Uint32Array;

  private constructor(sum: Uint32Array) {
    this.sum = sum;
  }

  static empty(): StateSum {
    return new StateSum(new Uint32Array(words));
  }

  /** The result of `bytes`. */
  static of(bytes: Uint8Array): StateSum {
    return new StateSum(wordsOf(bytes));
  }

  copy(): StateSum {
    return new StateSum(this.sum.slice());
  }

  /** `digest`: 32 bytes that represent the row. */
  add(digest: Uint8Array): void {
    const { sum } = this;
    const row = expanded(digest);
    let carry = 0;
    for (let i = 0; i < words; i++) {
      const word = (sum[i] as number) + row.getUint32(4 * i, true) + carry;
      carry = word > 0xffff_ffff ? 1 : 0;
      sum[i] = word;
    }
  }

  subtract(digest: Uint8Array): void {
    const { sum } = this;
    const row = expanded(digest);
    let borrow = 0;
    for (let i = 0; i < words; i++) {
      const word = (sum[i] as number) - row.getUint32(4 * i, true) - borrow;
      borrow = word < 0 ? 1 : 0;
      sum[i] = word;
    }
  }

  /** Little-endian. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(sumBytes);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < words; i++) view.setUint32(4 * i, this.sum[i] as number, true);
    return bytes;
  }

  /** BLAKE2b-256 of the bytes. */
  hash(): Uint8Array {
    return blake2b256(this.bytes());
  }
}

const hashed = new Uint8Array(digestBytes + 1);
const row = new Uint8Array(sumBytes);
const rowView = new DataView(row.buffer);

/**
 * Eight hashes of the digest, each with a counter byte appended, as little-endian 32-bit words. The result is valid
 * until the next call: a block needs hundreds.
 */
function expanded(digest: Uint8Array): DataView {
  hashed.set(digest);
  for (let i = 0; i < sumBytes / digestBytes; i++) {
    hashed[digestBytes] = i;
    row.set(blake2b256(hashed), i * digestBytes);
  }
  return rowView;
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: words }, (_, i) => view.getUint32(4 * i, true));
}
