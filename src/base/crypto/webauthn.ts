// Verifies WebAuthn signatures of transactions. The reference: `verifyWebAuthnSig` of `Command/Crypto.hs`;
// the caller provides its error texts. Keys are read in `key-formats.ts`.

import { fromBase64, toBase64, fromBase64Url, toBase64Url } from '../base64url.ts';
import { concatBytes, equalBytes, utf8 } from '../bytes.ts';
import { isJsonObject, printJsonString, type JsonValue } from '../json.ts';
import { readJson, readJsonBytes } from '../json-reader.ts';
import type { CoseKey } from './key-formats.ts';
import { signEcdsaSha256, verifyEcdsaSha256 } from './ecdsa.ts';
import { ed25519PublicKey, signEd25519, verifyEd25519 } from './ed25519.ts';
import { sha256 } from './hashes.ts';

/**
 * A signature in a transaction: three strings from the authenticator and the browser.
 */
export type WebAuthnSignature = {
  /** base64url of the client data that the browser built around the challenge. */
  readonly clientDataJSON: string;
  /** base64. */
  readonly authenticatorData: string;
  /** base64: DER for ES256, 64 bytes for EdDSA. */
  readonly signature: string;
};

/** Reads the `sig` string of a transaction; ignores other properties. */
export function parseWebAuthnSignature(text: string): WebAuthnSignature | undefined {
  const reading = readJson(text);
  if (reading.kind === 'fault') return undefined;
  const clientDataJSON = textField(reading.value, 'clientDataJSON');
  const authenticatorData = textField(reading.value, 'authenticatorData');
  const signature = textField(reading.value, 'signature');
  if (clientDataJSON === undefined || authenticatorData === undefined) return undefined;
  return signature === undefined ? undefined : { clientDataJSON, authenticatorData, signature };
}

export type WebAuthnVerdict =
  | 'valid'
  /** A part is not the required kind of base64. */
  | 'malformed-signature'
  | 'malformed-client-data'
  | 'malformed-authenticator-data'
  /** The key did not sign these data. */
  | 'signature-mismatch'
  /** The client data is not a JSON object with a string `challenge`. */
  | 'no-challenge'
  /** The key signed, but for another transaction. */
  | 'challenge-mismatch';

export type WebAuthnClaim = {
  readonly key: CoseKey;
  /** The transaction's hash: base64url without padding. */
  readonly hash: string;
  readonly signature: WebAuthnSignature;
};

/** The bytes that the key must have signed, and the challenge they contain. */
export type OpenedAssertion = {
  readonly message: Uint8Array;
  readonly signed: Uint8Array;
  readonly clientData: Uint8Array;
};

/** The checks of `verifyWebAuthnSig`, in its order. Never throws. */
export function verifyWebAuthn({ key, hash, signature }: WebAuthnClaim): WebAuthnVerdict {
  const opened = openAssertion(signature);
  if (typeof opened === 'string') return opened;
  return isSignedBy(key, opened) ? challengeVerdict(opened, hash) : 'signature-mismatch';
}

/** The first step: the parts as bytes. */
export function openAssertion(signature: WebAuthnSignature): OpenedAssertion | WebAuthnVerdict {
  const signed = fromBase64(signature.signature);
  if (signed === undefined) return 'malformed-signature';
  const clientData = fromBase64Url(signature.clientDataJSON);
  if (clientData === undefined) return 'malformed-client-data';
  const authenticatorData = fromBase64(signature.authenticatorData);
  if (authenticatorData === undefined) return 'malformed-authenticator-data';
  return { message: concatBytes([authenticatorData, sha256(clientData)]), signed, clientData };
}

/** The last step, after the signature is verified. */
export function challengeVerdict({ clientData }: OpenedAssertion, hash: string): WebAuthnVerdict {
  const reading = readJsonBytes(clientData);
  const challenge = reading.kind === 'value' ? textField(reading.value, 'challenge') : undefined;
  if (challenge === undefined) return 'no-challenge';
  return challenge === hash ? 'valid' : 'challenge-mismatch';
}

export type WebAuthnSigning = {
  readonly key: CoseKey;
  /** 32 bytes: of an Ed25519 or a P-256 key. */
  readonly secretKey: Uint8Array;
  readonly hash: string;
};

/**
 * Signs like an authenticator, without authenticator data and with only the challenge, as the reference
 * does in tests. Returns `undefined` if the secret key does not belong to the public key.
 */
export function signWebAuthn({
  key,
  secretKey,
  hash,
}: WebAuthnSigning): WebAuthnSignature | undefined {
  const clientData = utf8(`{"challenge":${printJsonString(hash)}}`);
  const signature = signWith(key, secretKey, sha256(clientData));
  if (signature === undefined) return undefined;
  const unpadded = toBase64Url(clientData);
  const clientDataJSON = unpadded.padEnd(Math.ceil(unpadded.length / 4) * 4, '=');
  return { clientDataJSON, authenticatorData: '', signature: toBase64(signature) };
}

function signWith(
  key: CoseKey,
  secretKey: Uint8Array,
  message: Uint8Array,
): Uint8Array | undefined {
  if (key.kind === 'ES256') return signEcdsaSha256(key, secretKey, message);
  const publicKey = ed25519PublicKey(secretKey);
  const belongs = publicKey !== undefined && equalBytes(publicKey, key.publicKey);
  return belongs ? signEd25519(secretKey, message) : undefined;
}

/** The second step. */
export function isSignedBy(key: CoseKey, { message, signed: signature }: OpenedAssertion): boolean {
  switch (key.kind) {
    case 'EdDSA':
      return verifyEd25519({ publicKey: key.publicKey, message, signature });
    case 'ES256':
      return verifyEcdsaSha256({ curve: key.curve, publicKey: key.publicKey, message, signature });
  }
}

function textField(value: JsonValue, name: string): string | undefined {
  const field = isJsonObject(value) ? value.get(name) : undefined;
  return typeof field === 'string' ? field : undefined;
}
