// Queries to the state of one chain: code that runs as in the next block, without saving anything. Payload and code are
// read first, then signatures are checked in the background, and then the code runs on the newest block at that time.
// Source: Chainweb/Pact/PactService.hs (execLocal); api reference, section 5.4.

import { answerLocal, readLocal, type TransactionContext } from '../../chain/execute/index.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import { Interrupted } from '../../lang/session/run.ts';
import type { LocalQuestion, LocalReply, NodeSettings } from '../port.ts';
import { verdictsOf } from '../signatures/fair-signatures.ts';
import type { Chain, Engine } from './engine.ts';
import type { BlockHeader } from '../../chain/model/header.ts';

type QuestionParts = {
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

/**
 * How often one context is used. Its machine stores a little for each path of calls that code ever took, and a chain
 * may be queried for hours between two blocks.
 */
const maxUses = 2_000;

/**
 * Nested evaluation steps of a query, for some 300,000 calls within each other. A block evaluates deeper ones (decision
 * 0007), but collecting garbage reads the whole stack, so a free query could hold its thread for many times its time limit.
 */
const maxDepth = 4_000_000;

export class QuestionContexts {
  private readonly make: (parent: BlockHeader) => TransactionContext;
  private parent: BlockHeader | undefined;
  private context: TransactionContext | undefined;
  private uses = 0;

  constructor(make: (parent: BlockHeader) => TransactionContext) {
    this.make = make;
  }

  /** Keeps the context of the last query: nearly all queries are about the head. */
  contextOn(parent: BlockHeader): TransactionContext {
    if (this.context === undefined || this.parent !== parent || this.uses >= maxUses) {
      const context = this.make(parent);
      this.context = { ...context, depthLimit: Math.min(context.depthLimit, maxDepth) };
      this.parent = parent;
      this.uses = 0;
    }
    this.uses++;
    return this.context;
  }
}
