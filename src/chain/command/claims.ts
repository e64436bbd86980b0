// Signature claims of a command: a claim contains all data for a check, so that it can be checked at once (`checkClaim`)
// or concurrently elsewhere (`SignatureChecker`). Only src/base/crypto/ed25519.ts and ecdsa.ts decide which bytes are a valid
// signature. Faults use the reference's texts if it has any, since programs match on them.
// Source: pact-request-api/Pact/Core/Command/Types.hs (verifyUserSig), Crypto.hs.

import { fromHex, toHex, utf8 } from '../../base/bytes.ts';
import { fromBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { parseCoseKey, type CoseKey } from '../../base/crypto/key-formats.ts';
import { verifyEd25519, type Ed25519Claim } from '../../base/crypto/ed25519.ts';
import { webAuthnPrefix } from '../../base/crypto/key-formats.ts';
import {
  verifyWebAuthn,
  type WebAuthnClaim,
  type WebAuthnVerdict,
} from '../../base/crypto/webauthn.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { Signer, UserSignature } from './signer.ts';

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
  const shown = signer.scheme === undefined ? 'Nothing' : `Just ${signer.scheme}`;
  return unfit(`scheme of ${shown} does not match signature type ${given}`);
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
  const publicKey = hexBytes(signer.publicKey, { length: 32, name: 'Public Key' });
  if (!publicKey.ok) return unfit(`failed to parse ed25519 pubkey: ${publicKey.fault}`);
  const signature = hexBytes(hex, { length: 64, name: 'Signature' });
  if (!signature.ok) return unfit(`failed to parse ed25519 signature: ${signature.fault}`);
  const message = hashToSign(hash);
  return { kind: 'ed25519', publicKey: publicKey.value, message, signature: signature.value };
}

/** Faults have the texts of the reference's libraries (base16-bytestring, crypton). */
function hexBytes(
  hex: string,
  { length, name }: { readonly length: number; readonly name: string },
): Result<Uint8Array, string> {
  const written = utf8(hex);
  if (written.length % 2 !== 0) return bad('invalid bytestring size');
  const bytes = fromHex(hex);
  if (bytes === undefined) {
    return bad(`invalid character at offset: ${hex.search(/[^0-9a-fA-F]/)}`);
  }
  if (bytes.length === length) return good(bytes);
  return bad(`Invalid ED25519 ${name}: "${toHex(bytes)}"`);
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
