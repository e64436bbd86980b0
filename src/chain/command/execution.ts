// Runs a verified command on a database in one transaction, which is committed or rolled back as a whole. The caller
// handles everything around it (gas payment, blocks) and passes chain data, gas, capabilities and proofs. Commands share
// only the database.
// Source: pact/Pact/Core/Evaluate.hs (evalExec, evalContinuation).

import { noSpan } from '../../base/span.ts';
import {
  defaultPublicData,
  evalError,
  evaluateTopLevel,
  noSpvSupport,
  resultText,
  resumeDefPact,
  type DefPactExec,
  type Machine,
  type PactValue,
  type PublicData,
  type TimeValue,
  type TransactionEnvironment,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import {
  builtinTable,
  evaluate,
  failure,
  type Execution,
  type Message,
  type Surroundings,
} from './evaluation.ts';
import type { PublicMeta } from './meta.ts';
import type { ContinuationMessage } from './payload.ts';
import type { VerifiedCommand } from './verify.ts';

/** The surroundings in the reference's stand-alone server: no chain, and free gas. */
export function standAlone(own: {
  readonly database: Database;
  readonly depthLimit: number;
}): Surroundings {
  return {
    ...own,
    mode: 'transactional',
    publicData: defaultPublicData,
    flags: new Set(),
    namespacePolicy: { kind: 'simple' },
    spv: noSpvSupport,
  };
}

/** Returns the data that `chain-data` shows for a command in a block. */
export function publicDataOf(
  { chainId, gasLimit, gasPrice, sender }: PublicMeta,
  block: { readonly height: bigint; readonly time: TimeValue; readonly previousHash: string },
): PublicData {
  return {
    chainId,
    gasLimit,
    gasPrice,
    sender,
    blockHeight: block.height,
    blockTime: block.time,
    prevBlockHash: block.previousHash,
  };
}

export function execute(command: VerifiedCommand<unknown>, surroundings: Surroundings): Execution {
  const { message } = command.payload;
  if (message.kind === 'exec') {
    return evaluate(messageOf(command, undefined), surroundings, (machine) =>
      runForms(machine, command),
    );
  }
  const { proof } = message;
  const attested = proof === undefined ? undefined : surroundings.spv.continuation(proof);
  if (attested?.kind === 'failure') {
    return failure(evalError('ContinuationError', { cause: attested.message }, noSpan), 0n);
  }
  const step = stepOf(message, attested?.value);
  return evaluate(messageOf(command, step), surroundings, (machine) =>
    machine.whileAsking(() => resumeDefPact(machine.context('impure'), attested?.value, noSpan)),
  );
}

function messageOf(
  { hash, payload }: VerifiedCommand<unknown>,
  step: TransactionEnvironment['step'],
): Message {
  const { message, signers, verifiers = [] } = payload;
  return { hash, data: message.data, signers, verifiers, step };
}

function runForms(machine: Machine, { program }: VerifiedCommand<unknown>): PactValue | undefined {
  const builtins = builtinTable(machine.environment);
  let last: PactValue | undefined;
  for (const form of program.forms) {
    const result = evaluateTopLevel(machine, form, builtins);
    last = result.kind === 'value' ? result.value : resultText(result);
  }
  return last;
}

function stepOf(
  { step, rollback, pactId }: ContinuationMessage,
  attested: DefPactExec | undefined,
): TransactionEnvironment['step'] {
  return { step: Number(step), rollback, pactId, resume: attested?.yield };
}
