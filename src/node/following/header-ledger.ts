// The ledger of a node that follows the headers of a network, as its peer-to-peer half sees it. Nothing is executed, so that
// moves are limited only by what the disk takes; and there are no mempools.

import { nextTurn, type Clock, type Timer } from '../../base/ports/time.ts';
import { good } from '../../base/result.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { Ledger, LedgerChange, Move } from '../../p2p/ledger.ts';
import { MoveLine, type Moved, type StagedMove } from '../engine/move-line.ts';
import type { HeaderChains } from './header-chains.ts';

type HeaderLedgerParts = {
  readonly chains: HeaderChains;
  readonly clock: Clock;
  readonly timer: Timer;
};

export class HeaderLedger implements Ledger {
  readonly follow = 'headers';
  readonly network: Network;
  private readonly parts: HeaderLedgerParts;
  private readonly moves: MoveLine;

  constructor(parts: HeaderLedgerParts) {
    this.parts = parts;
    this.network = parts.chains.network;
    this.moves = new MoveLine(parts.chains.journal);
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
    return this.moves.add(() => ({ stage: () => this.stage(move) }), signal);
  }

  pool(): undefined {
    return undefined;
  }

  /** Ends the moves. */
  close(): void {
    this.moves.close();
  }

  private async stage(move: Move): ReturnType<StagedMove['stage']> {
    const { chains, timer } = this.parts;
    const moved = chains.moveStage(move);
    if (!moved.ok) return moved;
    const isLast = moved.value.cut === move.cut;
    if (!isLast) await nextTurn(timer);
    return good({ change: moved.value, isLast });
  }
}
