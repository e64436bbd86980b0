// The settings of a network for executing blocks. They are plain data; execution-rules.ts defines which of them apply
// where.
// Source: Chainweb/Version.hs (ChainwebVersion); consensus reference, section 1.4; delta, sections 1, 3 and 11.

import type { ChainId } from '../../graph/chain-graph.ts';
import type { ByPosition, ForkPosition } from '../forks.ts';
import type { InitialGasModel, MinimumGasPrice } from './gas.ts';
import type { RewardTable } from './rewards.ts';
import type { TransactionTiming } from './transaction-timing.ts';

export type ExecutionSettings = {
  /** The gas limit of all transactions of a block together; `undefined`: no limit. */
  readonly blockGasLimit: ByPosition<bigint | undefined>;
  readonly initialGas: ByPosition<InitialGasModel>;
  /** How many blocks back the root of a proof may be; `undefined`: any number. */
  readonly spvWindow: ByPosition<number | undefined>;
  /** Verifier plugins that transactions may use, in ascending order of names. */
  readonly verifiers: ByPosition<readonly string[]>;
  /** Releases of Pact whose prices are charged (default: derived from the forks). */
  readonly gasReleases: ByPosition<string>;
  readonly timing: TransactionTiming;
  readonly minimumGasPrice: MinimumGasPrice;
  readonly rewards: RewardTable;
  readonly coinbase: CoinbaseSettings;
  readonly upgrades: readonly Upgrade[];
  readonly gasQuirks: readonly GasQuirk[];
};

export type CoinbaseSettings = {
  /** Granted while coinbase runs, the innermost first. */
  readonly capabilities: readonly CoinbaseCapability[];
  /** Whether its code sees the chain in `chain-data`, which is empty otherwise. */
  readonly showsChain: boolean;
};

export type CoinbaseCapability = {
  /** The qualified name: `coin.COINBASE`. */
  readonly name: string;
  /** `miner` stands for the account of the miner. */
  readonly arguments: readonly 'miner'[];
};

/** A change of the state of a chain at a height, before the coinbase of that block. */
export type Upgrade = {
  /** `undefined`: on all chains. */
  readonly chains: readonly ChainId[] | undefined;
  readonly at: ForkPosition | ((chain: ChainId) => ForkPosition);
  readonly change: UpgradeChange;
};

export type UpgradeChange =
  | {
      /** Transactions of Pact 4. Only their name is known here: this program cannot run them. */
      readonly kind: 'pact-4';
      readonly name: string;
      /** They run with the rules of the next height. */
      readonly isEarly: boolean;
    }
  /** Signed transactions as JSON, as in payloads. */
  | { readonly kind: 'transactions'; readonly transactions: readonly Uint8Array[] }
  /** Keysets that are overwritten outside of any transaction, without gas and without a log. */
  | {
      readonly kind: 'keysets';
      readonly names: readonly string[];
      readonly keyset: { readonly keys: readonly string[]; readonly predicate: string };
    };

/** A transaction whose gas is not what this release computes, but what the network agreed on. */
export type GasQuirk = {
  readonly chain: ChainId;
  readonly height: number;
  /** The place of the transaction in its block, from 0. */
  readonly index: number;
  readonly gas: bigint;
};
