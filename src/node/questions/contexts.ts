// The contexts in which questions run: that of the next block, one for each chain.

import type { TransactionContext } from '../../chain/execute/index.ts';
import type { BlockHeader } from '../../chain/model/header.ts';

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
