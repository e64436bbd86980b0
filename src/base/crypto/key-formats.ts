// Checks which strings in a keyset are keys: `ed25519HexFormat` and `webAuthnFormat` of the reference's
// `Pact.Core.Guards`. Used by `read-keyset` under the flag EnforceKeyFormats.

import { fromHex } from '../bytes.ts';
import { parseCoseKey, type CoseKey } from './cose.ts';

/** The prefix that distinguishes WebAuthn keys from ED25519 keys in keysets and signers. */
export const webAuthnPrefix = 'WEBAUTHN-';

/** An ED25519 key in a keyset: 64 lower-case hexadecimal digits. */
export function isEd25519Key(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * A WebAuthn key in a keyset: the prefix, then a COSE key in lower-case hexadecimal.
 */
export function isWebAuthnKey(text: string): boolean {
  return parseWebAuthnKey(text) !== undefined;
}

/** Returns `undefined` unless `isWebAuthnKey` is true. */
export function parseWebAuthnKey(text: string): CoseKey | undefined {
  if (!text.startsWith(webAuthnPrefix)) return undefined;
  const digits = text.slice(webAuthnPrefix.length);
  const bytes = /^[0-9a-f]*$/.test(digits) ? fromHex(digits) : undefined;
  return bytes === undefined ? undefined : parseCoseKey(bytes);
}
