// Builds a block from offered transactions, in their order, leaving out those that cannot be in it. The result depends
// only on the parent, the state, the transactions and the miner.
// Source: Chainweb/Pact/PactService/Pact5/ExecBlock.hs (continueBlock); consensus reference, section 9.4.

import { good, type Result } from '../../base/result.ts';
import type { BlockFailure } from './block-failure.ts';
import { BlockRun, checkTransaction, type BlockRunParts, type ExecutedBlock } from './block-run.ts';
import { unpaidBytes } from '../execute/index.ts';
import { makerLimits, maxTransactions } from '../limits.ts';
import type { BlockTransaction } from './chain-port.ts';

/** The reason why a transaction was left out. */
export type LeftOut = {
  readonly requestKey: string;
  /**
   * `invalid`: it cannot be in any block like this one and should not be offered again. `no-room`: its gas limit or its
   * output is more than what is left. `repeated`: it was offered twice. `unused`: the block was finished before it.
   */
  readonly kind: 'invalid' | 'no-room' | 'repeated' | 'unused';
  readonly text: string;
};

export type BuiltBlock = ExecutedBlock & { readonly leftOut: readonly LeftOut[] };

/**
 * After this number of transactions in a row with a gas limit that is too high, the rest is not tried. Those that only
 * lack room for their output are not counted: they must not keep others out that hardly have any.
 */
const maxWithoutGas = 200;

/** An open block: between two transactions others may use the state of the chain. */
export class BlockBuilding<T extends BlockTransaction> {
  private readonly parts: BlockRunParts<T>;
  private readonly run: BlockRun<T>;
  private readonly leftOut: LeftOut[] = [];
  private readonly seen = new Set<string>();
  private withoutGas = 0;
  /** Bytes of output that gas need not pay for, left for all further transactions. */
  private freeBytes: number = makerLimits.answerBytes;
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

  /** Adds the transaction to the block, or leaves it out and returns why. */
  offer(transaction: T): LeftOut | undefined {
    const { requestKey } = transaction;
    const fault = this.isFull
      ? unused
      : (isRepeated(this.seen, requestKey) ?? this.faultOf(transaction));
    if (fault === undefined) {
      this.withoutGas = 0;
      return undefined;
    }
    if (fault.lacks === 'gas') this.withoutGas++;
    if (fault.endsBlock === true) this.isEnded = true;
    const leftOut = { requestKey, kind: fault.kind, text: fault.text };
    this.leftOut.push(leftOut);
    return leftOut;
  }

  finish(): BuiltBlock {
    return { ...this.run.finish(), leftOut: this.leftOut };
  }

  private get isFull(): boolean {
    const { isEnded, withoutGas, run } = this;
    return isEnded || withoutGas >= maxWithoutGas || run.position >= maxTransactions;
  }

  /** `undefined`: it is in the block. */
  private faultOf(transaction: T): Fault | undefined {
    const { run, parts, freeBytes } = this;
    const { gasLeft } = run;
    if (gasLeft !== undefined && transaction.gasLimit > gasLeft) {
      const text = `Its gas limit of ${transaction.gasLimit} is more than the ${gasLeft} left in the block`;
      return { kind: 'no-room', text, lacks: 'gas' };
    }
    // It ran before without finding room: running it again would cost time for nothing.
    if ((transaction.freeBytes ?? 0) > freeBytes) return noBytes;
    const invalid = checkTransaction(parts, transaction);
    if (invalid !== undefined) return { kind: 'invalid', text: invalid.text };
    const ran = run.attempt(transaction, freeBytes);
    switch (ran.kind) {
      case 'executed':
        // First blocks have no limit, so it can be used up.
        this.freeBytes = Math.max(this.freeBytes - unpaidBytes(ran.output.length, ran.gas), 0);
        return undefined;
      case 'invalid':
        return { kind: 'invalid', text: ran.text };
      case 'interrupted':
        return { kind: 'invalid', text: 'It took too long', endsBlock: true };
      case 'no-bytes-left':
        transaction.freeBytes = ran.freeBytes;
        return noBytes;
      case 'no-gas-left':
        return noGas;
    }
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

type Fault = Omit<LeftOut, 'requestKey'> & {
  readonly endsBlock?: boolean;
  /** What the block has too little of. */
  readonly lacks?: 'gas' | 'bytes';
};

const unused: Fault = { kind: 'unused', text: 'The block was finished before it' };

function isRepeated(seen: Set<string>, requestKey: string): Fault | undefined {
  if (seen.has(requestKey)) return { kind: 'repeated', text: 'It is offered twice' };
  seen.add(requestKey);
  return undefined;
}

const noBytes: Fault = {
  kind: 'no-room',
  text: 'Its output is larger than its gas pays for, and the rest of the block has no room for that',
  lacks: 'bytes',
};

const noGas: Fault = {
  kind: 'no-room',
  text: 'It does not fit into the rest of the block',
  lacks: 'gas',
};
