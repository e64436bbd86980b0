// The types of executing the transactions of a block. Everything here is data: no clock, no files, no network.
//
// To execute a block, call `executeCoinbase`, then `executeTransaction` for each transaction in order, with one
// database that has the state of the parent block. The caller adds up the gas, takes back the writes of an invalid
// transaction, and looks up the receipts of earlier blocks.

import type { Micros } from '../model/header.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { ExecutionRules } from '../rules/execution-rules.ts';
import type { CommandResult, PublicMeta, VerifiedCommand } from '../command/index.ts';
import type { TransactionSizes } from '../rules/execution/gas.ts';
import type { UserSignature } from '../command/index.ts';
import type { Miner } from '../model/payload-json.ts';
import type { WriteObserver } from './coin-changes.ts';
import type { SpvPort } from './spv-port.ts';

/** The environment of transactions: the same for all of a block. */
export type TransactionContext = {
  readonly chain: ChainId;
  /** The height of the block that is executed: one above its parent. */
  readonly height: number;
  readonly parent: {
    /** Base64url, as `chain-data` shows it. */
    readonly hash: string;
    /** The `block-time` for code in this block. */
    readonly time: Micros;
  };
  /** The genesis time of the network, for rising gas prices. */
  readonly genesisTime: Micros;
  readonly miner: Miner;
  /** `executionRules` at this block. */
  readonly rules: ExecutionRules;
  readonly spv: SpvPort;
  /** The number of nested evaluation steps that fits the current JavaScript stack. */
  readonly depthLimit: number;
  /** Called now and then; execution throws `Interrupted` if it returns true. */
  readonly isInterrupted?: () => boolean;
  readonly isMemoryShort?: () => boolean;
  /** Whether what blocks change in the table of the coin is recorded (default: false). */
  readonly recordsCoin?: boolean | undefined;
};

/** A transaction that was read: everything that is needed repeatedly is computed once. Made by `readTransaction`. */
export type ChainTransaction = VerifiedCommand<PublicMeta> & {
  /** The text that was signed. */
  readonly cmd: string;
  readonly signatures: readonly UserSignature[];
  readonly sizes: TransactionSizes;
  /** As stored in payloads: the canonical encoding, whatever the bytes that were read. */
  readonly bytes: Uint8Array;
};

export type TransactionPlace = {
  /** The position in the block, from 0. */
  readonly index: number;
  /** The rest of the block's gas limit; `undefined`: there is no limit. */
  readonly gasLeft: bigint | undefined;
  /**
   * In a block that is made here, the bytes of output left that gas does not pay for (`makerLimits`). `undefined`: the
   * block was made elsewhere, where outputs have no such limit.
   */
  readonly freeBytes?: number | undefined;
  /** Is told of writes if the transaction is not invalid. */
  readonly onWrites?: WriteObserver | undefined;
};

export type TransactionResult =
  /** It stays in the block, whether it succeeded or failed. */
  | {
      readonly kind: 'executed';
      readonly result: CommandResult;
      /** The result as it is stored and hashed. */
      readonly output: Uint8Array;
      /** Whole units: the amount charged to the block's limit. */
      readonly gas: bigint;
    }
  /**
   * It cannot be in a block: drop it while building, and refuse the block while validating. The caller takes back its
   * writes: see `ChainState`.
   */
  | { readonly kind: 'invalid'; readonly fault: InvalidTransaction | NoBytesLeft };

/** Its output needs more of the `freeBytes` of its place than are left, but the next block has them. */
export type NoBytesLeft = {
  readonly code: 'block-output-limit';
  readonly message: string;
  /** What it needs. */
  readonly freeBytes: number;
};

export type InvalidTransaction = {
  readonly code:
    | 'gas-purchase'
    | 'gas-redemption'
    | 'too-big'
    /** Its result or its writes are too large for any node to store: see limits.ts. */
    | 'too-large'
    /** It failed because less gas is left in the block than its limit. */
    | 'block-gas-limit'
    /** The network allows a verifier that this program lacks: blocks with it cannot be followed. */
    | 'verifier'
    /** A proof that crashes the reference. */
    | 'proof'
    /** It has no top-level forms, so it has no result. */
    | 'empty-code';
  /** With the reference's text, if it has one. */
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
