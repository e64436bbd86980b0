// Finds the network of a node with the content of its first blocks, from which the state is built.

import { fileURLToPath } from 'node:url';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { PayloadWithOutputs } from '../../../chain/model/payload.ts';
import { chainsOf } from '../../../chain/rules/network.ts';
import {
  development,
  emptyGenesisPayload,
  testSingleton,
} from '../../../chain/rules/networks/development.ts';
import { executeFirstBlock } from '../chain/execute-blocks.ts';
import { findNetwork, type FoundNetwork } from '../chain/find-network.ts';
import { KeptFirstBlocks } from './first-block-memo.ts';
import { firstTransactions } from '../devnet/first-transactions.ts';

/** Faults are sentences. */
export async function networkOfNode(
  operand: string,
  data: string | undefined,
): Promise<Result<FoundNetwork, string>> {
  const memo = data === undefined ? undefined : new KeptFirstBlocks(data);
  const found =
    operand === development.name ? developmentOfStdlib() : await findNetwork(operand, memo);
  if (found.ok) memo?.keep();
  if (!found.ok) return found;
  const { network, firstPayloads } = found.value;
  if (operand === testSingleton.name) {
    return good({ network, firstPayloads: new Map([[0, emptyGenesisPayload()]]) });
  }
  const missing = chainsOf(network).find((chain) => !firstPayloads.has(chain));
  if (missing === undefined) return found;
  return bad(
    `only the hash of the first block of chain ${missing} of ${network.name} is known, but a node must execute the block: ` +
      'use a network file that has its payload or its transactions (docs/networks.md)',
  );
}

/** Returns the development network, built from the contracts of stdlib, as in `pact devnet`. */
function developmentOfStdlib(): Result<FoundNetwork, string> {
  const target = development.genesis.target(0);
  const network = { ...development, genesis: { ...development.genesis, target: () => target } };
  const folder = fileURLToPath(new URL('../stdlib/genesis', import.meta.url));
  const transactions = firstTransactions(folder);
  if (!transactions.ok) return transactions;
  const firstPayloads = new Map<ChainId, PayloadWithOutputs>();
  const { first, others } = transactions.value;
  const made = new Map<readonly Uint8Array[], PayloadWithOutputs>();
  for (const chain of chainsOf(network)) {
    const own = chain === 0 ? first : others;
    const known = made.get(own);
    const payload = known === undefined ? executeFirstBlock(network, chain, own) : good(known);
    if (!payload.ok) return payload;
    made.set(own, payload.value);
    firstPayloads.set(chain, payload.value);
  }
  const payloadHash = (chain: ChainId) => {
    const payload = firstPayloads.get(chain) ?? emptyGenesisPayload();
    return payload.payloadHash;
  };
  return good({
    network: { ...network, genesis: { ...network.genesis, payloadHash } },
    firstPayloads,
  });
}
