// Prepares the execution of blocks of a network: finds the context from a block's header, and the miner from its
// payload.

import { bad, good } from '../../base/result.ts';
import { decodeMiner, encodeMiner } from '../model/miner-json.ts';
import type { BlockHeader } from '../model/header.ts';
import { adjacencyGraph, isGenesis, type Network } from '../rules/network.ts';
import { chainPort, contextOn, genesisPort, type ExecutionHost } from './chain-port.ts';
import type { KnownTransaction } from './checked-transactions.ts';
import type { Prepare } from './replay.ts';

export type PrepareOptions = {
  readonly network: Network;
  readonly host: ExecutionHost;
  /** The header that `header` names as its parent. */
  readonly parentOf: (header: BlockHeader) => BlockHeader | undefined;
};

export function prepareBlocks(options: PrepareOptions): Prepare<KnownTransaction> {
  const { network, host, parentOf } = options;
  return ({ header, payload }) => {
    const miner = decodeMiner(payload.minerData);
    if (!miner.ok) return bad(miner.fault);
    const minerData = encodeMiner(miner.value);
    if (!refersToNeighbours(network, header)) {
      return bad('the header refers to chains that are not neighbours of its chain');
    }
    const isFirst = isGenesis(network, header);
    // A first block has the rules of the height above it.
    const parent = isFirst ? header : parentOf(header);
    if (parent === undefined) return bad('the header of the parent is not known');
    const context = contextOn(network, parent, miner.value, host);
    if (!context.rules.isPact5) {
      return bad(
        `${network.name} executes blocks of this height with Pact 4, which this program does not support`,
      );
    }
    const makePort = isFirst ? genesisPort : chainPort;
    return good({ port: makePort(context, host.transactions), minerData });
  };
}

/** The hash of a header does not cover these chain numbers, so they are checked here. */
function refersToNeighbours(network: Network, header: BlockHeader): boolean {
  const neighbours = adjacencyGraph(network, header).adjacentTo(header.chainId);
  return (
    neighbours.length === header.adjacents.length &&
    neighbours.every((chain, i) => header.adjacents[i]?.chainId === chain)
  );
}
