// The hash of the writes of a transaction, as in blocks of a chain.
// Source: Chainweb/Pact/Types.hs (hashPact5TxLogs), Chainweb/Pact5/Backend/ChainwebPactDb.hs (convPactId); consensus
// reference, section 3.4.

import { hashOfLog } from '../command/index.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { TransactionLogEntry } from '../../lang/session/store.ts';

export function logsHash(log: readonly TransactionLogEntry[]): Hash {
  return hashOfLog(log.some(isDefPact) ? log.map(asStored) : log);
}

function isDefPact({ domain }: TransactionLogEntry): boolean {
  return domain === 'SYS:Pacts';
}

/** Nodes store a defpact under a string that shows its id. */
function asStored(entry: TransactionLogEntry): TransactionLogEntry {
  if (!isDefPact(entry)) return entry;
  const { domain, key, value } = entry;
  return { domain, key: `PactId "${key}"`, value };
}
