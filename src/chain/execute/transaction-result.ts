// The result of a transaction of a block, as in its output, without the metadata of the block.
// Source: Chainweb/Pact5/Types.hs (hashPact5TxLogs); consensus reference, sections 3.2 and 6.3.

import { assert } from '../../base/assert.ts';
import type { CommandResult, Execution } from '../command/index.ts';
import { onChainError, type Hash } from '../../lang/session/run.ts';
import { logsHash } from './logs-hash.ts';

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
