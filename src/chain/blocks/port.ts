// What making a block asks of execution: reading transactions, checking them, the reward of the miner, and
// running them, each on the database that it is given. It knows the place of the block and its rules.

import type { Result } from '../../base/result.ts';
import type { EntryDatabase } from '../../store/index.ts';

/** As far as a block looks at it. */
export type BlockTransaction = {
  /** Base64url of the hash. */
  readonly requestKey: string;
  /** The JSON that is hashed: written anew from what was read, so that there is one form of each transaction. */
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
  /** Such as one whose gas cannot be bought or redeemed: it has no place in a block. */
  | { readonly kind: 'invalid'; readonly text: string }
  /** It failed, and its own gas limit is more than what the block has left. */
  | { readonly kind: 'no-gas-left' }
  /** Execution was ended from outside. */
  | { readonly kind: 'interrupted' };

export type RunOptions = {
  /** What the transactions before left of the block's limit: the transaction runs with that where its own limit is more. */
  readonly gasLeft: bigint | undefined;
  /** In the block, from 0. */
  readonly position: number;
};

export interface BlockPort<T extends BlockTransaction> {
  /** Most gas of a block; `undefined`: no limit. */
  readonly gasLimit: bigint | undefined;
  read(bytes: Uint8Array): Result<T, string>;
  /** What is wrong with its hash, chain, signatures and times, in this order. */
  faults(transaction: T): readonly string[];
  /** Upgrades of this height and the miner's reward: the JSON of its result. */
  coinbase(database: EntryDatabase): Result<Uint8Array, string>;
  run(database: EntryDatabase, transaction: T, options: RunOptions): Ran;
}
