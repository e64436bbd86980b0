// Writes key files: a public and a secret key in hexadecimal digits, in the format of `pact -g` in every release.

import { toHex } from '../../../base/bytes.ts';
import { ed25519PublicKey } from '../../../base/crypto/ed25519.ts';

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
