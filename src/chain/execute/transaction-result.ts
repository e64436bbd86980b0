// The result of a transaction of a block, as in its output, without the metadata of the block.
// Source: Chainweb/Pact5/Types.hs (hashPact5TxLogs); consensus reference, sections 3.2 and 6.3.
import { assert } from '../../base/assert.ts';
import { type CommandResult, type Execution, hashOfLog } from '../command/index.ts';
import { type Hash, onChainError } from '../../lang/session/run.ts';
import type { TransactionLogEntry } from '../../lang/session/store.ts';

/** Gas, log and events are those of the execution. */
export function resultOfExecution(
  requestKey: Hash,
  { txId, gas, log, events, continuation, outcome }: Execution,
): CommandResult {
  return {
    requestKey,
    txId,
    result: outcomeOf(outcome),
    gas,
    logs: logsHash(log ?? []),
    continuation,
    metaData: undefined,
    events,
  };
}

function outcomeOf(outcome: Execution['outcome']): CommandResult['result'] {
  if (outcome.kind === 'failure') return { status: 'failure', error: onChainError(outcome.error) };
  assert(outcome.value !== undefined, 'a transaction with forms has a value');
  return { status: 'success', data: outcome.value };
}

// The hash of the writes of a transaction, as in blocks of a chain.
// Source: Chainweb/Pact/Types.hs (hashPact5TxLogs), Chainweb/Pact5/Backend/ChainwebPactDb.hs (convPactId); consensus
// reference, section 3.4.

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
