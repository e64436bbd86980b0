// The next block of a simulated miner: a real header above the node's own cut, with the oldest transactions of its mempool.

import type { SeededRandom } from '../../../base/ports/random.ts';
import { extensionOf, minableChains } from '../../../chain/choice/cut.ts';
import type { BlockHeader, Hash } from '../../../chain/model/header.ts';
import type { PayloadData } from '../../../chain/model/payload.ts';
import { earliestTime, headerAbove, withNonce } from '../../../chain/rules/next-header.ts';
import { assert } from '../../../base/assert.ts';
import type { SimulatedLedger } from './simulated-ledger.ts';
import { stubPayload } from './stub-execution.ts';

const maxTransactions = 100;

/** Returns a block on one of the chains that the node can extend, each equally likely. It is not put on the cut. */
export function mineOn(
  ledger: SimulatedLedger,
  {
    random,
    miner,
    state,
  }: {
    readonly random: SeededRandom;
    readonly miner: string;
    /** A wrong one makes an invalid block. */
    readonly state?: Hash;
  },
): { readonly header: BlockHeader; readonly payload: PayloadData } {
  const cut = ledger.cut();
  const chains = minableChains(cut);
  const chain = chains[random.below(chains.length)];
  assert(chain !== undefined, 'the lowest chain can always be extended');
  const extension = extensionOf(cut, chain);
  assert(extension !== undefined, 'it was listed as minable');
  const { parent, adjacents } = extension;
  const adjacentParents = adjacents.map((each) => {
    const header = ledger.find(each.chainId, each.hash);
    assert(header !== undefined, 'all blocks of the cut are stored');
    return header;
  });
  const earliest = earliestTime({ parent, adjacentParents });
  const now = ledger.now();
  const creationTime = now > earliest ? now : earliest;
  const transactions = ledger.poolOf(chain).take(maxTransactions, { creationTime });
  const payload = stubPayload(state ?? ledger.stateOf(parent), transactions, miner);
  const header = headerAbove(ledger.network, {
    parent,
    adjacents,
    adjacentParents,
    payloadHash: payload.payloadHash,
    creationTime,
  });
  return { header: withNonce(header, BigInt(random.bits())), payload };
}
