// The row of a transaction: what it says and what came of it.

import { isJsonObject, jsonNull, printJson, type JsonValue } from '../../base/json.ts';
import type { StoredError, StoredOutput } from '../../chain/model/output-json.ts';
import type { TransactionRow } from './rows.ts';
import type { SignedParts } from './signed-parts.ts';

export function transactionRow({
  position,
  parts,
  output,
}: {
  readonly position: number;
  readonly parts: SignedParts;
  readonly output: StoredOutput;
}): TransactionRow {
  const { signers: _signers, calls: _calls, ...signed } = parts;
  const { gas, txId, logs, result, continuation } = output;
  return {
    position,
    ...signed,
    gas,
    txId,
    logs,
    outcome:
      result.status === 'success'
        ? { status: 'success', result: printJson(result.data) }
        : failureOf(result.error),
    continuation: continuation === jsonNull ? undefined : printJson(continuation),
    pactId: pactIdOf(continuation, parts),
  };
}

function failureOf(error: StoredError): TransactionRow['outcome'] {
  const { callStack, type, message, info } = error;
  const json = new Map<string, JsonValue>([
    ['callStack', callStack],
    ['type', type],
    ['message', message],
    ['info', info],
  ]);
  return { status: 'failure', errorType: type, message, error: printJson(json) };
}

/** That of the result; a failed continuation has only the one that it asked for. */
function pactIdOf(continuation: JsonValue, { message }: SignedParts): string | undefined {
  const id = isJsonObject(continuation) ? continuation.get('pactId') : undefined;
  if (typeof id === 'string') return id;
  return message.kind === 'continuation' ? message.pactId : undefined;
}
