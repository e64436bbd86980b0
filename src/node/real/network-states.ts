// The initial states of a node: the states of first blocks for chains that have none, and the name of a network as
// stored in its folder.

import { toBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  type AcceptedBlock,
  checkBlock,
  commitBlock,
  type ExecutionHost,
  prepareBlocks,
} from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { type Network, chainsOf, genesisHeader } from '../../chain/rules/network.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';

/** Returns a string that is equal for two networks only if they have the same first block on chain 0. */
export function networkIdentity(network: Network): string {
  const { name, code, genesis } = network;
  const first = genesisHeader(network, chainsOf(network)[0] ?? 0);
  const hash = first === undefined ? 'none' : toBase64Url(first.hash);
  const chains = chainsOf(network).length;
  return `${name} (code ${code}) with ${chains} chains, begun at ${genesis.time}, first block ${hash}`;
}

export type FirstStates = {
  readonly network: Network;
  readonly payloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly states: ReadonlyMap<ChainId, ChainState>;
  readonly host: ExecutionHost;
};

/** Executes the first block of every chain whose state is empty. A fault is a sentence. */
export function beginStates({
  network,
  payloads,
  states,
  host,
}: FirstStates): Result<void, string> {
  const prepare = prepareBlocks({ network, host, parentOf: () => undefined });
  // Chains with the same first payload have the same state, so it is executed once for all of them.
  const executed = new Map<string, AcceptedBlock>();
  for (const [chain, state] of states) {
    if (state.head !== undefined) continue;
    const header = genesisHeader(network, chain);
    const payload = payloads.get(chain);
    if (header === undefined || payload === undefined) {
      return bad(`the first block of chain ${chain} is not known, only its hash is`);
    }
    const key = toBase64Url(payload.payloadHash);
    const known = executed.get(key);
    if (known !== undefined && known.state.height === header.height) {
      commitBlock(state, { ...known, header });
      continue;
    }
    const checked = checkBlock(state, { header, payload }, { prepare, isFirst: true });
    if (!checked.ok) {
      return bad(`the first block of chain ${chain} cannot be executed: ${checked.fault.kind}`);
    }
    executed.set(key, checked.value);
    commitBlock(state, checked.value);
  }
  return good(undefined);
}
