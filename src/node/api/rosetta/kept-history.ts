// Reads the history of balances of a chain, or returns the error that says why this node has none.

import { bad, good, type Result } from '../../../base/result.ts';
import { isStoreFault } from '../../../storage/entries/index.ts';
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

const noHistory = rosettaFault(
  'not-in-block',
  'this node keeps no history of balances: its operator must set service.rosetta',
);
