// Reads the history of balances of a chain, or returns the error that says why this node has none.

import { bad, good, type Result } from '../../../base/result.ts';
import { isStoreFault } from '../../../storage/entries/index.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { rosettaFault, type RosettaFault } from '../../../rosetta/errors.ts';
import type { ChainPort, CoinHistory } from '../../port.ts';

/** `read` returns what it finds in the history. */
export function fromHistory<T>(
  { coinHistory }: ChainPort,
  read: (history: CoinHistory) => T,
): Result<T, RosettaFault> {
  if (coinHistory === undefined) return bad(noHistory);
  try {
    return good(read(coinHistory));
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    return bad(rosettaFault('unreadable-changes', error.message));
  }
}

/**
 * Returns the oldest block whose changes this node has; `undefined` if it has those of all blocks. It lacks the oldest ones if it
 * was made to keep them later, or has pruned them.
 */
export function oldestKept(
  chain: ChainPort,
  first: BlockHeader,
): Result<BlockHeader | undefined, RosettaFault> {
  return fromHistory(chain, (history) => {
    const probe = history.rowAt('', first.height);
    if (probe.kind !== 'not-kept') return undefined;
    const oldest = chain.headerAt(probe.since);
    if (oldest === undefined || history.changes(oldest) !== undefined) return oldest;
    return chain.headerAt(probe.since + 1) ?? oldest;
  });
}

const noHistory = rosettaFault(
  'not-in-block',
  'this node keeps no history of balances: its operator must set service.rosetta',
);
