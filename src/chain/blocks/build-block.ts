// Builds a block from offered transactions, in their order, leaving out those that cannot be in it. The result depends
// only on the parent, the state, the transactions and the miner.
// Source: Chainweb/Pact/PactService/Pact5/ExecBlock.hs (continueBlock); consensus reference, section 9.4.

import { good, type Result } from '../../base/result.ts';
import type { BlockFailure } from './block-failure.ts';
import { BlockRun, checkTransaction, type BlockRunParts, type ExecutedBlock } from './block-run.ts';
import { maxTransactions } from '../limits.ts';
import type { BlockTransaction } from './chain-port.ts';

/** The reason why a transaction was left out. */
export type LeftOut = {
  readonly requestKey: string;
  /**
   * `invalid`: it cannot be in any block like this one and should not be offered again. `no-room`: its gas limit is
   * more than what is left. `repeated`: it was offered twice. `unused`: the block was finished before it.
   */
  readonly kind: 'invalid' | 'no-room' | 'repeated' | 'unused';
  readonly text: string;
};

export type BuiltBlock = ExecutedBlock & { readonly leftOut: readonly LeftOut[] };

/** After this number of transactions in a row without room, the rest is not tried. */
const maxWithoutRoom = 200;

/** An open block: between two transactions others may use the state of the chain. */
export class BlockBuilding<T extends BlockTransaction> {
  private readonly parts: BlockRunParts<T>;
  private readonly run: BlockRun<T>;
  private readonly leftOut: LeftOut[] = [];
  private readonly seen = new Set<string>();
  private withoutRoom = 0;
  private isEnded = false;

  private constructor(parts: BlockRunParts<T>, run: BlockRun<T>) {
    this.parts = parts;
    this.run = run;
  }

  /** Begins with the miner's reward. */
  static begin<T extends BlockTransaction>(
    parts: BlockRunParts<T>,
  ): Result<BlockBuilding<T>, BlockFailure> {
    const begun = BlockRun.begin(parts);
    return begun.ok ? good(new BlockBuilding(parts, begun.value)) : begun;
  }

  /** Returns whether the state of the parent is unchanged. */
  get isCurrent(): boolean {
    return this.parts.block.isCurrent();
  }

  /** Adds the transaction to the block, or leaves it out. */
  offer(transaction: T): void {
    const { requestKey } = transaction;
    const fault = this.isFull
      ? unused
      : (isRepeated(this.seen, requestKey) ?? faultOf(this.parts, this.run, transaction));
    if (fault === undefined) {
      this.withoutRoom = 0;
      return;
    }
    this.leftOut.push({ requestKey, kind: fault.kind, text: fault.text });
    if (fault.kind === 'no-room') this.withoutRoom++;
    if (fault.endsBlock === true) this.isEnded = true;
  }

  finish(): BuiltBlock {
    return { ...this.run.finish(), leftOut: this.leftOut };
  }

  private get isFull(): boolean {
    const { isEnded, withoutRoom, run } = this;
    return isEnded || withoutRoom >= maxWithoutRoom || run.position >= maxTransactions;
  }
}

export function buildBlock<T extends BlockTransaction>(
  parts: BlockRunParts<T>,
  offered: Iterable<T>,
): Result<BuiltBlock, BlockFailure> {
  const begun = BlockBuilding.begin(parts);
  if (!begun.ok) return begun;
  for (const transaction of offered) begun.value.offer(transaction);
  return good(begun.value.finish());
}

type Fault = Omit<LeftOut, 'requestKey'> & { readonly endsBlock?: boolean };

const unused: Fault = { kind: 'unused', text: 'The block was finished before it' };

function isRepeated(seen: Set<string>, requestKey: string): Fault | undefined {
  if (seen.has(requestKey)) return { kind: 'repeated', text: 'It is offered twice' };
  seen.add(requestKey);
  return undefined;
}

/** `undefined`: it is in the block. */
function faultOf<T extends BlockTransaction>(
  parts: BlockRunParts<T>,
  run: BlockRun<T>,
  transaction: T,
): Fault | undefined {
  const { gasLeft } = run;
  if (gasLeft !== undefined && transaction.gasLimit > gasLeft) {
    const text = `Its gas limit of ${transaction.gasLimit} is more than the ${gasLeft} left in the block`;
    return { kind: 'no-room', text };
  }
  const invalid = checkTransaction(parts, transaction);
  if (invalid !== undefined) return { kind: 'invalid', text: invalid.text };
  const ran = run.run(transaction);
  if (ran.ok) return undefined;
  switch (ran.fault.kind) {
    case 'transaction-refused':
      return { kind: 'invalid', text: ran.fault.text };
    case 'interrupted':
      return { kind: 'invalid', text: 'It took too long', endsBlock: true };
    default:
      return { kind: 'no-room', text: 'It does not fit into the rest of the block' };
  }
}
