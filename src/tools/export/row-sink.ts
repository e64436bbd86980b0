// The port to where rows are stored. It keeps one contiguous line of blocks for each chain; the exporter grows it at its upper end,
// and at its lower end when older blocks are asked for. Each change is one transaction, so that an interruption at any time leaves
// whole blocks, each once.

import type { Result } from '../../base/result.ts';
import type { BlockRows } from './rows.ts';

/** A sentence without a full stop that says what to do. Sinks retry by themselves what may succeed later. */
export type SinkFault = { readonly sentence: string };

export interface RowSink {
  /**
   * Prepares the tables for a network by name, and returns what is stored. Refuses tables with the blocks of another network, of a
   * newer schema, and those into which another exporter writes at this moment.
   */
  open(network: string): Promise<Result<readonly StoredChain[], SinkFault>>;
  /** Returns the hashes of the stored blocks from one height to another, both included, in ascending order. */
  hashes(
    chain: number,
    heights: { readonly from: number; readonly to: number },
  ): Promise<Result<readonly string[], SinkFault>>;
  /** Writes blocks of one chain in one transaction. Calls for different chains may overlap; those for one chain never do. */
  write(change: LineChange): Promise<Result<undefined, SinkFault>>;
  /** Releases everything, also after faults. Nothing is called afterwards. */
  close(): Promise<void>;
}

/** The line of stored blocks of a chain: from its lowest to its highest block, without a gap. */
export type StoredChain = {
  readonly chain: number;
  readonly lowest: { readonly height: number; readonly hash: string; readonly parent: string };
  readonly highest: { readonly height: number; readonly hash: string };
};

export type LineChange = {
  readonly chain: number;
  /** First removes the blocks above this height, which turned out to be on a fork; `undefined`: none. */
  readonly removeAbove: number | undefined;
  /**
   * Then adds these, in ascending order without a gap. They continue what remains of the line at its upper end, or end below its
   * lowest block; if nothing is left of the line, they begin a new one.
   */
  readonly blocks: readonly BlockRows[];
};
