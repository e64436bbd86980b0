// The bytes of a subject behind its tag. Source: Chainweb/Crypto/MerkleLog.hs (fromMerkleNodeTagged).

import { bad, good, type Result } from '../../base/result.ts';
import type { ProofSubject } from './merkle-proof.ts';

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
