// The signers and verifiers of a payload, with their capabilities.
// Source: pact/Pact/Core/Signer.hs, Scheme.hs, Verifiers.hs.
import { printJsonString } from '../../base/json.ts';
import { decodeStable, encodeStable, encodeStableList } from '../../lang/session/store.ts';
import {
  type PactValue,
  type QualifiedCapability,
  parseQualifiedName,
} from '../../lang/session/run.ts';
import type { Field } from './fields.ts';
import { type WebAuthnSignature, parseWebAuthnSignature } from '../../base/crypto/webauthn.ts';

export type Scheme = 'ED25519' | 'WebAuthn';

/** A signer. The nth signature of the command belongs to the nth signer of the payload. */
export type Signer = {
  /** `undefined` means ED25519. */
  readonly scheme: Scheme | undefined;
  /** The key as in keysets: hexadecimal; a WebAuthn key with or without its prefix. */
  readonly publicKey: string;
  readonly address: string | undefined;
  /** If empty, the signature is valid for everything. */
  readonly capabilities: readonly QualifiedCapability[];
};

export type Verifier = {
  readonly name: string;
  readonly proof: PactValue;
  readonly capabilities: readonly QualifiedCapability[];
};

export function readSigner(place: Field): Signer {
  const scheme = place.optionalField('scheme');
  return {
    scheme: scheme === undefined ? undefined : readScheme(scheme),
    publicKey: place.field('pubKey').text,
    address: place.optionalField('addr')?.text,
    capabilities: place.optionalField('clist')?.items.map(readCapability) ?? [],
  };
}

export function readScheme(place: Field): Scheme {
  const { text } = place;
  if (text === 'ED25519' || text === 'WebAuthn') return text;
  return place.refuse('must be "ED25519" or "WebAuthn"');
}

export function readVerifier(place: Field): Verifier {
  return {
    name: place.field('name').text,
    proof: decodeStable(place.field('proof').any),
    capabilities: place.field('clist').items.map(readCapability),
  };
}

export function readCapability(place: Field): QualifiedCapability {
  const written = place.field('name');
  const name = parseQualifiedName(written.text);
  if (name === undefined) return written.refuse('must name a capability: "module.NAME"');
  const args = place.field('args').items.map((item) => decodeStable(item.any));
  return { name, args };
}

export function encodeSigner(signer: Signer): string {
  const { address, scheme, publicKey, capabilities } = signer;
  const addr = address === undefined ? '' : `"addr":${printJsonString(address)},`;
  const kind = scheme === undefined ? '' : `"scheme":"${scheme}",`;
  const list = capabilities.length === 0 ? '' : `,"clist":${encodeCapabilities(capabilities)}`;
  return `{${addr}${kind}"pubKey":${printJsonString(publicKey)}${list}}`;
}

export function encodeVerifier({ name, proof, capabilities }: Verifier): string {
  const clist = encodeCapabilities(capabilities);
  return `{"name":${printJsonString(name)},"proof":${encodeStable(proof)},"clist":${clist}}`;
}

function encodeCapabilities(capabilities: readonly QualifiedCapability[]): string {
  const items = capabilities.map(
    ({ name, args }) => `{"name":${printJsonString(name.text)},"args":${encodeStableList(args)}}`,
  );
  return `[${items.join(',')}]`;
}

// One signature of a command in JSON: an object whose `sig` is a hexadecimal ED25519 signature, or the JSON text of a
// WebAuthn signature. Other members are ignored.
// Source: pact-request-api/Pact/Core/Command/Crypto.hs (UserSig).

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
