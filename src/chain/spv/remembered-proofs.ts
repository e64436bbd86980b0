// A cache of proofs that were seen before in the same block. `verify-spv` costs 100 gas however long the proof is, so a
// transaction may check one proof, as long as the transaction itself, about a thousand times: here the work is done
// once.

import { decodeMerkleProof, type ProofTexts } from './proof-json.ts';
import type { MerkleProof } from './merkle-proof.ts';

/** Long texts cannot be made cheaply: all long proofs together come from the data of one transaction. */
const maxProofs = 64;

type Decoded = { readonly texts: ProofTexts; readonly proof: MerkleProof | undefined };

/** Decodes proofs, and returns the same proof for the same texts. */
export function decodingOnce(): (texts: ProofTexts) => MerkleProof | undefined {
  const known: Decoded[] = [];
  return (texts) => {
    const seen = known.find((each) => sameTexts(each.texts, texts));
    if (seen !== undefined) return seen.proof;
    const proof = decodeMerkleProof(texts);
    if (known.length === maxProofs) known.shift();
    known.push({ texts, proof });
    return proof;
  };
}

/** Wraps a function so that its result for an object is cached as long as the object exists. */
export function once<K extends object, V>(answer: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const entry = known.get(key) ?? { value: answer(key) };
    known.set(key, entry);
    return entry.value;
  };
}

function sameTexts(left: ProofTexts, right: ProofTexts): boolean {
  return left.object === right.object && left.tree === right.tree && left.input === right.input;
}
