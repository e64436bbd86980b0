// Validates a block: executes its payload and compares the result with the payload that its header names.
// Source: Chainweb/Pact/PactService/Pact5/ExecBlock.hs (execExistingBlock), validateHashes; consensus reference, sections
// 6.5 and 6.6.

import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { finishSteps, type Steps } from '../../base/steps.ts';
import type { Hash } from '../model/header.ts';
import { wrongHashes, type PayloadWithOutputs } from '../model/payload.ts';
import type { BlockFailure, InvalidTransaction, PayloadPart } from './block-failure.ts';
import {
  BlockRun,
  checkTransaction,
  type BlockRunParts,
  type ExecutedBlock,
  type GivenPayload,
  inputsOf,
} from './block-run.ts';
import { maxTransactions } from '../limits.ts';
import type { BlockTransaction } from './chain-port.ts';

export type ValidateParts<T extends BlockTransaction> = BlockRunParts<T> & {
  /** The payload hash of the header. */
  readonly payloadHash: Hash;
  /** Its outputs, if it has them, are compared and never trusted. */
  readonly payload: GivenPayload;
};

/** `minerData` of the parts is that of the payload, serialized again. */
export function validateBlock<T extends BlockTransaction>(
  parts: ValidateParts<T>,
): Result<ExecutedBlock, BlockFailure> {
  return finishSteps(validationSteps(parts));
}

/** The same in steps of one transaction each: between two of them, others may use the state of the chain. */
export function* validationSteps<T extends BlockTransaction>(
  parts: ValidateParts<T>,
): Steps<Result<ExecutedBlock, BlockFailure>> {
  const { payload, payloadHash, port } = parts;
  const unfit = payloadFault(payload, payloadHash);
  if (unfit !== undefined) return bad(unfit);
  const transactions = yield* readAll(inputsOf(payload), port.read.bind(port));
  if (!transactions.ok) return transactions;
  const invalid: InvalidTransaction[] = [];
  for (const each of transactions.value) {
    const fault = checkTransaction(parts, each);
    if (fault !== undefined) invalid.push(fault);
    yield;
  }
  if (invalid.length > 0) return bad({ kind: 'invalid-transactions', transactions: invalid });
  const begun = BlockRun.begin(parts);
  if (!begun.ok) return begun;
  for (const each of transactions.value) {
    yield;
    const ran = begun.value.run(each);
    if (!ran.ok) return ran;
  }
  yield;
  const executed = begun.value.finish(payload);
  const found = executed.payload.payloadHash;
  if (equalBytes(found, payloadHash)) return good(executed);
  const mismatch = { kind: 'payload-mismatch', expected: payloadHash, found } as const;
  const differs = firstDifference(payload, executed.payload);
  return bad({ ...mismatch, differs, executed: executed.payload });
}

function payloadFault(payload: GivenPayload, expected: Hash): BlockFailure | undefined {
  const count = payload.transactions.length;
  if (count > maxTransactions) {
    return { kind: 'too-many-transactions', count, limit: maxTransactions };
  }
  const hashes = wrongHashes(payload);
  if (hashes.length > 0) return { kind: 'wrong-payload-hashes', hashes };
  const found = payload.payloadHash;
  return equalBytes(found, expected) ? undefined : { kind: 'other-payload', expected, found };
}

function* readAll<T>(
  inputs: readonly Uint8Array[],
  read: (bytes: Uint8Array) => Result<T, string>,
): Steps<Result<readonly T[], BlockFailure>> {
  const transactions: T[] = [];
  const texts: string[] = [];
  for (const each of inputs) {
    const transaction = read(each);
    if (transaction.ok) transactions.push(transaction.value);
    else texts.push(transaction.fault);
    yield;
  }
  return texts.length > 0 ? bad({ kind: 'unreadable-transactions', texts }) : good(transactions);
}

function firstDifference(
  given: GivenPayload,
  executed: PayloadWithOutputs,
): PayloadPart | undefined {
  if (!equalBytes(given.transactionsHash, executed.transactionsHash)) return { part: 'inputs' };
  if (given.kind === 'data') return undefined;
  if (!equalBytes(given.coinbase, executed.coinbase)) return { part: 'coinbase' };
  const position = given.transactions.findIndex(
    ({ output }, i) => !equalBytes(output, executed.transactions[i]?.output ?? new Uint8Array()),
  );
  return position < 0 ? undefined : { part: 'output', position };
}
