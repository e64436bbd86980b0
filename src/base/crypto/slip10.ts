// Derives ED25519 keys from a seed along a path (SLIP-0010), as wallets do from a recovery phrase. This
// curve supports only hardened steps.

import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8 } from '../bytes.ts';

/** Set in the number of every hardened step. */
const hardened = 0x80000000;
/** The maximum number of steps. No wallet uses more than five; the standard counts them in a byte. */
const longestPath = 255;

/**
 * Returns the numbers of `m/44'/626'/0'`, without the mark; `h` and `H` mean the same as `'`. Returns
 * `undefined` if it is not a path of hardened steps.
 */
export function parseHardenedPath(text: string): readonly number[] | undefined {
  const [root, ...steps] = text.split('/');
  if (!/^[mM]'?$/.test(root ?? '') || steps.length > longestPath) return undefined;
  const numbers = steps.map((step) =>
    /^\d{1,10}['hH]$/.test(step) ? Number(step.slice(0, -1)) : hardened,
  );
  return numbers.every((number) => number < hardened) ? numbers : undefined;
}

/** Returns the secret key (32 bytes) at the end of a path from `parseHardenedPath`. */
export function deriveSecretKey(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8('ed25519 seed'), seed);
  for (const number of path) {
    const step = new Uint8Array(4);
    new DataView(step.buffer).setUint32(0, hardened + number);
    const data = concatBytes([Uint8Array.of(0), node.subarray(0, 32), step]);
    // The right half is the chain code: the key of the next step.
    node = hmac(sha512, node.subarray(32), data);
  }
  return node.slice(0, 32);
}
