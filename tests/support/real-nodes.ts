// Single nodes for tests: small networks with the contracts of stdlib, without ports, on a folder or in memory.

import { SeededRandom } from '../../src/base/ports/random.ts';
import type { Timer } from '../../src/base/ports/time.ts';
import { executionHost, makeGenesis } from '../../src/chain/blocks/index.ts';
import { knownGraphs, type ChainId } from '../../src/chain/graph/chain-graph.ts';
import type { PayloadWithOutputs } from '../../src/chain/model/payload.ts';
import { chainsOf, type Network } from '../../src/chain/rules/network.ts';
import { development } from '../../src/chain/rules/networks/development.ts';
import { checkClaim } from '../../src/chain/command/index.ts';
import {
  readConfiguration,
  type NodeConfiguration,
} from '../../src/node/configuration/node-configuration.ts';
import { portableNonceSearch } from '../../src/base/crypto/nonce-search.ts';
import { RealNode, type RealNodeOptions } from '../../src/node/real/real-node.ts';
import type { Searchers, Work } from '../../src/node/engine/mining/search-threads.ts';
import { systemClock, systemTimer } from '../../src/base/platform/system.ts';
import { genesisInputs } from './stdlib-chains.ts';

export const minerKey = 'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f';

export type SmallNetwork = {
  readonly network: Network;
  readonly firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
};

/** `target`: the proof-of-work target of the first blocks; without it there is no proof of work. */
export function smallNetwork({
  chains = 1,
  target,
  name = 'development',
}: {
  readonly chains?: 1 | 2;
  readonly target?: bigint;
  readonly name?: string;
} = {}): SmallNetwork {
  const graph = chains === 1 ? knownGraphs.singleton : knownGraphs.pair;
  const bare: Network = {
    ...development,
    name,
    graphs: [{ from: 0, graph }],
    isPowDisabled: target === undefined,
    genesis: { ...development.genesis, target: () => target ?? 2n ** 256n - 1n },
  };
  const firstPayloads = new Map<ChainId, PayloadWithOutputs>();
  for (const chain of chainsOf(bare)) {
    const headers = { find: () => undefined, ancestor: () => undefined };
    const host = executionHost({ network: bare, headers, depthLimit: 1_000 });
    const made = makeGenesis(bare, chain, { transactions: genesisInputs(chain), host });
    if (!made.ok) throw new Error(made.fault);
    firstPayloads.set(chain, made.value);
  }
  const payloadHash = (chain: ChainId) => {
    const payload = firstPayloads.get(chain);
    if (payload === undefined) throw new Error(`no chain ${chain}`);
    return payload.payloadHash;
  };
  return { network: { ...bare, genesis: { ...bare.genesis, payloadHash } }, firstPayloads };
}

/** `keys` as for `--set`. */
export function configured(keys: Readonly<Record<string, string>> = {}): NodeConfiguration {
  const flags = Object.entries(keys).map(([key, text]) => ({ flag: '--set', key, text }));
  const read = readConfiguration({ environment: {}, flags });
  if (!read.ok) throw new Error(read.fault.join('\n'));
  return read.value.configuration;
}

export type StartedNode = { readonly running: RealNode; readonly troubles: readonly string[] };

export function startNode(
  small: SmallNetwork,
  keys: Readonly<Record<string, string>> = {},
  changed: Partial<RealNodeOptions> = {},
): StartedNode {
  const troubles: string[] = [];
  const started = RealNode.start({
    ...small,
    configuration: configured({
      'mining.coordination': 'true',
      'service.port': '0',
      'gas.limit': '2000000',
      ...keys,
    }),
    packageVersion: '1.2.3',
    clock: systemClock,
    timer: systemTimer,
    random: new SeededRandom(1),
    signatures: { check: (claim) => Promise.resolve(checkClaim(claim)) },
    depthLimit: 1_000,
    startSearchers: (_, onFound) => new SearchHere(systemTimer, onFound),
    onTrouble: (sentence) => troubles.push(sentence),
    ...changed,
  });
  if (!started.ok) throw new Error(started.fault);
  return { running: started.value, troubles };
}

/** Searches for nonces in this thread, in small portions. */
class SearchHere implements Searchers {
  private readonly timer: Timer;
  private readonly onFound: (work: Work, nonce: bigint) => void;
  private present: Work | undefined;

  constructor(timer: Timer, onFound: (work: Work, nonce: bigint) => void) {
    this.timer = timer;
    this.onFound = onFound;
  }

  search(work: Work, from: bigint): void {
    this.present = work;
    this.timer.soon(() => this.step(work, from));
  }

  rest(): void {
    this.present = undefined;
  }

  stop(): void {
    this.present = undefined;
  }

  private step(work: Work, from: bigint): void {
    if (this.present !== work) return;
    const { header: message, target } = work;
    const nonce = portableNonceSearch({ message, target, from, tries: 200 });
    if (nonce === undefined) return this.search(work, BigInt.asUintN(64, from + 200n));
    this.present = undefined;
    this.onFound(work, nonce);
  }
}

/** Waits until `look` returns something; fails after some seconds. */
export async function until<T>(look: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 3_000; tries++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('it did not come about');
}
