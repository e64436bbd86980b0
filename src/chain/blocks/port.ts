// The port from blocks to execution: reading transactions, checking them, the reward of the miner, and running them,
// each on a given database. It knows the position of the block and its rules.

import type { Result } from '../../base/result.ts';
import type { EntryDatabase } from '../../storage/entries/index.ts';

/** A transaction, with the parts that blocks need. */
export type BlockTransaction = {
  /** Base64url of the hash. */
  readonly requestKey: string;
  /** The JSON that is hashed: serialized from the data that were read, so that each transaction has one form. */
  readonly bytes: Uint8Array;
  readonly gasLimit: bigint;
};

export type Ran =
  | {
      readonly kind: 'executed';
      /** JSON of the result. */
      readonly output: Uint8Array;
      readonly gas: bigint;
    }
  /** For example, its gas cannot be bought or redeemed: it cannot be in a block. */
  | { readonly kind: 'invalid'; readonly text: string }
  /** It failed, and its own gas limit is more than the gas left in the block. */
  | { readonly kind: 'no-gas-left' }
  /** Execution was interrupted. */
  | { readonly kind: 'interrupted' };

export type RunOptions = {
  /** The gas left in the block: the transaction runs with that if its own limit is higher. */
  readonly gasLeft: bigint | undefined;
  /** The index in the block, from 0. */
  readonly position: number;
};

export interface BlockPort<T extends BlockTransaction> {
  /** The gas limit of a block; `undefined`: no limit. */
  readonly gasLimit: bigint | undefined;
  read(bytes: Uint8Array): Result<T, string>;
  /** Returns a fault of its hash, chain, signatures and times, in this order. */
  faults(transaction: T): readonly string[];
  /** Runs the upgrades of this height and the miner's reward. Returns the JSON of the result. */
  coinbase(database: EntryDatabase): Result<Uint8Array, string>;
  run(database: EntryDatabase, transaction: T, options: RunOptions): Ran;
}
