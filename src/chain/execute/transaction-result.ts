// What a transaction of a block has come to, as its output says it: the metadata of the block is not in it.
// Source: Chainweb/Pact5/Types.hs (hashPact5TxLogs); consensus reference, sections 3.2 and 6.3.

import { assert } from '../../base/assert.ts';
import type { CommandResult, Execution } from '../../command/index.ts';
import { onChainError, type Hash } from '../../lang/session/run.ts';
import { logsHash } from './logs-hash.ts';

/** The gas is that of the execution, and so are log and events. */
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
