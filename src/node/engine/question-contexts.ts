// Where questions to the state of a chain run: the context of a block above the one that they ask about. Making one costs
// more than most questions, so questions on one block share it, and with it the machine that they run on: each of them
// finds it as new (decision 0074).

import type { TransactionContext } from '../../chain/execute/index.ts';
import type { BlockHeader } from '../../chain/model/header.ts';

/**
 * Uses of one context. Its machine keeps a little of each path of calls that code ever took, and a chain may be
 * asked for hours between two blocks.
 */
const mostUses = 2_000;

export class QuestionContexts {
  private readonly make: (parent: BlockHeader) => TransactionContext;
  private parent: BlockHeader | undefined;
  private context: TransactionContext | undefined;
  private uses = 0;

  constructor(make: (parent: BlockHeader) => TransactionContext) {
    this.make = make;
  }

  /** The one of the last question is kept: nearly all ask about the head. */
  contextOn(parent: BlockHeader): TransactionContext {
    if (this.context === undefined || this.parent !== parent || this.uses >= mostUses) {
      this.context = this.make(parent);
      this.parent = parent;
      this.uses = 0;
    }
    this.uses++;
    return this.context;
  }
}
