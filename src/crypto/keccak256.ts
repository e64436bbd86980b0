// Keccak-256, which other chains hash with. The reference: `Crypto/Hash/Keccak256.hs`.

import { keccak_256 } from '@noble/hashes/sha3.js';

/** Keccak-256 with the original padding (0x01), which is not the later SHA3-256; 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}
