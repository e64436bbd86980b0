// Decrypts ChaCha20-Poly1305 messages (RFC 8439), based on the noble ciphers. Unlike the library, it returns the correct
// tag after a mismatch, because Pact 4 shows it.

import { chacha20, chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { equalBytes } from '../bytes.ts';

export type SealedMessage = {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
  readonly associatedData: Uint8Array;
  readonly ciphertext: Uint8Array;
  /** 16 bytes. */
  readonly tag: Uint8Array;
};

export type Opened =
  | { readonly kind: 'opened'; readonly plaintext: Uint8Array }
  /** The tag does not match this message; `computed` is the correct one. */
  | { readonly kind: 'forged'; readonly computed: Uint8Array };

export function openChaCha20Poly1305(message: SealedMessage): Opened {
  const { key, nonce, associatedData, ciphertext, tag } = message;
  // Block 0 of the key stream is the key of the tag; the message begins with block 1.
  const plaintext = chacha20(key, nonce, ciphertext, undefined, 1);
  const sealed = chacha20poly1305(key, nonce, associatedData).encrypt(plaintext);
  const computed = sealed.slice(ciphertext.length);
  return equalBytes(computed, tag) ? { kind: 'opened', plaintext } : { kind: 'forged', computed };
}
