// Moves to other cuts, which wait for each other. Each is made in stages, as far as one step of the journal goes.

import { bad, good, type Result } from '../../base/result.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { LedgerChange, MoveFault } from '../../p2p/ledger.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import type { Journal } from './journal.ts';

export type Moved = Result<LedgerChange, MoveFault>;

export type StopReason = () => MoveFault | undefined;

export type StagedMove = {
  /** Makes the next stage, and returns whether it was the last one. It may ask meanwhile whether to stop. */
  stage(
    stopReason: StopReason,
  ): Promise<Result<{ readonly change: LedgerChange; readonly isLast: boolean }, MoveFault>>;
  /** Called when it has ended, however it did. */
  end?(): void;
};

export class MoveLine {
  private readonly journal: Journal;
  /** Ends with the last move that was asked for. */
  private last: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** Makes a move after those before it. `begin`: called when they have ended. */
  add(begin: () => StagedMove, signal: AbortSignal | undefined): Promise<Moved> {
    const moved = this.last.then(() => this.run(begin(), signal));
    // A bug in one move is its caller's to report, and no fault of the next.
    this.last = moved.catch(() => undefined);
    return moved;
  }

  /** Ends the moves. */
  close(): void {
    this.isClosed = true;
  }

  private async run(move: StagedMove, signal: AbortSignal | undefined): Promise<Moved> {
    const stopReason = (): MoveFault | undefined => this.stopReason(signal);
    const added: BlockHeader[] = [];
    const removed: BlockHeader[] = [];
    try {
      for (;;) {
        const fault = stopReason();
        if (fault !== undefined) return bad(fault);
        const stage = await move.stage(stopReason);
        if (!stage.ok) return stage;
        const { change, isLast } = stage.value;
        added.push(...change.added);
        removed.push(...change.removed);
        // What is not stored yet is held in memory: no stage runs ahead of the disk.
        await this.journal.committed();
        if (isLast) return good({ ...change, added, removed });
      }
    } catch (error) {
      if (error instanceof StoreFault) return bad({ kind: 'ill', sentence: error.message });
      throw error;
    } finally {
      move.end?.();
    }
  }

  private stopReason(signal: AbortSignal | undefined): MoveFault | undefined {
    if (signal?.aborted === true) return { kind: 'aborted' };
    if (this.isClosed) return { kind: 'ill', sentence: 'the node is shutting down' };
    const { fault } = this.journal;
    return fault === undefined ? undefined : { kind: 'ill', sentence: fault };
  }
}
