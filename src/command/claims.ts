// Signature claims of a command: a claim contains all data for a check, so that it can be checked at once (`checkClaim`)
// or concurrently elsewhere (`SignatureChecker`). Only src/crypto/ed25519.ts and ecdsa.ts decide which bytes are a valid
// signature. Faults use the reference's texts if it has any, since programs match on them.
// Source: pact-request-api/Pact/Core/Command/Types.hs (verifyUserSig), Crypto.hs.

import { fromHex, utf8 } from '../base/bytes.ts';
import { fromBase64Url } from '../base/base64url.ts';
import { parseCoseKey, type CoseKey } from '../crypto/cose.ts';
import { verifyEd25519, type Ed25519Claim } from '../crypto/ed25519.ts';
import { webAuthnPrefix } from '../crypto/key-formats.ts';
import { verifyWebAuthn, type WebAuthnClaim, type WebAuthnVerdict } from '../crypto/webauthn.ts';
import type { Hash } from '../lang/session/run.ts';
import type { UserSignature } from './signature.ts';
import type { Signer } from './signer.ts';

export type SignatureClaim =
  | ({ readonly kind: 'ed25519' } & Ed25519Claim)
  | ({ readonly kind: 'webauthn' } & WebAuthnClaim)
  /** Nothing to compute: the signature cannot belong to this signer. */
  | { readonly kind: 'unfit'; readonly reason: string };

/** `undefined` if the claim is valid, else the reason. */
export type Verdict = string | undefined;

/** Checks claims concurrently, with the verdicts of `checkClaim`. */
export interface SignatureChecker {
  check(claim: SignatureClaim): Promise<Verdict>;
}

export function claimOf(hash: Hash, signer: Signer, signature: UserSignature): SignatureClaim {
  const scheme = signer.scheme ?? 'ED25519';
  if (signature.kind === 'ed25519' && scheme === 'ED25519') {
    return ed25519Claim(hash, signer, signature.hex);
  }
  if (signature.kind === 'webauthn' && scheme === 'WebAuthn') {
    const key = coseKeyOf(signer.publicKey);
    if (key === undefined) return unfit('failed to parse webauthn pubkey: it is no COSE key');
    return { kind: 'webauthn', key, hash, signature: signature.signature };
  }
  const given = signature.kind === 'ed25519' ? 'ED25519' : 'WebAuthn';
  return unfit(`scheme of ${scheme} does not match signature type ${given}`);
}

/** Checks a claim on this thread, with the portable implementation. */
export function checkClaim(claim: SignatureClaim): Verdict {
  switch (claim.kind) {
    case 'ed25519':
      return ed25519Verdict(verifyEd25519(claim));
    case 'webauthn':
      return webAuthnText(verifyWebAuthn(claim));
    case 'unfit':
      return claim.reason;
  }
}

export function ed25519Verdict(holds: boolean): Verdict {
  return holds ? undefined : 'invalid ed25519 signature';
}

/** Parses a key with or without its prefix, which keys of old signers lack. */
export function coseKeyOf(publicKey: string): CoseKey | undefined {
  const isPrefixed = publicKey.startsWith(webAuthnPrefix);
  const bytes = fromHex(isPrefixed ? publicKey.slice(webAuthnPrefix.length) : publicKey);
  return bytes === undefined ? undefined : parseCoseKey(bytes);
}

function ed25519Claim(hash: Hash, signer: Signer, hex: string): SignatureClaim {
  if (signer.address !== undefined && signer.address !== signer.publicKey) {
    return unfit('address does not match pubkey');
  }
  const publicKey = fromHex(signer.publicKey);
  if (publicKey?.length !== 32) {
    return unfit('failed to parse ed25519 pubkey: it is not 64 hexadecimal digits');
  }
  const signature = fromHex(hex);
  if (signature?.length !== 64) {
    return unfit('failed to parse ed25519 signature: it is not 128 hexadecimal digits');
  }
  return { kind: 'ed25519', publicKey, message: hashToSign(hash), signature };
}

/** ED25519 signs the bytes of the hash, not its text. */
export function hashToSign(hash: Hash): Uint8Array {
  return fromBase64Url(hash) ?? utf8(hash);
}

const unfit = (reason: string): SignatureClaim => ({ kind: 'unfit', reason });

export function webAuthnText(verdict: WebAuthnVerdict): Verdict {
  return webAuthnTexts[verdict];
}

const webAuthnTexts = {
  valid: undefined,
  'malformed-signature': 'signature: it is not base64',
  'malformed-client-data': 'clientData: they are not base64url',
  'malformed-authenticator-data': 'authData: they are not base64',
  'signature-mismatch': 'webauthn signature check: the key did not sign these data',
  'no-challenge': 'challenge: the client data have none',
  'challenge-mismatch': 'Hash mismatch, signature signs for the wrong transaction',
} as const satisfies Record<WebAuthnVerdict, Verdict>;
