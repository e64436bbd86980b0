// Keys from recovery phrases, along paths.

import { seedOfPhrase, type PhraseFault } from '../../crypto/recovery-phrase.ts';
import { deriveSecretKey, parseHardenedPath } from '../../crypto/slip10.ts';

export { entropyOfWords, phraseOf } from '../../crypto/recovery-phrase.ts';

export type SeedReading =
  | { readonly kind: 'seed'; readonly seed: Uint8Array }
  /** A sentence that shows none of the words. */
  | { readonly kind: 'fault'; readonly sentence: string };

/** A phrase that goes on after `the path`. */
export function pathFault(path: string): string | undefined {
  if (parseHardenedPath(path) !== undefined) return undefined;
  return `is written like m/44'/626'/0', with ' after every number: ED25519 has hardened steps only`;
}

export function readPhrase(phrase: string, passphrase: string): SeedReading {
  const reading = seedOfPhrase(phrase, passphrase);
  return reading.kind === 'seed' ? reading : { kind: 'fault', sentence: sentenceOf(reading) };
}

/** The secret key at a path without `pathFault`. */
export function secretKeyAt(seed: Uint8Array, path: string): Uint8Array {
  return deriveSecretKey(seed, parseHardenedPath(path) ?? []);
}

function sentenceOf(fault: PhraseFault): string {
  switch (fault.kind) {
    case 'wrong-length':
      return `a recovery phrase has 12, 15, 18, 21 or 24 words, not ${fault.words}`;
    case 'unknown-word':
      return `word ${fault.position} is not in the English list of BIP-39`;
    case 'wrong-checksum':
      return 'the words do not belong together: one is wrong, or two are in the wrong order';
  }
}
