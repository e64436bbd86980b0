// The rules that execute a block, for one position in a network: plain data, so that execution needs no network.
//
// The guards of forks look at three things: nearly all at the height of the block itself, some at that of its parent
// (`initialGas`, `spvWindow`, the text of a refused proof), and those by fork number at the fork number of the parent.
// Source: Chainweb/Version/Guards.hs, Chainweb/Pact5/TransactionExec.hs, Chainweb/SPV/VerifyProof.hs; consensus
// reference, sections 1.4 and 6; delta, sections 1 to 4.

import { type BlockHeader, forkNumberOf } from '../model/header.ts';
import type { ExecutionFlag } from '../../lang/session/run.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { type InitialGasModel, type MinimumGasPrice, initialGasModels } from './execution/gas.ts';
import { minerReward } from './execution/rewards.ts';
import type { CoinbaseSettings, UpgradeChange } from './execution/settings.ts';
import type { TransactionTiming } from './execution/transaction-timing.ts';
import { guardHolds, isAtPosition, valueAt, type ForkName } from './forks.ts';
import type { Network } from './network.ts';

/** The place where a block is executed. */
export type RulePosition = {
  readonly chain: ChainId;
  /** The height of the block itself. */
  readonly height: number;
  /** The height of the parent: one below the block by default. */
  readonly parentHeight?: number;
  /** The fork number of the parent: a block that raises it still runs with the old rules. */
  readonly forkNumber: number;
};

export type ExecutionRules = {
  readonly flags: {
    /** For transactions of users. */
    readonly transaction: ReadonlySet<ExecutionFlag>;
    /** For `local` without preflight. */
    readonly local: ReadonlySet<ExecutionFlag>;
    /** For coinbase, gas purchase and redemption, gas payers' capabilities, upgrades. */
    readonly system: ReadonlySet<ExecutionFlag>;
    /** For transactions of the first block of a chain. */
    readonly genesis: ReadonlySet<ExecutionFlag>;
  };
  /** Below the fork to Pact 5 blocks cannot be executed here. */
  readonly isPact5: boolean;
  /** The release of Pact in force: `5.4.1`. */
  readonly release: string;
  /** The release whose prices are charged: for `gasScheduleOf`. */
  readonly gasRelease: string;
  /** `undefined`: no limit. */
  readonly blockGasLimit: bigint | undefined;
  /** For transactions in blocks: the reference uses the height of the parent. */
  readonly initialGas: InitialGasModel;
  /** For `local`: uses the height of the block. The two can differ at one height. */
  readonly localInitialGas: InitialGasModel;
  readonly spv: SpvRules;
  /** In ascending order of names. */
  readonly verifiers: readonly string[];
  readonly gasPurchase: 'buy-gas' | 'fund-tx';
  /** Times are not checked in the oldest blocks. */
  readonly timing: TransactionTiming | undefined;
  readonly checksTransactionHash: boolean;
  readonly minimumGasPrice: MinimumGasPrice;
  /** In units of 10^-12 of the coin. */
  readonly minerReward: bigint;
  readonly coinbase: CoinbaseSettings;
  /** In the order in which they run, before coinbase. */
  readonly upgrades: readonly UpgradeChange[];
  /** The gas of transactions by their index in the block, if it differs from what execution finds. */
  readonly gasOverrides: ReadonlyMap<number, bigint>;
};

export type SpvRules = {
  /** How many blocks below the parent the root of a proof may be; `undefined`: any number. */
  readonly window: number | undefined;
  /** The text of a refused root mentions that it may be out of bounds. */
  readonly mentionsBounds: boolean;
  /** A refused proof fails the transaction with the text; before, it failed the block. */
  readonly failsTransaction: boolean;
};

/** Returns the rules of a block on this parent. */
export function rulesAbove(
  network: Network,
  { chainId: chain, height, forkState }: BlockHeader,
): ExecutionRules {
  return executionRules(network, {
    chain,
    height: height + 1,
    forkNumber: forkNumberOf(forkState),
  });
}

