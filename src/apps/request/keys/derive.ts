// Derives keys from recovery phrases by path.

import {
  seedOfPhrase,
  type PhraseFault,
  deriveSecretKey,
  parseHardenedPath,
} from '../../../base/crypto/recovery-phrase.ts';

export { entropyOfWords, phraseOf } from '../../../base/crypto/recovery-phrase.ts';

export type SeedReading =
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
