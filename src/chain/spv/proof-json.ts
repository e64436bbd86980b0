// The common parts of the JSON of all proofs: the object, the subject and base64url.
// Source: Chainweb/SPV.hs (parseProof), Chainweb/Utils.hs (decodeB64UrlNoPaddingText); consensus reference, section 7.2.
import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { type JsonValue, isJsonObject } from '../../base/json.ts';
import { readJson, readJsonBytes } from '../../base/json-reader.ts';
import { type MerkleProof, type ProofSubject, isProofObject } from './merkle-proof.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { Hash } from '../model/header.ts';

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

// The reasons why a proof cannot be made, with the reference's texts: clients wait and retry while the text is `SPV
// target not reachable`.
// Source: Chainweb/SPV.hs (SpvException), Chainweb/Pact/RestAPI/Server.hs (spvHandler); API reference, section 5.6.

type Place = { readonly chain: ChainId; readonly height: number };

export type ProofFault =
  | {
      readonly kind: 'target-not-reachable';
      /** The target chain has no block yet that is far enough, or the given one is not above the transaction. */
      readonly why: 'too-young' | 'not-below';
      readonly source: Place;
      readonly target: Place;
    }
  | { readonly kind: 'inconsistent-payload'; readonly hash: Hash }
  | { readonly kind: 'missing-payload'; readonly hash: Hash }
  | { readonly kind: 'no-such-transaction'; readonly index: number; readonly count: number }
  | { readonly kind: 'unknown-request-key'; readonly requestKey: string }
  | { readonly kind: 'unreadable-output'; readonly index: number }
  | { readonly kind: 'insufficient-depth'; readonly expected: number; readonly actual: number }
  | { readonly kind: 'event-not-supported'; readonly cause: string };

/** Returns the message alone: the reference's, if it has one. */
export function proofFaultText(fault: ProofFault): string {
  switch (fault.kind) {
    case 'target-not-reachable':
      return fault.why === 'too-young'
        ? 'target chain not reachable. Chainweb instance is too young'
        : "Target of SPV proof can't be reached from the source transaction";
    case 'inconsistent-payload':
      return "The stored payload hash doesn't match the the db index";
    case 'missing-payload':
      return `the payload ${toBase64Url(fault.hash)} is not stored`;
    case 'no-such-transaction':
      return `the block has no transaction ${fault.index}: it has ${fault.count}`;
    case 'unknown-request-key':
      return `RequestKeyNotFoundException "${fault.requestKey}"`;
    case 'unreadable-output':
      return `the output of transaction ${fault.index} is not a command result`;
    case 'insufficient-depth':
      return 'Insufficient depth of root header for SPV proof';
    case 'event-not-supported':
      return fault.cause;
  }
}

/** Returns the text that `POST spv2` sends with status 400: the reference shows its exception. */
export function payloadProofAnswerText(fault: ProofFault): string {
  const text = proofFaultText(fault);
  const shown =
    fault.kind === 'insufficient-depth'
      ? `SpvExceptionInsufficientProofDepth {_spvExceptionMsg = "${text}"` +
        `, _spvExceptionExpectedDepth = Expected {getExpected = ${fault.expected}}` +
        `, _spvExceptionActualDepth = Actual {getActual = ${fault.actual}}}`
      : text;
  return `SPV proof creation failed:${shown}`;
}

/** Returns the text that `POST spv` sends with status 400. */
export function proofAnswerText(fault: ProofFault): string {
  const text = proofFaultText(fault);
  return fault.kind === 'target-not-reachable'
    ? `SPV target not reachable: ${text}`
    : `Internal error: SPV verification failed: ${text}`;
}
