// The ledger of a node that follows the headers of a network, as its peer-to-peer half sees it. Nothing is executed, so that
// moves are limited only by what the disk takes; and there are no mempools.

import type { Clock, Timer } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { Ledger, LedgerChange, Move, MoveFault } from '../../p2p/ledger.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import type { HeaderChains } from './header-chains.ts';

type HeaderLedgerParts = {
  readonly chains: HeaderChains;
  readonly clock: Clock;
  readonly timer: Timer;
};

type Moved = Result<LedgerChange, MoveFault>;

export class HeaderLedger implements Ledger {
  readonly follow = 'headers';
  readonly network: Network;
  private readonly parts: HeaderLedgerParts;
  /** Ends with the last move that was asked for. */
  private line: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(parts: HeaderLedgerParts) {
    this.parts = parts;
    this.network = parts.chains.network;
  }

  cut(): Cut {
    return this.parts.chains.cut;
  }

  onCut(listener: (change: LedgerChange) => void): () => void {
    return this.parts.chains.listen(listener);
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    return this.parts.chains.store.find(chain, hash);
  }

  headerAt(chain: ChainId, height: number): BlockHeader | undefined {
    return this.parts.chains.line(chain)?.at(height);
  }

  payload(): undefined {
    return undefined;
  }

  now(): Micros {
    return BigInt(Math.floor(this.parts.clock.dateMs() * 1000));
  }

  move(move: Move, signal?: AbortSignal): Promise<Moved> {
    const moved = this.line.then(() => this.moveInStages(move, signal));
    this.line = moved;
    return moved;
  }

  pool(): undefined {
    return undefined;
  }

  /** Ends the moves. */
  close(): void {
    this.isClosed = true;
  }

  private async moveInStages(move: Move, signal: AbortSignal | undefined): Promise<Moved> {
    const { chains, timer } = this.parts;
    const added: BlockHeader[] = [];
    const removed: BlockHeader[] = [];
    try {
      for (;;) {
        const fault = this.stopReason(signal);
        if (fault !== undefined) return bad(fault);
        const moved = chains.moveStage(move);
        if (!moved.ok) return moved;
        added.push(...moved.value.added);
        removed.push(...moved.value.removed);
        await chains.journal.committed();
        if (moved.value.cut === move.cut) return good({ ...moved.value, added, removed });
        await new Promise<void>((resolve) => timer.soon(resolve));
      }
    } catch (error) {
      if (error instanceof StoreFault) return bad({ kind: 'ill', sentence: error.message });
      throw error;
    }
  }

  private stopReason(signal: AbortSignal | undefined): MoveFault | undefined {
    if (signal?.aborted === true) return { kind: 'aborted' };
    if (this.isClosed) return { kind: 'ill', sentence: 'the node is shutting down' };
    const { fault } = this.parts.chains.journal;
    return fault === undefined ? undefined : { kind: 'ill', sentence: fault };
  }
}
