// The rules of simulated networks: those of development networks on any graph, without proof of work, whose first blocks
// are empty.

import type { ChainGraph } from '../../../chain/graph/chain-graph.ts';
import type { Micros } from '../../../chain/model/header.ts';
import type { Network } from '../../../chain/rules/network.ts';
import { development, emptyGenesisPayload } from '../../../chain/rules/networks/development.ts';

export function simulatedNetwork({
  graph,
  blockMs,
  startDateMs,
}: {
  readonly graph: ChainGraph;
  readonly blockMs: number;
  readonly startDateMs: number;
}): Network {
  const { payloadHash } = emptyGenesisPayload();
  return {
    ...development,
    name: 'simulation',
    code: 0x8000_00ff,
    graphs: [{ from: 0, graph }],
    blockDelay: BigInt(Math.round(blockMs * 1000)),
    genesis: {
      time: microsOf(startDateMs),
      // Large enough that the target never wraps at 256 bits.
      target: () => 2n ** 230n,
      payloadHash: () => payloadHash,
    },
  };
}

export const microsOf = (dateMs: number): Micros => BigInt(Math.round(dateMs * 1000));
