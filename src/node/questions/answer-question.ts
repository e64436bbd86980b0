// Answers the questions of a node about its chains, in whatever thread.

import { assert } from '../../base/assert.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import { Interrupted } from '../../lang/session/run.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import { admissionFaults } from './admission.ts';
import type { AskedChains } from './asked-chains.ts';
import { localReply } from './local.ts';
import type { ChainAnswer, ChainQuestion } from './messages.ts';
import { checkEnvelope, runSealed } from './sealed.ts';
import { crossChainProof, payloadProof } from './proofs.ts';

/** Resolves to `stopped` if the evaluation was interrupted. */
export async function answerChainQuestion(
  chains: AskedChains,
  question: ChainQuestion,
  signatures: SignatureChecker,
): Promise<ChainAnswer | 'stopped'> {
  const chain = chains.chain(question.chain);
  assert(chain !== undefined, 'the node asks about its own chains');
  try {
    switch (question.kind) {
      case 'local': {
        const reply = await localReply(chains, chain, question.local, signatures);
        return { kind: 'local', reply };
      }
      case 'admission': {
        const faults = await admissionFaults(chain, question.candidates, signatures);
        return { kind: 'admission', faults };
      }
      case 'proof':
        return { kind: 'proof', proof: crossChainProof(chains, chain, question.proof) };
      case 'payload-proof':
        return { kind: 'payload-proof', proof: payloadProof(chains, chain, question.proof) };
      case 'sealed-check': {
        const checks = question.checks.map((each) => checkEnvelope(chains, each, signatures));
        return { kind: 'sealed-check', checked: await Promise.all(checks) };
      }
      case 'sealed':
        return { kind: 'sealed', answer: runSealed(chains, chain, question.sealed) };
    }
  } catch (error) {
    if (error instanceof Interrupted) return 'stopped';
    if (isStoreFault(error)) return { kind: 'damaged', sentence: error.message };
    throw error;
  }
}
