// Queries to the state of one chain: code that runs as in the next block, without saving anything. Payload and code are
// read first, then signatures are checked in the background, and then the code runs on the newest block at that time.
// Source: Chainweb/Pact/PactService.hs (execLocal); api reference, section 5.4.

import { answerLocal, readLocal } from '../../chain/execute/index.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import { Interrupted } from '../../lang/session/run.ts';
import type { LocalQuestion, LocalReply, NodeSettings } from '../port.ts';
import { verdictsOf } from './check-signatures.ts';
import type { Chain, Engine } from './engine.ts';

export type QuestionParts = {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly settings: NodeSettings;
  readonly signatures: SignatureChecker;
};

/** Milliseconds that a query may take. */
const localWithin = 2_000;

export class Questions {
  private readonly parts: QuestionParts;

  constructor(parts: QuestionParts) {
    this.parts = parts;
  }

  async ask(question: LocalQuestion): Promise<LocalReply> {
    const read = readLocal(question, this.parts.chain.host.transactions.parsing);
    if (read.kind !== 'question') return read;
    const { transaction } = read;
    const { preflight, signatures, rewindDepth } = question;
    const verdicts =
      signatures === 'skip' ? signatures : await verdictsOf(transaction, this.parts.signatures);
    return this.answer({ transaction, preflight, signatures: verdicts }, rewindDepth);
  }

  private answer(request: Parameters<typeof answerLocal>[2], depth: number): LocalReply {
    const { engine, chain, settings } = this.parts;
    const { line, state } = chain;
    const { head } = line;
    const parent = line.at(Math.max(head.height - depth, line.lowest)) ?? head;
    const opened = state.open(parent);
    if (!opened.ok) return { kind: 'not-kept', depth, kept: state.keptDepth };
    const block = opened.value;
    const context = chain.questions.contextOn(parent);
    const limits = { network: engine.network.name, blockGasLimit: settings.transactionGasLimit };
    try {
      return engine.deadline.within(localWithin, () =>
        block.attempt(
          (database) => answerLocal(database, context, request, limits),
          () => false,
        ),
      );
    } catch (error) {
      if (error instanceof Interrupted) return { kind: 'interrupted' };
      throw error;
    }
  }
}
