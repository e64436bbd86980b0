// The hash functions of the language, the chain and the signatures, except Keccak-256, which has its
// own file. They map bytes to a digest; no other module computes hashes. The reference:
// `Pact.Core.Hash` (BLAKE2b), `Command/Crypto.hs`, `Chainweb.Crypto.MerkleLog`, `Chainweb.PowHash`.

import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { sha256 as nobleSha256, sha512 as nobleSha512, sha512_256 } from '@noble/hashes/sha2.js';
import { utf8 } from '../bytes.ts';
import { createBlake2b256, createBlake2s256 } from './blake2.ts';
import { createSha512t256 } from './sha512t256.ts';

let fastBlake2s256: ((bytes: Uint8Array) => Uint8Array) | undefined;
let fastSha512t256: ((bytes: Uint8Array) => Uint8Array) | undefined;
let fastBlake2b256: ((bytes: Uint8Array) => Uint8Array) | undefined;

/** BLAKE2b with a digest of 32 bytes: the hash of commands, modules, rows and of `(hash ..)`. */
export function blake2b256(bytes: Uint8Array): Uint8Array {
  // Assembled at the first hash, so that programs without hashes do not pay for it.
  fastBlake2b256 ??= createBlake2b256() ?? portableBlake2b256;
  return fastBlake2b256(bytes);
}

/** The same function without WebAssembly. */
export function portableBlake2b256(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: 32 });
}

/** Returns the hash of a string: BLAKE2b of its UTF-8 form. */
export function hashText(text: string): Uint8Array {
  return blake2b256(utf8(text));
}

/** SHA-256 (FIPS 180-4), 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return nobleSha256(bytes);
}

/** SHA-512 (FIPS 180-4), 64 bytes. */
export function sha512(bytes: Uint8Array): Uint8Array {
  return nobleSha512(bytes);
}

/** SHA-512/256 (FIPS 180-4, with its own initial values), 32 bytes: the hash of Merkle trees of the chain. */
export function sha512t256(bytes: Uint8Array): Uint8Array {
  fastSha512t256 ??= createSha512t256() ?? portableSha512t256;
  return fastSha512t256(bytes);
}

/** The same function without WebAssembly. */
export function portableSha512t256(bytes: Uint8Array): Uint8Array {
  return sha512_256(bytes);
}

/** BLAKE2s with a digest of 32 bytes and no key: the proof-of-work hash. */
export function blake2s256(bytes: Uint8Array): Uint8Array {
  fastBlake2s256 ??= createBlake2s256() ?? portableBlake2s256;
  return fastBlake2s256(bytes);
}

/** The same function without WebAssembly. */
export function portableBlake2s256(bytes: Uint8Array): Uint8Array {
  return blake2s(bytes);
}

/** SHA3-256 (FIPS 202), 32 bytes: for the signed lists of verifiers. */
export function sha3(bytes: Uint8Array): Uint8Array {
  return sha3_256(bytes);
}
