// The block of one request for work, built in turns. If its chain moves on meanwhile, another one is begun.

import { bad, good } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { encodeWorkHeader } from '../../../chain/model/header.ts';
import type { Miner } from '../../../chain/model/payload-json.ts';
import { miningLimits } from '../../limits.ts';
import type { Candidate } from '../engine.ts';
import type { WorkAnswer } from './build-line.ts';
import { BlockInTurns, type BlockMaking } from './make-block.ts';

type WorkOptions = {
  readonly miner: Miner;
  /** The chains on which work may be given now, the preferred one first. */
  readonly chains: () => readonly ChainId[];
  /** Returns the miner's work on a chain if it needs not be built again. */
  readonly known: (chain: ChainId) => Candidate | undefined;
  /** The number of transactions that ever arrived on a chain. */
  readonly arrivals: (chain: ChainId) => number;
  /** Receives the block when it is built. */
  readonly give: (candidate: Candidate, arrivals: number) => void;
};

type OpenWork = { readonly block: BlockInTurns; readonly arrivals: number; spentMs: number };

export class WorkBuild {
  private readonly making: Omit<BlockMaking, 'miner' | 'maxMs'>;
  private readonly options: WorkOptions;
  private open: OpenWork | undefined;
  private attempts = 0;

  constructor(making: Omit<BlockMaking, 'miner' | 'maxMs'>, options: WorkOptions) {
    this.making = making;
    this.options = options;
  }

  /** See `Build`. */
  turn(isAwaited: boolean): WorkAnswer | undefined {
    if (this.open?.block.isCurrent !== true) {
      this.open = undefined;
      const answer = this.begin();
      if (answer !== undefined) return answer;
    }
    return this.open && this.proceed(this.open, isAwaited);
  }

  private begin(): WorkAnswer | undefined {
    const { chains, known, arrivals, miner } = this.options;
    const { engine } = this.making;
    if (this.attempts++ >= miningLimits.attempts) return waits;
    for (const chain of chains()) {
      const own = known(chain);
      if (own !== undefined) return answerOf(own);
      const begun = BlockInTurns.begin({ ...this.making, miner }, chain);
      if (begun.ok) {
        this.open = { block: begun.value, arrivals: arrivals(chain), spentMs: 0 };
        return undefined;
      }
      if (begun.fault.kind === 'failed') {
        return bad({ kind: 'unavailable', sentence: begun.fault.text });
      }
    }
    return engine.chains.size === 0 ? bad({ kind: 'unavailable', sentence: 'no chains' }) : waits;
  }

  private proceed(open: OpenWork, isAwaited: boolean): WorkAnswer | undefined {
    const { clock } = this.making.engine;
    const { turnMs, awaitedMs } = miningLimits;
    const begunMs = clock.nowMs();
    const built =
      open.block.turn(turnMs) ??
      (isAwaited && open.spentMs + turnMs >= awaitedMs ? open.block.end() : undefined);
    open.spentMs += clock.nowMs() - begunMs;
    if (built === undefined) return undefined;
    this.open = undefined;
    if (built.ok) {
      this.options.give(built.value, open.arrivals);
      return answerOf(built.value);
    }
    // A neighbour is missing now: the next turn begins on another chain.
    if (built.fault.kind === 'waits') return undefined;
    return bad({ kind: 'unavailable', sentence: built.fault.text });
  }
}

const waits: WorkAnswer = bad({
  kind: 'unavailable',
  sentence: 'no chain can be mined now: retry after the next block',
});

/** The time may be changed by the solution, but must not be before the parents or ahead of the clock. */
export function answerOf({ header }: Candidate): WorkAnswer {
  return good(encodeWorkHeader({ ...header, nonce: 0n }));
}
