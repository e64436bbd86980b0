// The ledger of a node that executes blocks, as its peer-to-peer half sees it. Moves to other cuts wait for each other, and
// are made in turns of a few milliseconds, between which requests are answered and blocks are made.

import { bad, good } from '../../base/result.ts';
import { nextTurn, type Timer } from '../../base/ports/time.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import { type PayloadData, withoutOutputs } from '../../chain/model/payload.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { Ledger, LedgerChange, Move, Pool, SealedPool } from '../../p2p/ledger.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import type { CutMove } from '../engine/cut-move.ts';
import type { Engine } from '../engine/engine.ts';
import { MoveLine, type Moved, type StagedMove, type StopReason } from '../engine/move-line.ts';
import { moveLimits } from '../limits.ts';
import { SignaturesAhead } from './signatures-ahead.ts';

type EngineLedgerParts = {
  readonly engine: Engine;
  readonly timer: Timer;
  readonly signatures: SignatureChecker;
  readonly poolOf: (chain: ChainId) => Pool | undefined;
  readonly sealed?: SealedPool | undefined;
};

export class EngineLedger implements Ledger {
  readonly network: Network;
  readonly sealed: SealedPool | undefined;
  private readonly parts: EngineLedgerParts;
  private readonly moves: MoveLine;

  constructor(parts: EngineLedgerParts) {
    this.parts = parts;
    this.network = parts.engine.network;
    this.sealed = parts.sealed;
    this.moves = new MoveLine(parts.engine.journal);
  }

  cut(): Cut {
    return this.parts.engine.cut;
  }

  onCut(listener: (change: LedgerChange) => void): () => void {
    return this.parts.engine.listen(listener);
  }

  find(chain: ChainId, hash: Hash): BlockHeader | undefined {
    return this.parts.engine.store.find(chain, hash);
  }

  headerAt(chain: ChainId, height: number): BlockHeader | undefined {
    return this.parts.engine.chains.get(chain)?.line.at(height);
  }

  payload({ chainId, payloadHash }: BlockHeader): PayloadData | undefined {
    const payload = this.parts.engine.store.payload(chainId, payloadHash);
    return payload && withoutOutputs(payload);
  }

  now(): Micros {
    return this.parts.engine.now();
  }

  move(move: Move, signal?: AbortSignal): Promise<Moved> {
    return this.moves.add(() => {
      const ahead = new SignaturesAhead(this.parts, move.blocks);
      return {
        stage: (stopReason) => this.stage(move, { ahead, stopReason }),
        end: () => ahead.stop(),
      };
    }, signal);
  }

  pool(chain: ChainId): Pool | undefined {
    return this.parts.poolOf(chain);
  }

  /** Ends the moves. */
  close(): void {
    this.moves.close();
  }

  private async stage(
    move: Move,
    { ahead, stopReason }: { readonly ahead: SignaturesAhead; readonly stopReason: StopReason },
  ): ReturnType<StagedMove['stage']> {
    const begun = this.parts.engine.beginMove({ ...move, stage: 'first' });
    if (!begun.ok) return begun;
    await ahead.through(begun.value.added);
    const moved = await this.allTurns(begun.value, stopReason);
    return moved.ok ? good({ change: moved.value, isLast: begun.value.cut === move.cut }) : moved;
  }

  private async allTurns(move: CutMove, stopReason: StopReason): Promise<Moved> {
    const { engine, timer } = this.parts;
    for (;;) {
      const moved = move.turn(engine.clock.nowMs() + moveLimits.turnMs);
      if (moved !== undefined) return moved;
      await nextTurn(timer);
      const fault = stopReason();
      if (fault === undefined) continue;
      move.drop();
      return bad(fault);
    }
  }
}
