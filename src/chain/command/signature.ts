// One signature of a command in JSON: an object whose `sig` is a hexadecimal ED25519 signature, or the JSON text of a
// WebAuthn signature. Other members are ignored.
// Source: pact-request-api/Pact/Core/Command/Crypto.hs (UserSig).

import { printJsonString } from '../../base/json.ts';
import { parseWebAuthnSignature, type WebAuthnSignature } from '../../base/crypto/webauthn.ts';
import type { Field } from './fields.ts';

export type UserSignature =
  /** Any text that is not a WebAuthn signature; the check finds out whether it has 64 bytes. */
  | { readonly kind: 'ed25519'; readonly hex: string }
  | { readonly kind: 'webauthn'; readonly signature: WebAuthnSignature };

export function readSignature(place: Field): UserSignature {
  return parseSignature(place.field('sig').text);
}

/** Parses the value of `sig`. */
export function parseSignature(text: string): UserSignature {
  const signature = parseWebAuthnSignature(text);
  return signature === undefined ? { kind: 'ed25519', hex: text } : { kind: 'webauthn', signature };
}

export function encodeSignature(signature: UserSignature): string {
  return `{"sig":${printJsonString(signatureText(signature))}}`;
}

/** Returns the value of `sig`. */
export function signatureText(signature: UserSignature): string {
  if (signature.kind === 'ed25519') return signature.hex;
  const { authenticatorData, clientDataJSON, signature: signed } = signature.signature;
  return (
    `{"authenticatorData":${printJsonString(authenticatorData)}` +
    `,"clientDataJSON":${printJsonString(clientDataJSON)}` +
    `,"signature":${printJsonString(signed)}}`
  );
}
