// The information that a node gives about itself and its network.
// Source: interface reference, section 1.10; specification, "Node info".

import { JsonNumber, type JsonValue } from '../../base/json.ts';
import type { ChainGraph } from '../../chain/graph/chain-graph.ts';
import { chainsOf, genesisHeight, graphAt, type Network } from '../../chain/rules/network.ts';
import type { NodePort } from '../port.ts';

export function nodeInfo(node: Pick<NodePort, 'network' | 'settings' | 'cut'>): JsonValue {
  const { network, settings } = node;
  const heights = [...node.cut().heads.values()].map(({ height }) => height);
  const graph = graphAt(network, Math.max(0, ...heights));
  const history = [...network.graphs]
    .reverse()
    .map((era): JsonValue => [number(era.from), adjacencyOf(era.graph)]);
  const chains = [...graph.neighbours.keys()];
  const geneses = chainsOf(network).map((chain): JsonValue => [
    String(chain),
    number(genesisHeight(network, chain) ?? 0),
  ]);
  return new Map<string, JsonValue>([
    ['nodeVersion', network.name],
    ['nodePackageVersion', settings.packageVersion],
    ['nodeApiVersion', '0.0'],
    ['nodeChains', chains.map(String)],
    ['nodeNumberOfChains', number(chains.length)],
    ['nodeGraphHistory', history],
    ['nodeLatestBehaviorHeight', number(latestBehaviour(network))],
    ['nodeGenesisHeights', geneses],
    ['nodeHistoricalChains', history],
    ['nodeBlockDelay', new JsonNumber(String(network.blockDelay))],
  ]);
}

const number = (value: number): JsonNumber => new JsonNumber(String(value));

function adjacencyOf({ neighbours }: ChainGraph): JsonValue {
  return neighbours.map((adjacent, chain): JsonValue => [number(chain), adjacent.map(number)]);
}

/** Returns the height above the greatest one at which a fork or a graph begins (`latestBehaviorAt`). */
function latestBehaviour(network: Network): number {
  const chains = chainsOf(network);
  const positions = Object.values(network.forks).flatMap((position) =>
    typeof position === 'function' ? chains.map(position) : [position],
  );
  const forks = positions.map((position) => (position.kind === 'height' ? position.height : 0));
  return Math.max(...network.graphs.map(({ from }) => from), ...forks) + 1;
}
