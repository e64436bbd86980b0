// The network that a devnet runs: the current `development` network, with the requested number of chains. Its first
// blocks are made from the contracts of stdlib, so its hashes differ from those of other networks with this name.

import { bad, good, type Result } from '../../base/result.ts';
import { graphNameOf, graphNames, knownGraphs } from '../../chain/graph/chain-graph.ts';
import type { Network } from '../../chain/rules/network.ts';
import { development } from '../../chain/rules/networks/development.ts';

export const chainCounts: readonly number[] = graphNames.map((name) => knownGraphs[name].order);

/** Returns the network. A fault is a sentence. */
export function developmentNetwork(chains: number): Result<Network, string> {
  const name = graphNameOf(chains);
  if (name === undefined) {
    return bad(`a devnet cannot have ${chains} chains: use ${chainCounts.join(', ')}`);
  }
  const graphs = [{ from: 0, graph: knownGraphs[name] }];
  const target = development.genesis.target(0);
  return good({
    ...development,
    graphs,
    genesis: { ...development.genesis, target: () => target },
  });
}
