// X25519 key agreement (RFC 7748).

import { x25519 } from '@noble/curves/ed25519.js';

/** The public key of 32 secret bytes. */
export function x25519PublicKey(secretKey: Uint8Array): Uint8Array {
  return x25519.getPublicKey(secretKey);
}

/** The shared secret; both keys are 32 bytes. All zero for public keys of small order, as the RFC computes it. */
export function x25519SharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  try {
    return x25519.getSharedSecret(secretKey, publicKey);
  } catch {
    // The library refuses exactly the points whose result is zero.
    return new Uint8Array(32);
  }
}
