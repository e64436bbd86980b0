// Network files: a network in a form that people write, with every rule as data. The defaults are those of current
// networks with all forks in force from the first block.
// Source: the shape of Chainweb/Version.hs (ChainwebVersion); delta, section 11.

import type { JsonValue } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../graph/chain-graph.ts';
import type { Hash } from '../../model/header.ts';
import { usualSettings } from '../networks/usual-settings.ts';
import { usualTiming } from '../execution/transaction-timing.ts';
import { initialGasModels } from '../execution/gas.ts';
import type { CoinbaseSettings, ExecutionSettings } from '../execution/settings.ts';
import { always, atGenesis, forkNames, isForkByNumber, never } from '../forks.ts';
import type { ForkName, ForkPosition, ForkPositions } from '../forks.ts';
import { defaultRosettaNames, type Network, type RosettaNames } from '../network.ts';
import { networkFields, type ForkSetting, type NetworkFields } from './network-fields.ts';
import { Place, refused, type FileFault } from './reading.ts';
import { readUpgrades } from './read-upgrades.ts';

/** The source of the first block of a chain. Paths are as written. */
export type GenesisSource =
  | { readonly kind: 'hash'; readonly payloadHash: Hash }
  /** A file with the payload and its outputs. */
  | { readonly kind: 'payload'; readonly file: string }
  /** Files with transactions that are executed. */
  | { readonly kind: 'transactions'; readonly files: readonly string[] }
  /** No transactions. */
  | { readonly kind: 'empty' };

export type NetworkDescription = {
  /** Makes the network when the hash of each first payload is known. */
  readonly complete: (payloadHash: (chain: ChainId) => Hash) => Network;
  readonly genesisSource: (chain: ChainId) => GenesisSource;
  readonly chains: readonly ChainId[];
};

/** `file`: returns the text of a file that the network file refers to. */
export type FileReading = { readonly file: (path: string) => Result<string, string> };

/** Faults are in the order of the file. */
export function describeNetwork(
  value: JsonValue,
  { file }: FileReading,
): Result<NetworkDescription, readonly FileFault[]> {
  const faults: FileFault[] = [];
  const root = new Place('', faults);
  const fields = networkFields(value, root);
  if (fields === refused) return bad(faults);
  checkGraphs(fields, root);
  const forks = forksOf(fields, root);
  const chains = [...(fields.graphs.at(-1)?.graph.neighbours.keys() ?? [])];
  const groups = genesisGroups(fields, chains, root);
  const upgrades = readUpgrades(fields, root, file);
  checkRewards(fields, root);
  if (faults.length > 0) return bad(faults);
  const { genesis } = fields;
  const groupOf = (chain: ChainId) => groups.get(chain) ?? noGroup;
  return good({
    chains,
    genesisSource: (chain) => groupOf(chain).source,
    complete: (payloadHash) => ({
      name: fields.name,
      code: fields.code,
      graphs: fields.graphs,
      blockDelay: fields.blockDelay,
      window: fields.window ?? 120,
      forks,
      maxForkNumber: fields.maxForkNumber ?? 0,
      voteCastingLength: fields.voteCastingLength ?? 14_280,
      genesis: { time: genesis.time, target: (chain) => groupOf(chain).target, payloadHash },
      isPowDisabled: fields.proofOfWork === false,
      isFirstEpochAdjusted: fields.firstEpochFromBlockOne ?? false,
      execution: { ...executionOf(fields), upgrades },
      rosetta: rosettaNamesOf(fields),
    }),
  });
}

function executionOf(fields: NetworkFields): Omit<ExecutionSettings, 'upgrades'> {
  const { minimumGasPrice, transactionTimes, rewards } = fields;
  return {
    blockGasLimit: fields.blockGasLimit ?? [],
    initialGas: fields.initialGas ?? always(initialGasModels.signatures),
    spvWindow: fields.spvWindow ?? [],
    verifiers:
      fields.verifiers?.map(({ from, value }) => ({ from, value: [...value].sort() })) ?? [],
    gasReleases: fields.gasSchedule ?? usualSettings.gasReleases,
    timing: {
      mostAheadSeconds: transactionTimes?.mostAheadSeconds ?? usualTiming.mostAheadSeconds,
      longestLifeSeconds: transactionTimes?.longestLifeSeconds ?? usualTiming.longestLifeSeconds,
    },
    minimumGasPrice:
      minimumGasPrice === undefined
        ? usualSettings.minimumGasPrice
        : { first: minimumGasPrice.first, rise: minimumGasPrice.rise },
    rewards: rewards ?? usualSettings.rewards,
    coinbase: coinbaseOf(fields),
    gasQuirks: fields.gasQuirks ?? usualSettings.gasQuirks,
  };
}

