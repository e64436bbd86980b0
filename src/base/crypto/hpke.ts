// Public-key encryption that also authenticates the sender: HPKE (RFC 9180) in its authenticated mode,
// one message per key, with X25519, HKDF-SHA256 and ChaCha20-Poly1305. Randomness is a parameter.

import { chacha20poly1305, chacha20 } from '@noble/ciphers/chacha.js';
import { expand, extract } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8, equalBytes } from '../bytes.ts';
import { x25519 } from '@noble/curves/ed25519.js';

type HpkeBox = {
  /** The public key for this message only; 32 bytes. */
  readonly key: Uint8Array;
  readonly ciphertext: Uint8Array;
};

/** Context that both sides must agree on, in addition to the keys. */
export type HpkeContext = { readonly info: Uint8Array; readonly associatedData: Uint8Array };

/** Returns `undefined` if the recipient's key is invalid. Keys are 32 bytes; `random` is used once. */
export function sealHpke(
  plaintext: Uint8Array,
  keys: {
    readonly senderSecret: Uint8Array;
    readonly recipient: Uint8Array;
    readonly random: Uint8Array;
  },
  context: HpkeContext,
): HpkeBox | undefined {
  const { senderSecret, recipient, random } = keys;
  const key = x25519PublicKey(random);
  const sender = x25519PublicKey(senderSecret);
  const shared = sharedSecret(
    [x25519SharedSecret(random, recipient), x25519SharedSecret(senderSecret, recipient)],
    [key, recipient, sender],
  );
  if (shared === undefined) return undefined;
  return { key, ciphertext: cipherOf(shared, context).encrypt(plaintext) };
}

/** Returns `undefined` if the message is not from this sender to this recipient, or was modified. */
export function openHpke(
  { key, ciphertext }: HpkeBox,
  keys: { readonly sender: Uint8Array; readonly recipientSecret: Uint8Array },
  context: HpkeContext,
): Uint8Array | undefined {
  const { sender, recipientSecret } = keys;
  const shared = sharedSecret(
    [x25519SharedSecret(recipientSecret, key), x25519SharedSecret(recipientSecret, sender)],
    [key, x25519PublicKey(recipientSecret), sender],
  );
  if (shared === undefined || ciphertext.length < 16) return undefined;
  try {
    return cipherOf(shared, context).decrypt(ciphertext);
  } catch {
    // The library reports this only for a wrong tag.
    return undefined;
  }
}

const version = utf8('HPKE-v1');
const nothing = new Uint8Array(0);
/** DHKEM(X25519, HKDF-SHA256). */
const agreement = concatBytes([utf8('KEM'), Uint8Array.of(0, 0x20)]);
/** The same with HKDF-SHA256 and ChaCha20-Poly1305. */
const suite = concatBytes([utf8('HPKE'), Uint8Array.of(0, 0x20, 0, 1, 0, 3)]);
const authenticated = Uint8Array.of(2);

/** Section 4.1: AuthEncap and AuthDecap. Returns `undefined` for keys of small order. */
function sharedSecret(
  secrets: readonly Uint8Array[],
  publicKeys: readonly Uint8Array[],
): Uint8Array | undefined {
  if (secrets.some((secret) => secret.every((byte) => byte === 0))) return undefined;
  const key = labeledExtract(agreement, nothing, 'eae_prk', concatBytes(secrets));
  return labeledExpand(agreement, key, 'shared_secret', concatBytes(publicKeys), 32);
}

/** Section 5.1: the key schedule, for the first message. */
function cipherOf(
  shared: Uint8Array,
  { info, associatedData }: HpkeContext,
): ReturnType<typeof chacha20poly1305> {
  const context = concatBytes([
    authenticated,
    labeledExtract(suite, nothing, 'psk_id_hash', nothing),
    labeledExtract(suite, nothing, 'info_hash', info),
  ]);
  const secret = labeledExtract(suite, shared, 'secret', nothing);
  const key = labeledExpand(suite, secret, 'key', context, 32);
  const nonce = labeledExpand(suite, secret, 'base_nonce', context, 12);
  return chacha20poly1305(key, nonce, associatedData);
}

function labeledExtract(
  id: Uint8Array,
  salt: Uint8Array,
  label: string,
  material: Uint8Array,
): Uint8Array {
  return extract(sha256, concatBytes([version, id, utf8(label), material]), salt);
}

function labeledExpand(
  id: Uint8Array,
  key: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
): Uint8Array {
  const head = Uint8Array.of(0, length);
  return expand(sha256, key, concatBytes([head, version, id, utf8(label), info]), length);
}

// Decrypts ChaCha20-Poly1305 messages (RFC 8439), based on the noble ciphers. Unlike the library, it returns the correct
// tag after a mismatch, because Pact 4 shows it.

type SealedMessage = {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
  readonly associatedData: Uint8Array;
  readonly ciphertext: Uint8Array;
  /** 16 bytes. */
  readonly tag: Uint8Array;
};

type Opened =
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

// X25519 key agreement (RFC 7748).

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
