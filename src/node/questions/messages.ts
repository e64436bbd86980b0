// What a node asks about the state of its chains, and the answers: plain data, because other threads give them. A
// question never changes anything.

import type { Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { PayloadProof } from '../../chain/spv/payload-proof.ts';
import type { Command } from '../../chain/command/index.ts';
import type {
  SealedAnswer,
  SealedCheck,
  SealedCheckFault,
  SealedEnvelope,
  SealedQuestion,
} from './sealed.ts';
import type {
  LocalQuestion,
  LocalReply,
  PayloadProofQuestion,
  SpvFailure,
  SpvQuestion,
} from '../port.ts';

export type ChainQuestion =
  | { readonly kind: 'local'; readonly chain: ChainId; readonly local: LocalQuestion }
  /** Whether transactions may be added to the mempool. */
  | {
      readonly kind: 'admission';
      readonly chain: ChainId;
      readonly candidates: readonly Candidate[];
    }
  | { readonly kind: 'proof'; readonly chain: ChainId; readonly proof: SpvQuestion }
  | {
      readonly kind: 'payload-proof';
      readonly chain: ChainId;
      readonly proof: PayloadProofQuestion;
    }
  /** Whether sealed commands can be taken. `chain`: any. */
  | {
      readonly kind: 'sealed-check';
      readonly chain: ChainId;
      readonly checks: readonly SealedCheck[];
    }
  | { readonly kind: 'sealed'; readonly chain: ChainId; readonly sealed: SealedQuestion };

/** A transaction that is offered to a mempool. */
export type Candidate = {
  readonly command: Command;
  /** Whether its signatures count as valid. */
  readonly isSigned: boolean;
};

export type ChainAnswer =
  | { readonly kind: 'local'; readonly reply: LocalReply }
  /** For each transaction, why it may not be added. */
  | { readonly kind: 'admission'; readonly faults: readonly (string | undefined)[] }
  | { readonly kind: 'proof'; readonly proof: Result<string, SpvFailure> }
  | { readonly kind: 'payload-proof'; readonly proof: Result<PayloadProof, SpvFailure> }
  | {
      readonly kind: 'sealed-check';
      readonly checked: readonly Result<SealedEnvelope, SealedCheckFault>[];
    }
  | { readonly kind: 'sealed'; readonly answer: SealedAnswer }
  /** What is stored cannot be read: one sentence. */
  | { readonly kind: 'damaged'; readonly sentence: string };
