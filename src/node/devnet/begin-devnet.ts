// The first blocks of a devnet: made from their transactions for a new network, or those that are stored.

import { good, type Result } from '../../base/result.ts';
import type { CoinWrites } from '../../chain/blocks/index.ts';
import { fitToChains } from '../../chain/execute/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import { type Deadline, hostOf, type HostOptions, noHeaders } from '../engine/hosts.ts';
import { beginStates, makeFirstBlocks } from '../engine/states.ts';
import type { Begun, NodeStorage } from '../storage/node-storage.ts';
import { fundingTransaction } from './accounts.ts';
import type { DevnetOptions } from './devnet.ts';
import { accountNotes } from './kept-network.ts';

type BeginOptions = HostOptions &
  Pick<DevnetOptions, 'network' | 'genesis' | 'accounts' | 'onTrouble'>;

/** Returns the first blocks of a new network, or the stored blocks of an existing one. */
export function beginDevnet(
  options: BeginOptions,
  storage: NodeStorage,
  on: { readonly states: ReadonlyMap<ChainId, ChainState>; readonly deadline: Deadline },
): Result<Begun, string> {
  const host = hostOf(options, options.network, { headers: noHeaders, deadline: on.deadline });
  const onCommitted = (header: BlockHeader, coin: CoinWrites | undefined): void =>
    storage.coin?.ledger.push(header, coin);
  if (storage.identity !== undefined) {
    const begun = storage.continue();
    const { network, firstPayloads: payloads } = begun;
    const states = beginStates({ network, payloads, states: on.states, host, onCommitted });
    if (acceptsOtherChains(begun)) options.onTrouble(acceptsOtherChainsText);
    return states.ok ? good(begun) : states;
  }
  const { network, genesis, accounts } = options;
  const funding = fundingTransaction(accounts);
  const more = funding === undefined ? [] : [funding];
  const [first, others] = [
    [...genesis.first, ...more],
    [...genesis.others, ...more],
  ];
  const transactions = (chain: ChainId) => (chain === 0 ? first : others);
  const made = makeFirstBlocks({ network, states: on.states, transactions, host, onCommitted });
  if (!made.ok) return made;
  return good(storage.begin(made.value.network, made.value.payloads, accountNotes(accounts)));
}

/** Returns true for a network of an older version, whose coin contract lists twenty chains instead of its own. */
function acceptsOtherChains({ network, firstPayloads }: Begun): boolean {
  const { transactions = [] } = firstPayloads.get(0) ?? {};
  return transactions.some(({ input }) => fitToChains(network, input) !== input);
}

const acceptsOtherChainsText =
  'a transfer to a chain that this network does not have loses the coins, because an older pact began it: ' +
  'begin a new one in another folder to have such transfers refused';
