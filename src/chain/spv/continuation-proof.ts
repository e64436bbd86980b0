// Checks the proof of a continuation up to the bytes of the output that it proves. Reading the output is up to the caller,
// so this file needs no Pact values.
// Source: Chainweb/Pact5/SPV.hs (verifyCont); consensus reference, section 7.6.

import { decodeCrossChainProof } from './cross-chain-proof.ts';
import { decodeBase64 } from './proof-json.ts';
import { verifyProof, type ProofContext, type Verification } from './verify-proof.ts';

/** The checks are made in the reference's order, since the first one to fail determines the text. */
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
