// Executes the command inside a sealed one after a block of a chain, on the tables of an entity above the public ones. No
// gas is bought; the gas limit of the node counts. Everything else is as in the next block.

import {
  emptyPublicMeta,
  execute,
  type CommandResult,
  type Execution,
  type PrivateMeta,
  type VerifiedCommand,
} from '../command/index.ts';
import { type GasMeter, type Hash, isEvalError, toGas, unit } from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import { localLimits } from '../limits.ts';
import { failed, meterOf, userNamespaces } from './execute-transaction.ts';
import { attestedSpv } from './spv-port.ts';
import { surroundingsOf } from './system-code.ts';
import { resultOfExecution } from './transaction-result.ts';
import type { TransactionContext } from './types.ts';
import { runVerifiers } from './verifiers.ts';

type SealedRun = {
  /** The key of the result: that of the sealed command, not of the command inside. */
  readonly requestKey: Hash;
  readonly gasLimit: bigint;
};

/**
 * `database`: of the entity (`EntityDatabase`), between transactions; a success writes to it. `context`: of the next block.
 * Throws `Interrupted`.
 */
export function executeSealed(
  database: Database,
  context: TransactionContext,
  command: VerifiedCommand<PrivateMeta>,
  { requestKey, gasLimit }: SealedRun,
): CommandResult {
  const meter = meterOf(context.rules, gasLimit);
  const execution = run(database, context, command, meter);
  const { outcome } = execution;
  return resultOfExecution(requestKey, {
    ...execution,
    gas: toGas(meter.used),
    outcome: outcome.kind === 'failure' ? outcome : { ...outcome, value: outcome.value ?? unit },
  });
}

function run(
  database: Database,
  context: TransactionContext,
  command: VerifiedCommand<PrivateMeta>,
  meter: GasMeter,
): Execution {
  try {
    runVerifiers(command.payload.verifiers ?? [], context.rules, meter);
  } catch (thrown) {
    if (!isEvalError(thrown)) throw thrown;
    return failed(thrown);
  }
  const gasLimit = toGas(meter.limit ?? meter.used);
  const surroundings = surroundingsOf(database, context, {
    meta: { ...emptyPublicMeta, chainId: String(context.chain), gasLimit },
    flags: context.rules.flags.transaction,
    namespacePolicy: userNamespaces(),
    spv: attestedSpv(context.spv).spv,
    sizes: localLimits,
    gas: meter,
  });
  // A machine of its own: that of the block serves public code, and must know nothing of the modules of an entity.
  return execute(command, { ...surroundings, slot: undefined });
}
