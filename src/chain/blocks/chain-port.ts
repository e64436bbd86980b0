// Blocks of a network: transactions are read, checked and run by the network's rules at the position of the block.
import { toBase64Url } from '../../base/base64url.ts';
import { type Result, bad, good } from '../../base/result.ts';
import { Interrupted } from '../../lang/session/run.ts';
import {
  type TransactionContext,
  type WriteObserver,
  executeCoinbase,
  executeGenesisTransaction,
  executeTransaction,
  genesisCoinbase,
  invalidityOf,
} from '../execute/index.ts';
import type { BlockHeader } from '../model/header.ts';
import type { Miner } from '../model/payload-json.ts';
import { type SpvRules, rulesAbove } from '../rules/execution-rules.ts';
import { type Network, genesisHeight } from '../rules/network.ts';
import { CheckedTransactions, type KnownTransaction } from './checked-transactions.ts';
import type { EntryDatabase } from '../../storage/entries/index.ts';
import type { HeaderSource } from '../spv/header-source.ts';
import { spvSupport } from '../spv/spv-support.ts';
import { rememberedTransactions } from '../limits.ts';

/** The environment that execution needs. */
export type ExecutionHost = Pick<
  TransactionContext,
  'depthLimit' | 'isInterrupted' | 'isMemoryShort' | 'recordsCoin'
> & {
  /** For one block: proofs are checked against the ancestors of its parent. */
  readonly spvFor: (parent: BlockHeader, rules: SpvRules) => TransactionContext['spv'];
  readonly transactions: CheckedTransactions;
};

/** Returns the context of a block on `parent`. */
export function contextOn(
  network: Network,
  parent: BlockHeader,
  miner: Miner,
  { spvFor, transactions: _, ...host }: ExecutionHost,
): TransactionContext {
  const rules = rulesAbove(network, parent);
  return {
    ...host,
    chain: parent.chainId,
    height: parent.height + 1,
    parent: { hash: toBase64Url(parent.hash), time: parent.creationTime },
    genesisTime: network.genesis.time,
    miner,
    rules,
    spv: spvFor(parent, rules.spv),
  };
}

export function chainPort(
  context: TransactionContext,
  transactions: CheckedTransactions,
): BlockPort<KnownTransaction> {
  return {
    gasLimit: context.rules.blockGasLimit,
    recordsCoin: context.recordsCoin,
    read: (bytes) => transactions.read(bytes),
    faults(known) {
      const signatures = known.isSigned ? 'checked' : 'check';
      const fault = invalidityOf(known.transaction, context, { signatures });
      if (fault !== undefined) return [fault];
      known.isSigned = true;
      return [];
    },
    coinbase(database, onWrites) {
      const result = executeCoinbase(database, context, onWrites);
      return result.kind === 'executed' ? good(result.output) : bad(result.message);
    },
    run(database, { transaction }, { gasLeft, freeBytes, position, onWrites }) {
      return unlessInterrupted(() => {
        const result = executeTransaction(database, context, transaction, {
          index: position,
          gasLeft,
          freeBytes,
          onWrites,
        });
        if (result.kind === 'executed') {
          return { kind: 'executed', output: result.output, gas: result.gas };
        }
        const { fault } = result;
        if (fault.code === 'block-gas-limit') return { kind: 'no-gas-left' };
        if (fault.code === 'block-output-limit') {
          return { kind: 'no-bytes-left', freeBytes: fault.freeBytes };
        }
        return { kind: 'invalid', text: fault.message };
      });
    },
  };
}

/** The first block of a chain: its transactions are trusted, and there is no reward. */
export function genesisPort(
  context: TransactionContext,
  transactions: CheckedTransactions,
): BlockPort<KnownTransaction> {
  return {
    gasLimit: undefined,
    recordsCoin: context.recordsCoin,
    read: (bytes) => transactions.read(bytes),
    faults: () => [],
    coinbase: () => good(genesisCoinbase),
    run: (database, { transaction }, { onWrites }) =>
      unlessInterrupted(() => {
        const output = executeGenesisTransaction(database, context, transaction, onWrites);
        return output.ok
          ? { kind: 'executed', output: output.value, gas: 0n }
          : { kind: 'invalid', text: output.fault };
      }),
  };
}

