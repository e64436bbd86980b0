// The history of balances of a chain, or the error that says why this node has none.

import { bad, good, type Result } from '../../../base/result.ts';
import { rosettaFault, type RosettaFault } from '../../../rosetta/errors.ts';
import type { ChainPort, CoinHistory } from '../../port.ts';

export function historyOf({ coinHistory }: ChainPort): Result<CoinHistory, RosettaFault> {
  if (coinHistory !== undefined) return good(coinHistory);
  return bad(
    rosettaFault(
      'not-in-block',
      'this node keeps no history of balances: its operator must set service.rosetta',
    ),
  );
}
