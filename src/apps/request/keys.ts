// Secret keys: derived from recovery phrases by path, and written to key files.

import {
  type PhraseFault,
  seedOfPhrase,
  deriveSecretKey,
  parseHardenedPath,
} from '../../base/crypto/recovery-phrase.ts';
import { toHex } from '../../base/bytes.ts';
import { ed25519PublicKey } from '../../base/crypto/ed25519.ts';

export { entropyOfWords, phraseOf } from '../../base/crypto/recovery-phrase.ts';

type SeedReading =
  | { readonly kind: 'seed'; readonly seed: Uint8Array }
  /** `sentence`: contains none of the words. */
  | { readonly kind: 'fault'; readonly sentence: string };

/** Returns the rest of a sentence that begins with `the path`, if the path is not valid. */
export function pathFault(path: string): string | undefined {
  if (parseHardenedPath(path) !== undefined) return undefined;
  return `must be written like m/44'/626'/0', with ' after every number: ED25519 has only hardened steps`;
}

export function readPhrase(phrase: string, passphrase: string): SeedReading {
  const reading = seedOfPhrase(phrase, passphrase);
  return reading.kind === 'seed' ? reading : { kind: 'fault', sentence: sentenceOf(reading) };
}

/** Returns the secret key at a path that `pathFault` accepts. */
export function secretKeyAt(seed: Uint8Array, path: string): Uint8Array {
  return deriveSecretKey(seed, parseHardenedPath(path) ?? []);
}

function sentenceOf(fault: PhraseFault): string {
  switch (fault.kind) {
    case 'wrong-length':
      return `a recovery phrase must have 12, 15, 18, 21 or 24 words, not ${fault.words}`;
    case 'unknown-word':
      return `word ${fault.position} is not in the English list of BIP-39`;
    case 'wrong-checksum':
      return 'the checksum of the words does not match: a word is wrong, or words are in the wrong order';
  }
}

// Writes key files: a public and a secret key in hexadecimal digits, in the format of `pact -g` in every release.

export type NewKey = {
  /** The public key in hexadecimal digits. */
  readonly publicKey: string;
  /** The whole file, including the secret. */
  readonly text: string;
};

/** Returns `undefined` unless the secret key has 32 bytes. */
export function keyFileOf(secretKey: Uint8Array): NewKey | undefined {
  const publicBytes = ed25519PublicKey(secretKey);
  if (publicBytes === undefined) return undefined;
  const publicKey = toHex(publicBytes);
  return { publicKey, text: keyFileText(publicKey, secretKey) };
}

export function keyFileText(publicKey: string, secretKey: Uint8Array): string {
  return `public: ${publicKey}\nsecret: ${toHex(secretKey)}\n`;
}
