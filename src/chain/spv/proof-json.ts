// The common parts of the JSON of all proofs: the object, the subject and base64url.
// Source: Chainweb/SPV.hs (parseProof), Chainweb/Utils.hs (decodeB64UrlNoPaddingText); consensus reference, section 7.2.

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { readJson, readJsonBytes } from '../../base/json-reader.ts';
import { isProofObject, type MerkleProof, type ProofSubject } from './merkle-proof.ts';

export function encodeObject({ object }: MerkleProof): string {
  return `"${toBase64Url(object)}"`;
}

export function encodeSubject({ subject }: MerkleProof): string {
  return subject.kind === 'tree'
    ? `{"tree":"${toBase64Url(subject.hash)}"}`
    : `{"input":"${toBase64Url(subject.bytes)}"}`;
}

/** The parts of a proof as strings, before they are decoded: `undefined` if a part is not a string. */
export type ProofTexts = {
  readonly object: string | undefined;
  readonly tree: string | undefined;
  readonly input: string | undefined;
};

/** Reads the members `object` and `subject`, and ignores others. */
export function proofTexts(
  object: JsonValue | undefined,
  subject: JsonValue | undefined,
): ProofTexts {
  const members = subject !== undefined && isJsonObject(subject) ? subject : undefined;
  return {
    object: textOf(object),
    tree: textOf(members?.get('tree')),
    input: textOf(members?.get('input')),
  };
}

/** A subject that can be read as a tree is one, whatever its other members. */
export function decodeMerkleProof(texts: ProofTexts): MerkleProof | undefined {
  const object = decodeBase64(texts.object);
  if (object === undefined || !isProofObject(object)) return undefined;
  const subject = decodeSubject(texts);
  return subject === undefined ? undefined : { subject, object };
}

function decodeSubject({ tree, input }: ProofTexts): ProofSubject | undefined {
  const hash = decodeBase64(tree);
  if (hash?.length === 32) return { kind: 'tree', hash };
  const bytes = decodeBase64(input);
  return bytes === undefined ? undefined : { kind: 'input', bytes };
}

/** The reference completes the padding, so partial padding is accepted. */
export function decodeBase64(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  return fromBase64Url(text + '='.repeat((4 - (text.length % 4)) % 4));
}

/**
 * Reads JSON without a depth limit, as the reference does: reading is linear and not recursive, and members that a
 * proof does not need are ignored.
 */
export function readAnyDepth(text: string | Uint8Array): JsonValue | undefined {
  const options = { depth: text.length };
  const reading = typeof text === 'string' ? readJson(text, options) : readJsonBytes(text, options);
  return reading.kind === 'value' ? reading.value : undefined;
}

function textOf(json: JsonValue | undefined): string | undefined {
  return typeof json === 'string' ? json : undefined;
}
