// Proofs that a transaction, or its output, is in a block that a block of another chain builds on. Both have the same
// form; only the tag in the bytes of the subject distinguishes them.
// Source: Chainweb/SPV.hs (TransactionProof, TransactionOutputProof); consensus reference, section 7.2.

import { utf8 } from '../../base/bytes.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { isJsonNumber, isJsonObject, type JsonValue, naturalOf } from '../../base/json.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { type ProofContext, type Verification, verifyProof } from './create-proof.ts';
import type { MerkleProof } from './merkle-proof.ts';
import {
  decodeBase64,
  decodeMerkleProof,
  encodeObject,
  encodeSubject,
  proofTexts,
  readAnyDepth,
} from './proof-json.ts';

export type CrossChainProof = {
  /** The target: the chain of the root block, on which the proof can be used. */
  readonly chain: ChainId;
  readonly proof: MerkleProof;
};

const algorithm = 'SHA512t_256';
const maxChainId = 0xffff_ffff;

/** In the reference's order of members. */
export function encodeCrossChainProof({ chain, proof }: CrossChainProof): string {
  const parts = `"object":${encodeObject(proof)},"subject":${encodeSubject(proof)}`;
  return `{"chain":${chain},${parts},"algorithm":"${algorithm}"}`;
}

/** Writes the value for `proof` in a continuation: base64url of the JSON. */
export function encodeContinuationProof(proof: CrossChainProof): string {
  return toBase64Url(utf8(encodeCrossChainProof(proof)));
}

/** Accepts members in any order, and ignores further ones. Returns `undefined` if it is not such a proof. */
export function decodeCrossChainProof(text: string | Uint8Array): CrossChainProof | undefined {
  return crossChainProofOf(readAnyDepth(text));
}

export function crossChainProofOf(json: JsonValue | undefined): CrossChainProof | undefined {
  if (json === undefined || !isJsonObject(json)) return undefined;
  const chain = chainOf(json.get('chain'));
  if (chain === undefined || json.get('algorithm') !== algorithm) return undefined;
  const proof = decodeMerkleProof(proofTexts(json.get('object'), json.get('subject')));
  return proof === undefined ? undefined : { chain, proof };
}

/** A bare JSON number. */
export function chainOf(json: JsonValue | undefined): ChainId | undefined {
  return json !== undefined && isJsonNumber(json) ? naturalOf(json, maxChainId) : undefined;
}

/**
 * Checks the proof of a continuation up to the bytes of the output that it proves, in the reference's order, since the first
 * check to fail determines the text. The caller reads the output: the bundle of scripts' proofs has no Pact values.
 * Source: Chainweb/Pact5/SPV.hs (verifyCont); consensus reference, section 7.6.
 */
export function verifyContinuationProof(text: string, context: ProofContext): Verification {
  const bytes = decodeBase64(text);
  if (bytes === undefined) {
    return failure('verifyCont: Invalid base64-encoded transaction output proof');
  }
  const proof = decodeCrossChainProof(bytes);
  if (proof === undefined) return failure('verifyCont: Cannot decode transaction output proof');
  if (proof.chain !== context.bounds.chain) {
    return failure('verifyCont: cannot redeem continuation proof on wrong targget chain');
  }
  return verifyProof(proof.proof, 'output', context);
}

const failure = (message: string): Verification => ({ kind: 'failure', message });
