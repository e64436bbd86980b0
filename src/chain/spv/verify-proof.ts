// Checks a proof against the headers of the chain on which it is used.
// Source: Chainweb/SPV/VerifyProof.hs, Pact5/SPV.hs (catchAndDisplaySPVError); consensus reference, section 7.4.

import { taggedBytes } from './tagged-bytes.ts';
import { subjectTags } from './create-proof.ts';
import { isWithinBounds, type HeaderBounds, type HeaderSource } from './header-source.ts';
import { runMerkleProof, type MerkleProof } from './merkle-proof.ts';

export type Verification =
  /** The bytes of the transaction or output, without their tag. */
  { readonly kind: 'verified'; readonly bytes: Uint8Array } | Refusal;

export type Refusal =
  /** The text becomes part of the transaction's result. */
  | { readonly kind: 'failure'; readonly message: string }
  /** The reference's checker ends with an exception of its host language, whose message is in no result. */
  | { readonly kind: 'crash'; readonly message: string };

/** The rules for proofs at a height: `SpvRules` of the chain's rules, without the window. */
export type ProofRules = {
  readonly mentionsBounds: boolean;
  readonly failsTransaction: boolean;
};

export type ProofContext = {
  readonly headers: HeaderSource;
  readonly bounds: HeaderBounds;
  readonly rules: ProofRules;
};

/** Runs a proof and looks up its root. The caller must check the target chain of the proof. */
export function verifyProof(
  proof: MerkleProof,
  subject: keyof typeof subjectTags,
  { headers, bounds, rules }: ProofContext,
): Verification {
  const root = runMerkleProof(proof);
  if (root === undefined) return crash('Invalid ProofObject: runMerkleProofInternal');
  if (!isWithinBounds(headers, bounds, root)) return outOfBounds(rules);
  const bytes = taggedBytes(proof.subject, subjectTags[subject]);
  return bytes.ok ? { kind: 'verified', bytes: bytes.value } : crash(bytes.fault);
}

function outOfBounds({ mentionsBounds, failsTransaction }: ProofRules): Refusal {
  const message = `target header is not in the chain${mentionsBounds ? ' or is out of bounds' : ''}`;
  return failsTransaction
    ? { kind: 'failure', message: `spv verification failed: ${message}` }
    : crash(message);
}

function crash(message: string): Refusal {
  return { kind: 'crash', message };
}
