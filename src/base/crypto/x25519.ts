// X25519 key agreement (RFC 7748).

import { x25519 } from '@noble/curves/ed25519.js';

/** Returns the public key for 32 secret bytes. */
export function x25519PublicKey(secretKey: Uint8Array): Uint8Array {
  return x25519.getPublicKey(secretKey);
}

/** Returns the shared secret; both keys are 32 bytes. All zeros for public keys of small order, as in the RFC. */
export function x25519SharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  try {
    return x25519.getSharedSecret(secretKey, publicKey);
  } catch {
    // The library rejects exactly the points whose result is zero.
    return new Uint8Array(32);
  }
}
