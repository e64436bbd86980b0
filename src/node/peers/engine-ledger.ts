// The ledger of a node that executes blocks, as its peer-to-peer half sees it. Moves to other cuts wait for each other, and
// are made in turns of a few milliseconds, between which requests are answered and blocks are made.

import { bad, good, type Result } from '../../base/result.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import { type PayloadData, withoutOutputs } from '../../chain/model/payload.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { Ledger, LedgerChange, Move, MoveFault, Pool } from '../../p2p/ledger.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import type { CutMove } from '../engine/cut-move.ts';
import type { Engine } from '../engine/engine.ts';
import { moveLimits } from '../limits.ts';
import { SignaturesAhead } from './signatures-ahead.ts';

type EngineLedgerParts = {
  readonly engine: Engine;
  readonly timer: Timer;
  readonly signatures: SignatureChecker;
  readonly poolOf: (chain: ChainId) => Pool | undefined;
};

type Moved = Result<LedgerChange, MoveFault>;

export class EngineLedger implements Ledger {
  readonly network: Network;
  private readonly parts: EngineLedgerParts;
  /** Ends with the last move that was asked for. */
  private line: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(parts: EngineLedgerParts) {
    this.parts = parts;
    this.network = parts.engine.network;
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
    const moved = this.line.then(() => this.moveInTurns(move, signal));
    this.line = moved;
    return moved;
  }

  pool(chain: ChainId): Pool | undefined {
    return this.parts.poolOf(chain);
  }

  /** Ends the moves. */
  close(): void {
    this.isClosed = true;
  }

  private async moveInTurns(move: Move, signal: AbortSignal | undefined): Promise<Moved> {
    const { journal } = this.parts.engine;
    const added: BlockHeader[] = [];
    const removed: BlockHeader[] = [];
    const ahead = new SignaturesAhead(this.parts, move.blocks);
    try {
      for (;;) {
        const fault = this.stopReason(signal);
        if (fault !== undefined) return bad(fault);
        const begun = this.parts.engine.beginMove({ ...move, stage: 'first' });
        if (!begun.ok) return begun;
        await ahead.through(begun.value.added);
        const stage = await this.allTurns(begun.value, signal);
        if (!stage.ok) return stage;
        added.push(...stage.value.added);
        removed.push(...stage.value.removed);
        // What is not stored yet is held in memory: no stage runs ahead of the disk.
        await journal.committed();
        if (begun.value.cut === move.cut) return good({ ...stage.value, added, removed });
      }
    } catch (error) {
      if (error instanceof StoreFault) return bad({ kind: 'ill', sentence: error.message });
      throw error;
    } finally {
      ahead.stop();
    }
  }

  private async allTurns(move: CutMove, signal: AbortSignal | undefined): Promise<Moved> {
    const { engine, timer } = this.parts;
    for (;;) {
      const moved = move.turn(engine.clock.nowMs() + moveLimits.turnMs);
      if (moved !== undefined) return moved;
      await new Promise<void>((resolve) => timer.soon(resolve));
      const fault = this.stopReason(signal);
      if (fault === undefined) continue;
      move.drop();
      return bad(fault);
    }
  }

  private stopReason(signal: AbortSignal | undefined): MoveFault | undefined {
    if (signal?.aborted === true) return { kind: 'aborted' };
    if (this.isClosed) return { kind: 'ill', sentence: 'the node is shutting down' };
    const { fault } = this.parts.engine.journal;
    return fault === undefined ? undefined : { kind: 'ill', sentence: fault };
  }
}
