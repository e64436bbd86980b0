// Makes the first block of a chain from the transactions of its network.
//
// While they run, the first header is its own parent, and its hash follows from their outputs. So their outputs must
// not depend on it: they are executed again with the resulting header to check this.
// Source: Chainweb/Pact/PactService.hs (execNewGenesisBlock), PactService/Checkpointer.hs (readFrom).

import { equalBytes } from '../../base/bytes.ts';
import { bad, type Result } from '../../base/result.ts';
import { lineInfo, MemoryDatabase } from '../../lang/session/store.ts';
import { executeGenesis, fitToChains } from '../execute/index.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { noMiner } from '../model/payload-json.ts';
import type { PayloadWithOutputs } from '../model/payload.ts';
import { type Network, genesisHeader } from '../rules/network.ts';
import { type ExecutionHost, contextOn } from './chain-port.ts';

/**
 * `network.genesis.payloadHash` does not affect the result: it can be any hash. A fault is a sentence that names the
 * transaction by its index, from 0.
 */
export function makeGenesis(
  network: Network,
  chain: ChainId,
  {
    transactions,
    host,
  }: { readonly transactions: readonly Uint8Array[]; readonly host: ExecutionHost },
): Result<PayloadWithOutputs, string> {
  const inputs: Uint8Array[] = [];
  for (const [i, each] of transactions.entries()) {
    const read = host.transactions.read(fitToChains(network, each));
    if (!read.ok) return bad(`genesis transaction ${i}: ${read.fault}`);
    inputs.push(read.value.bytes);
  }
  const made = runGenesis(network, chain, inputs, host);
  if (!made.ok) return made;
  const { payloadHash } = made.value;
  const named = { ...network, genesis: { ...network.genesis, payloadHash: () => payloadHash } };
  const again = runGenesis(named, chain, inputs, host);
  if (!again.ok) return again;
  if (equalBytes(again.value.payloadHash, payloadHash)) return made;
  return bad('its results depend on prev-block-hash of chain-data, which follows from the results');
}

function runGenesis(
  network: Network,
  chain: ChainId,
  inputs: readonly Uint8Array[],
  host: ExecutionHost,
): Result<PayloadWithOutputs, string> {
  const header = genesisHeader(network, chain);
  if (header === undefined) return bad('the network does not have this chain');
  const database = new MemoryDatabase({ info: lineInfo, writeOver: 'merge' });
  return executeGenesis(database, contextOn(network, header, noMiner, host), inputs);
}