function coinbaseOf({ coinbase }: NetworkFields): CoinbaseSettings {
  const usual = usualSettings.coinbase;
  const own = coinbase?.capabilities?.map((each) => ({
    name: each.name,
    arguments: each.arguments ?? [],
  }));
  return {
    capabilities: own ?? usual.capabilities,
    showsChain: coinbase?.showsChain ?? usual.showsChain,
  };
}

function rosettaNamesOf({ rosetta }: NetworkFields): RosettaNames {
  const usual = defaultRosettaNames;
  return {
    blockchain: rosetta?.blockchain ?? usual.blockchain,
    symbol: rosetta?.symbol ?? usual.symbol,
    decimals: rosetta?.decimals ?? usual.decimals,
  };
}

function checkGraphs({ graphs }: NetworkFields, root: Place): void {
  const place = root.member('graphs');
  if (graphs[0]?.from !== 0)
    place.item(0).member('from').fault('must be 0: the first graph begins there');
  for (const [i, { from, graph }] of graphs.entries()) {
    const before = graphs[i - 1];
    if (before === undefined) continue;
    if (from <= before.from)
      place.item(i).member('from').fault('must be above the height before it');
    if (graph.order < before.graph.order) {
      place.item(i).member('graph').fault('must have all chains of the graph before it');
    }
  }
}

function forksOf(fields: NetworkFields, root: Place): ForkPositions {
  const given = new Map(Object.entries(fields.forks ?? {}));
  const entries = forkNames.map((name): [ForkName, ForkPositions[ForkName]] => {
    const usual = name === 'migratePlatformShare' ? never : atGenesis;
    const setting = given.get(name);
    if (setting === undefined) return [name, usual];
    checkFork(name, setting, root.member('forks').member(name));
    return [name, positionOf(setting, usual)];
  });
  return Object.fromEntries(entries) as ForkPositions;
}

function checkFork(name: ForkName, setting: ForkSetting, place: Place): void {
  if (!isForkByNumber(name) && setting.some(({ from }) => from.kind === 'fork-number')) {
    place.fault('must be genesis, never or a height: only chainweb32 can begin at a fork number');
  }
}

function positionOf(setting: ForkSetting, usual: ForkPosition): ForkPositions[ForkName] {
  const [only] = setting;
  if (only !== undefined && only.chains === undefined) return only.from;
  return (chain) => setting.find(({ chains }) => chains?.includes(chain))?.from ?? usual;
}

type GenesisGroup = { readonly target: bigint; readonly source: GenesisSource };
const noGroup: GenesisGroup = { target: 1n, source: { kind: 'empty' } };

/** Each chain is in exactly one group. */
function genesisGroups(
  { genesis }: NetworkFields,
  chains: readonly ChainId[],
  root: Place,
): ReadonlyMap<ChainId, GenesisGroup> {
  const groups = new Map<ChainId, GenesisGroup>();
  const place = root.member('genesis').member('chains');
  for (const [i, group] of genesis.chains.entries()) {
    const { target, payloadHash, payload, transactions } = group;
    const sources: readonly GenesisSource[] = [
      ...(payloadHash === undefined ? [] : [{ kind: 'hash', payloadHash } as const]),
      ...(payload === undefined ? [] : [{ kind: 'payload', file: payload } as const]),
      ...(transactions === undefined
        ? []
        : [{ kind: 'transactions', files: transactions } as const]),
    ];
    if (sources.length > 1) {
      place.item(i).fault('must have one of payloadHash, payload and transactions, not several');
    }
    for (const chain of group.chains) {
      if (!chains.includes(chain)) {
        place.item(i).member('chains').fault(`names chain ${chain}, which no graph has`);
      } else if (groups.has(chain)) {
        place.item(i).member('chains').fault(`names chain ${chain} a second time`);
      }
      groups.set(chain, { target, source: sources[0] ?? noGroup.source });
    }
  }
  const missing = chains.filter((chain) => !groups.has(chain));
  if (missing.length > 0) place.fault(`must also name chain ${missing.join(', ')}`);
  return groups;
}

function checkRewards({ rewards = [] }: NetworkFields, root: Place): void {
  const place = root.member('rewards');
  const wrong = rewards.findIndex(({ upTo }, i) => upTo <= (rewards[i - 1]?.upTo ?? -1));
  if (wrong >= 0) place.item(wrong).member('upTo').fault('must be above the height before it');
}