function unlessInterrupted(run: () => Ran): Ran {
  try {
    return run();
  } catch (error) {
    if (error instanceof Interrupted) return { kind: 'interrupted' };
    throw error;
  }
}

// The port from blocks to execution: reading transactions, checking them, the reward of the miner, and running them,
// each on a given database. It knows the position of the block and its rules.

/** A transaction, with the parts that blocks need. */
export type BlockTransaction = {
  /** Base64url of the hash. */
  readonly requestKey: string;
  /** The JSON that is hashed: serialized from the data that were read, so that each transaction has one form. */
  readonly bytes: Uint8Array;
  readonly gasLimit: bigint;
  /** The bytes of output beyond those that its gas pays for, found when the block that was made here had no room for them. */
  freeBytes?: number;
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
  /** Its output needs this number of bytes beyond those that its gas pays for, and the block has fewer left. */
  | { readonly kind: 'no-bytes-left'; readonly freeBytes: number }
  /** Execution was interrupted. */
  | { readonly kind: 'interrupted' };

export type RunOptions = {
  /** The gas left in the block: the transaction runs with that if its own limit is higher. */
  readonly gasLeft: bigint | undefined;
  /** Bytes of output that gas need not pay for, left in a block that is made here; `undefined` in other blocks. */
  readonly freeBytes: number | undefined;
  /** The index in the block, from 0. */
  readonly position: number;
  /** Is told of writes of a transaction that is executed. */
  readonly onWrites?: WriteObserver | undefined;
};

export interface BlockPort<T extends BlockTransaction> {
  /** The gas limit of a block; `undefined`: no limit. */
  readonly gasLimit: bigint | undefined;
  /** Whether what the block changes in the table of the coin is recorded. */
  readonly recordsCoin?: boolean | undefined;
  read(bytes: Uint8Array): Result<T, string>;
  /** Returns a fault of its hash, chain, signatures and times, in this order. */
  faults(transaction: T): readonly string[];
  /** Runs the upgrades of this height and the miner's reward. Returns the JSON of the result. */
  coinbase(database: EntryDatabase, onWrites?: WriteObserver): Result<Uint8Array, string>;
  run(database: EntryDatabase, transaction: T, options: RunOptions): Ran;
}

// The environment for executing blocks of a network, with all parts of this program: proofs of other chains, verifiers,
// and the cache of transactions. A node needs one for each chain if chains run in different threads; one for several
// chains works too.

type HostOptions = Pick<
  TransactionContext,
  'depthLimit' | 'isInterrupted' | 'isMemoryShort' | 'recordsCoin'
> & {
  readonly network: Network;
  /** The headers of the chain, all forks included: roots of proofs are looked up in them. */
  readonly headers: HeaderSource;
  /** Levels of brackets in the code of transactions that fit the stack (default: that of any thread). */
  readonly nestingLimit?: number | undefined;
};

export function executionHost({
  network,
  headers,
  nestingLimit,
  ...limits
}: HostOptions): ExecutionHost {
  return {
    ...limits,
    spvFor: spvOver(network, headers),
    transactions: new CheckedTransactions(rememberedTransactions, nestingLimit),
  };
}

/** Returns the host for blocks above headers that its own source does not have. */
export function hostOver(
  host: ExecutionHost,
  { network, headers }: Pick<HostOptions, 'network' | 'headers'>,
): ExecutionHost {
  return { ...host, spvFor: spvOver(network, headers) };
}

function spvOver(network: Network, headers: HeaderSource): ExecutionHost['spvFor'] {
  return (parent, rules) => {
    const { chainId: chain } = parent;
    const lowest = genesisHeight(network, chain) ?? 0;
    return spvSupport({ headers, chain, genesisHeight: lowest, parent, rules });
  };
}