export function executionRules(network: Network, position: RulePosition): ExecutionRules {
  const { chain, height, forkNumber } = position;
  const { execution, forks } = network;
  const parentHeight = position.parentHeight ?? height - 1;
  const parentPlace = { chain, forkNumber, height: parentHeight };
  const holds = (name: ForkName): boolean => guardHolds(forks, name, position);
  const atParent = (name: ForkName): boolean => guardHolds(forks, name, parentPlace);
  const release = releaseIn(holds);
  return {
    flags: flagsIn(holds),
    isPact5: holds('pact5'),
    release,
    gasRelease: valueAt(execution.gasReleases, position) ?? release,
    blockGasLimit: valueAt(execution.blockGasLimit, position),
    initialGas: valueAt(execution.initialGas, parentPlace) ?? initialGasModels.payload,
    localInitialGas: valueAt(execution.initialGas, position) ?? initialGasModels.payload,
    spv: {
      window: valueAt(execution.spvWindow, parentPlace),
      mentionsBounds: atParent('chainweb231Pact'),
      failsTransaction: atParent('chainweb219Pact'),
    },
    verifiers: valueAt(execution.verifiers, position) ?? [],
    gasPurchase: holds('chainweb224Pact') ? 'buy-gas' : 'fund-tx',
    timing: holds('skipTxTimingValidation') ? undefined : execution.timing,
    checksTransactionHash: holds('checkTxHash'),
    minimumGasPrice: execution.minimumGasPrice,
    minerReward: minerReward(network, height),
    coinbase: execution.coinbase,
    upgrades: upgradesAt(network, position),
    gasOverrides: gasOverridesAt(network, position),
  };
}

type Holds = (name: ForkName) => boolean;

function releaseIn(holds: Holds): string {
  if (holds('chainweb32')) return '5.4.1';
  if (holds('chainweb231Pact')) return '5.4';
  if (holds('chainweb230Pact')) return '5.3';
  return holds('chainweb228Pact') ? '5.1' : '5.0';
}

/** System code never has `DisablePact54Fix` and `DisablePact51`: the reference does not set them there. */
function flagsIn(holds: Holds): ExecutionRules['flags'] {
  const old51 = flagsUnless(holds('chainweb228Pact'), ['DisablePact51']);
  const old53 = flagsUnless(holds('chainweb230Pact'), [
    'DisablePact52',
    'DisablePact53',
    'DisableReentrancyCheck',
  ]);
  const old54 = flagsUnless(holds('chainweb231Pact'), ['DisablePact54']);
  const old54Fix = flagsUnless(holds('chainweb32'), ['DisablePact54Fix']);
  const ofUsers: readonly ExecutionFlag[] = [
    'DisableRuntimeRTC',
    'EnforceKeyFormats',
    'RequireKeysetNs',
    ...old51,
    ...old53,
    ...old54,
    ...old54Fix,
  ];
  return {
    transaction: new Set([...ofUsers, 'DisableHistoryInTransactionalMode']),
    local: new Set([...ofUsers, 'AllowReadInLocal']),
    system: new Set(['DisableRuntimeRTC', ...old53]),
    genesis: new Set(['DisableRuntimeRTC', ...old53, ...old54]),
  };
}

function flagsUnless(isPast: boolean, flags: readonly ExecutionFlag[]): readonly ExecutionFlag[] {
  return isPast ? [] : flags;
}

/** Keysets are reset only at heights without upgrade transactions of Pact 5, as in the reference. */
function upgradesAt({ execution }: Network, position: RulePosition): readonly UpgradeChange[] {
  const { chain } = position;
  const changes = execution.upgrades
    .filter(({ chains, at }) => {
      const from = typeof at === 'function' ? at(chain) : at;
      return (chains?.includes(chain) ?? true) && isAtPosition(from, position);
    })
    .map(({ change }) => change);
  const transactions = changes.filter(({ kind }) => kind === 'transactions');
  return transactions.length > 0 ? transactions : changes;
}

function gasOverridesAt(
  { execution }: Network,
  { chain, height }: RulePosition,
): ReadonlyMap<number, bigint> {
  const here = execution.gasQuirks.filter(
    (quirk) => quirk.chain === chain && quirk.height === height,
  );
  return new Map(here.map(({ index, gas }) => [index, gas]));
}
