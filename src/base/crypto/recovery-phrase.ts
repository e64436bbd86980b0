// Recovery phrases (BIP-39, the English list): converts entropy to words, words to a seed, and derives keys from the seed.

import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8 } from '../bytes.ts';

/** The numbers of words in a phrase, with the corresponding bytes of entropy. */
export const entropyOfWords: ReadonlyMap<number, number> = new Map([
  [12, 16],
  [15, 20],
  [18, 24],
  [21, 28],
  [24, 32],
]);

/** Never contains the words: a fault may be logged, and they are secret. */
export type PhraseFault =
  | { readonly kind: 'wrong-length'; readonly words: number }
  /** `position` counts from 1. */
  | { readonly kind: 'unknown-word'; readonly position: number }
  /** All words are in the list, but the checksum does not match. */
  | { readonly kind: 'wrong-checksum' };

type PhraseReading =
  /** `seed`: 64 bytes. */
  { readonly kind: 'seed'; readonly seed: Uint8Array } | PhraseFault;

/** Returns `undefined` unless the entropy has a valid length. */
export function phraseOf(entropy: Uint8Array): string | undefined {
  const isUsed = [...entropyOfWords.values()].includes(entropy.length);
  return isUsed ? entropyToMnemonic(entropy, wordlist) : undefined;
}

/** Words may be on several lines and in capitals. `passphrase` is the optional extra word chosen by the owner. */
export function seedOfPhrase(text: string, passphrase = ''): PhraseReading {
  const words = inSmallLetters(text).match(/\S+/g) ?? [];
  if (!entropyOfWords.has(words.length)) return { kind: 'wrong-length', words: words.length };
  const unknown = words.findIndex((word) => !wordlist.includes(word));
  if (unknown !== -1) return { kind: 'unknown-word', position: unknown + 1 };
  const phrase = words.join(' ');
  if (!hasChecksum(phrase)) return { kind: 'wrong-checksum' };
  return { kind: 'seed', seed: mnemonicToSeedSync(phrase, passphrase) };
}

/** The words of the list have only these letters. */
function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}

function hasChecksum(phrase: string): boolean {
  try {
    mnemonicToEntropy(phrase, wordlist);
    return true;
  } catch {
    return false;
  }
}

// Derives ED25519 keys from a seed along a path (SLIP-0010), as wallets do from a recovery phrase. This
// curve supports only hardened steps.

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
