// Packs claims of ED25519 signatures into bytes, to send many of them to another thread in one message: for each the key
// (32 bytes), the signature (64) and the signed hash (32).

export type PackedClaim = {
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
};

const keyLength = 32;
const signatureLength = 64;
const hashLength = 32;
const claimLength = keyLength + signatureLength + hashLength;

/** The answers of a thread about a claim. */
export const packedAnswer = {
  no: 0,
  yes: 1,
  /** Node does not accept the key or cannot decide. */
  unknown: 2,
} as const;

export function isPackable({ message, publicKey, signature }: PackedClaim): boolean {
  return (
    publicKey.length === keyLength &&
    signature.length === signatureLength &&
    message.length === hashLength
  );
}

/** Packs claims that `isPackable` accepts. */
export function packClaims(claims: readonly PackedClaim[]): Uint8Array {
  const packed = new Uint8Array(claims.length * claimLength);
  for (const [i, { message, publicKey, signature }] of claims.entries()) {
    const at = i * claimLength;
    packed.set(publicKey, at);
    packed.set(signature, at + keyLength);
    packed.set(message, at + keyLength + signatureLength);
  }
  return packed;
}

export function* unpackClaims(packed: Uint8Array): Iterable<PackedClaim> {
  for (let at = 0; at < packed.length; at += claimLength) {
    const signatureAt = at + keyLength;
    const messageAt = signatureAt + signatureLength;
    yield {
      publicKey: packed.subarray(at, signatureAt),
      signature: packed.subarray(signatureAt, messageAt),
      message: packed.subarray(messageAt, at + claimLength),
    };
  }
}
