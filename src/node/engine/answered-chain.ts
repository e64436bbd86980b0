// What the port of a chain answers in the same way in each thread: results of transactions, states and proofs. No result is
// reported before its block is durable.

import { bad, type Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { PayloadProof } from '../../chain/spv/payload-proof.ts';
import type {
  Asker,
  ChainPort,
  LocalQuestion,
  LocalReply,
  PayloadProofQuestion,
  PollOptions,
  Polled,
  SpvFailure,
  SpvQuestion,
} from '../port.ts';
import { Results, type ResultsParts } from '../questions/results.ts';
import type { ChainQuestions } from './chain-questions.ts';

type Answered = Pick<ChainPort, 'id' | 'poll' | 'whenMined' | 'local' | 'spv' | 'payloadProof'>;

export type AnsweredParts = ResultsParts & {
  readonly id: ChainId;
  readonly questions: ChainQuestions;
};

export abstract class AnsweredChain implements Answered {
  readonly id: ChainId;
  protected readonly results: Results;
  private readonly answered: AnsweredParts;

  constructor(parts: AnsweredParts) {
    this.id = parts.id;
    this.answered = parts;
    this.results = new Results(parts);
  }

  poll(
    requestKeys: readonly string[],
    options?: PollOptions,
  ): Promise<ReadonlyMap<string, Polled>> {
    return this.results.poll(requestKeys, options);
  }

  whenMined(requestKey: string, signal: AbortSignal): Promise<Polled | undefined> {
    return this.results.whenMined(requestKey, signal);
  }

  local(question: LocalQuestion, asker?: Asker): Promise<LocalReply> {
    return this.answered.questions.local(this.id, question, asker);
  }

  async spv(question: SpvQuestion, asker?: Asker): Promise<Result<string, SpvFailure>> {
    const { questions, isDurable } = this.answered;
    const proof = await questions.proof(this.id, question, asker);
    return (await isDurable()) ? proof : bad({ kind: 'unknown-transaction' });
  }

  async payloadProof(
    question: PayloadProofQuestion,
    asker?: Asker,
  ): Promise<Result<PayloadProof, SpvFailure>> {
    const { questions, isDurable } = this.answered;
    const proof = await questions.payloadProof(this.id, question, asker);
    return (await isDurable()) ? proof : bad({ kind: 'unknown-transaction' });
  }

  /** Ends all waiting. */
  stop(): void {
    this.results.stop();
  }
}
