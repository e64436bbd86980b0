// Which strings are public keys in a known format. Keysets may hold any string; only `read-keyset` may require this.
// Source: pact/Pact/Core/Guards.hs (allKeyFormats), section 5.7.

import { isEd25519Key, isWebAuthnKey } from '../../../base/crypto/key-formats.ts';
import type { KeySetGuard } from '../value.ts';

export function isValidKey(key: string): boolean {
  return isEd25519Key(key) || isWebAuthnKey(key);
}

export function hasValidKeys(
  keySet: KeySetGuard,
  { webAuthn }: { readonly webAuthn: boolean },
): boolean {
  return keySet.keys.every(webAuthn ? isValidKey : isEd25519Key);
}
