// The first blocks of a network, made from their transactions, and the states after them. Chains with the same
// transactions get the same first block, so it is executed once for all of them.

import { assert } from '../../base/assert.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  buildBlock,
  blockFailureText,
  commitBlock,
  contextOn,
  type ExecutionHost,
  genesisPort,
  type KnownTransaction,
} from '../../chain/blocks/index.ts';
import { fitToChains } from '../../chain/execute/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Hash } from '../../chain/model/header.ts';
import { encodeMiner, noMiner } from '../../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { type Network, chainsOf, genesisHeader } from '../../chain/rules/network.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import type { FinishedBlock } from '../../chain/state/working-block.ts';

export type FirstBlocks = {
  /** Includes the hashes of the first payloads. */
  readonly network: Network;
  readonly payloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
};

export type FirstBlocksParts = {
  readonly network: Network;
  /** JSON of the transactions. Two chains with the same list object have the same block. */
  readonly transactions: (chain: ChainId) => readonly Uint8Array[];
  /** A cache, by their transactions, of blocks that were executed for a network with the same rules. New ones are added. */
  readonly made?: MadeBlocks;
  /** The states to fill, which must be empty. */
  readonly states: ReadonlyMap<ChainId, ChainState>;
  readonly host: ExecutionHost;
};

export type MadeBlocks = Map<readonly Uint8Array[], Made>;

type Made = { readonly payload: PayloadWithOutputs; readonly state: FinishedBlock };

/** Makes the first blocks. A fault is a sentence. */
export function makeFirstBlocks(parts: FirstBlocksParts): Result<FirstBlocks, string> {
  const made = parts.made ?? new Map<readonly Uint8Array[], Made>();
  const byChain = new Map<ChainId, Made>();
  for (const chain of chainsOf(parts.network)) {
    const inputs = parts.transactions(chain);
    const known = made.get(inputs);
    const block = known === undefined ? makeFirst(parts, chain, inputs) : good(known);
    if (!block.ok) return block;
    made.set(inputs, block.value);
    byChain.set(chain, block.value);
  }
  const network = {
    ...parts.network,
    genesis: { ...parts.network.genesis, payloadHash: hashes(byChain) },
  };
  for (const [chain, { payload, state }] of byChain) {
    const header = genesisHeader(network, chain);
    const target = parts.states.get(chain);
    assert(header !== undefined && target !== undefined, 'a chain has a first block and a state');
    commitBlock(target, { payload, state, gas: 0n, header });
  }
  const payloads = new Map([...byChain].map(([chain, { payload }]) => [chain, payload]));
  return good({ network, payloads });
}

function hashes(byChain: ReadonlyMap<ChainId, Made>): (chain: ChainId) => Hash {
  return (chain) => {
    const made = byChain.get(chain);
    assert(made !== undefined, 'a chain of the network');
    return made.payload.payloadHash;
  };
}

function makeFirst(
  { network, states, host }: FirstBlocksParts,
  chain: ChainId,
  inputs: readonly Uint8Array[],
): Result<Made, string> {
  const header = genesisHeader(network, chain);
  const block = header && states.get(chain)?.openFirst(header.height);
  assert(header !== undefined && block !== undefined, 'the state is empty');
  const transactions: KnownTransaction[] = [];
  for (const [i, each] of inputs.entries()) {
    const read = host.transactions.read(fitToChains(network, each));
    if (!read.ok)
      return bad(`transaction ${i} of the first block of chain ${chain}: ${read.fault}`);
    transactions.push(read.value);
  }
  const port = genesisPort(contextOn(network, header, noMiner, host), host.transactions);
  const built = buildBlock({ port, block, minerData: encodeMiner(noMiner) }, transactions);
  if (!built.ok) return bad(blockFailureText(built.fault));
  const [refused] = built.value.leftOut;
  if (refused === undefined) return good(built.value);
  return bad(`a transaction of the first block of chain ${chain} failed: ${refused.text}`);
}
