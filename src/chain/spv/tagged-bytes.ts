// The bytes of a subject after its tag. Source: Chainweb/Crypto/MerkleLog.hs (fromMerkleNodeTagged).

import { bad, good, type Result } from '../../base/result.ts';
import { merkleTags } from '../merkle/tags.ts';
import type { ProofSubject } from './merkle-proof.ts';

const tagOf = {
  transaction: merkleTags.transaction,
  output: merkleTags.transactionOutput,
  events: merkleTags.outputEvents,
} as const;

export type SubjectKind = keyof typeof tagOf;

/** Fails with the name of the reference's exception. */
export function taggedBytes(subject: ProofSubject, tag: number): Result<Uint8Array, string> {
  if (subject.kind === 'tree') {
    return bad('MerkleLogWrongNodeTypeException (Expected "InputNode") (Actual "TreeNode")');
  }
  const [high, low] = subject.bytes;
  if (high === undefined || low === undefined) {
    return bad('MerkleLogDecodeException "failed to parse Word from bytes: not enough bytes"');
  }
  const actual = high * 256 + low;
  if (actual === tag) return good(subject.bytes.subarray(2));
  return bad(`MerkleLogWrongTagException (Expected "${tag}") (Actual "${actual}")`);
}

/** Describes a subject by its tag, for people; the bytes are those after the tag. */
export function subjectOf(subject: ProofSubject): {
  readonly kind: SubjectKind | 'tree' | 'unknown';
  readonly bytes: Uint8Array;
} {
  if (subject.kind === 'tree') return { kind: 'tree', bytes: subject.hash };
  for (const kind of ['transaction', 'output', 'events'] as const) {
    const bytes = taggedBytes(subject, tagOf[kind]);
    if (bytes.ok) return { kind, bytes: bytes.value };
  }
  return { kind: 'unknown', bytes: subject.bytes };
}
