// What executing the transactions of a block takes and gives. Everything here is data: no clock, no files, no network.
//
// A block is executed so: `executeCoinbase`, then `executeTransaction` for each transaction in order, over one database
// that holds the state of the parent block. Whoever makes the block keeps the sum of the gas, takes back what an
// invalid transaction has written, and asks for the receipts of earlier blocks.

import type { Micros } from '../model/header.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { ExecutionRules } from '../rules/execution-rules.ts';
import type { CommandResult, PublicMeta, VerifiedCommand } from '../../command/index.ts';
import type { TransactionSizes } from '../rules/execution/initial-gas.ts';
import type { UserSignature } from '../../command/index.ts';
import type { Miner } from '../model/miner-json.ts';
import type { SpvPort } from './spv-port.ts';
import type { VerifierPlugins } from './verifiers/verifier-plugin.ts';

/** Where transactions run: the same for all of a block. */
export type TransactionContext = {
  readonly chain: ChainId;
  /** Of the block that is executed: one above its parent. */
  readonly height: number;
  readonly parent: {
    /** Base64url, as `chain-data` shows it. */
    readonly hash: string;
    /** `block-time` of the code in this block. */
    readonly time: Micros;
  };
  /** Of the network, for rising gas prices. */
  readonly genesisTime: Micros;
  readonly miner: Miner;
  /** `executionRules` at this block. */
  readonly rules: ExecutionRules;
  readonly spv: SpvPort;
  /** The plugins that this program has; `rules.verifiers` says which of them transactions may use. */
  readonly plugins: VerifierPlugins;
  /** How many nested evaluation steps the present JavaScript stack can hold. */
  readonly depthLimit: number;
  /** Asked now and then; execution throws `Interrupted` once it says yes. */
  readonly isInterrupted?: () => boolean;
  readonly isMemoryShort?: () => boolean;
};

/** A transaction that was read: everything that is needed again and again is computed once. Made by `readTransaction`. */
export type ChainTransaction = VerifiedCommand<PublicMeta> & {
  /** The text that was signed. */
  readonly cmd: string;
  readonly signatures: readonly UserSignature[];
  readonly sizes: TransactionSizes;
  /** As it stands in payloads: the canonical encoding, whatever the bytes were that were read. */
  readonly bytes: Uint8Array;
};

export type TransactionPlace = {
  /** The position in the block, from 0. */
  readonly index: number;
  /** What the block has left of its gas limit; `undefined`: there is no limit. */
  readonly gasLeft: bigint | undefined;
};

export type TransactionResult =
  /** It stays in the block, whether it succeeded or failed. */
  | {
      readonly kind: 'executed';
      readonly result: CommandResult;
      /** The result as it is stored and hashed. */
      readonly output: Uint8Array;
      /** Whole units: what the block's limit is charged with. */
      readonly gas: bigint;
    }
  /**
   * It cannot be in a block: drop it while building, and refuse the block while validating. The caller takes back what
   * it has written: see `ChainState`.
   */
  | { readonly kind: 'invalid'; readonly fault: InvalidTransaction };

export type InvalidTransaction = {
  readonly code:
    | 'gas-purchase'
    | 'gas-redemption'
    | 'too-big'
    /** Its result or what it writes is larger than any node could keep: see limits.ts. */
    | 'too-large'
    /** It failed because the block has not enough gas left for its limit. */
    | 'block-gas-limit'
    /** The network allows a verifier that this program has not: blocks with it cannot be followed. */
    | 'verifier'
    /** A proof that the reference does not survive. */
    | 'proof'
    /** It has no top-level forms, so it has no result. */
    | 'empty-code';
  /** In the reference's words where it has any. */
  readonly message: string;
};

export type CoinbaseResult =
  | { readonly kind: 'executed'; readonly result: CommandResult; readonly output: Uint8Array }
  /** The block is invalid. */
  | {
      readonly kind: 'invalid';
      readonly code: 'coinbase' | 'upgrade' | 'pact-4';
      readonly message: string;
    };
