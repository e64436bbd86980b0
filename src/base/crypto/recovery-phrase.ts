// Recovery phrases (BIP-39, the English list): converts entropy to words, and words to a seed.
// slip10.ts derives keys from the seed.

import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

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

export type PhraseReading =
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
