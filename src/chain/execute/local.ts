// Queries to the state of a chain: code that runs as in the next block, without saving anything. Plain queries buy no
// gas; preflight does everything that a block does, and checks more of the metadata.
// Source: Chainweb/Pact/PactService.hs (execLocal), Chainweb/Pact5/TransactionExec.hs (applyLocal),
// Chainweb/Pact5/Validations.hs (assertPreflightMetadata); consensus reference, section 6.8.
import {
  type Command,
  type CommandResult,
  type PublicMeta,
  type Verdict,
  commandHash,
  encodePublicMeta,
  execute,
  hashFault,
  maxSignatures,
  readSentPayload,
} from '../command/index.ts';
import {
  type Hash,
  type OnChainError,
  firstCodePoints,
  isEvalError,
  onChainError,
  toGas,
  unit,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import { isAlive } from '../rules/execution/transaction-timing.ts';
import { coinPlaces } from './gas-payment.ts';
import { meterOf, runTransaction, unpaidBytesOf, userNamespaces } from './execute-transaction.ts';
import { localLimits, makerLimits } from '../limits.ts';
import { noMiner } from '../model/payload-json.ts';
import { type Parsing, transactionWith } from './read-transaction.ts';
import { attestedSpv } from './spv-port.ts';
import { surroundingsOf } from './system-code.ts';
import { resultOfExecution } from './transaction-result.ts';
import type { ChainTransaction, InvalidTransaction, TransactionContext } from './types.ts';
import { signatureFaultText } from './admission.ts';
import { runVerifiers } from './verifiers.ts';
import { JsonNumber, type JsonValue } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';

export type LocalRequest = {
  readonly command: Command;
  readonly preflight: boolean;
  /** `skip`: the client requested it; verdicts: of signatures that were checked elsewhere. */
  readonly signatures: 'check' | 'skip' | readonly Verdict[];
};

export type LocalSettings = {
  /** The name of the network, which preflight checks. */
  readonly network: string;
  /** The gas limit of one transaction in the configuration of the node. */
  readonly blockGasLimit: bigint;
};

export type LocalAnswer =
  | { readonly kind: 'result'; readonly result: CommandResult }
  | {
      readonly kind: 'preflight';
      readonly result: CommandResult;
      readonly warnings: readonly string[];
    }
  /** All faults of metadata or signatures, with the reference's texts. */
  | { readonly kind: 'refused'; readonly failures: readonly string[] }
  /** The payload is not that of a chain's transaction, or has another hash: one sentence. */
  | { readonly kind: 'unreadable'; readonly sentence: string };

/** A query whose payload and code were read. */
export type LocalQuestion = {
  readonly kind: 'question';
  readonly transaction: ChainTransaction;
};

/**
 * `context` is that of a block on top of the head, or of an earlier block for queries about the past. Preflight writes
 * to the database: pass that of a block that is discarded afterwards.
 */
export function executeLocal(
  database: Database,
  context: TransactionContext,
  request: LocalRequest,
  settings: LocalSettings,
): LocalAnswer {
  const read = readLocal(request);
  if (read.kind !== 'question') return read;
  return answerLocal(database, context, { ...request, transaction: read.transaction }, settings);
}

/**
 * Reads only payload and code: signatures can be checked elsewhere before `answerLocal`. If they are not to be checked,
 * the hash is, before anything is read (`localHandler`).
 */
export function readLocal(
  { command, signatures }: Pick<LocalRequest, 'command' | 'signatures'>,
  parsing: Parsing = {},
): LocalQuestion | LocalAnswer {
  const mismatch = signatures === 'skip' ? hashFault(command) : undefined;
  if (mismatch !== undefined) return { kind: 'unreadable', sentence: mismatch };
  const payload = readSentPayload(command.cmd);
  if (!payload.ok) return { kind: 'unreadable', sentence: payload.fault.sentence };
  const transaction = transactionWith(command, payload.value, parsing);
  if (transaction.ok) return { kind: 'question', transaction: transaction.value };
  const { meta } = payload.value;
  return result(failureOf(command.hash, meta, onChainError(transaction.fault)));
}

/** Like `executeLocal`. */
export function answerLocal(
  database: Database,
  context: TransactionContext,
  request: Omit<LocalRequest, 'command'> & Pick<LocalQuestion, 'transaction'>,
  settings: LocalSettings,
): LocalAnswer {
  const { transaction, preflight } = request;
  const unsigned = signingFault(transaction, request);
  if (unsigned !== undefined) return { kind: 'refused', failures: [unsigned] };
  if (!preflight) return result(runPlain(database, context, transaction));
  const failures = metadataFaults(transaction, context, settings);
  if (failures.length > 0) return { kind: 'refused', failures };
  return { kind: 'preflight', result: runPreflight(database, context, transaction), warnings: [] };
}

const result = (value: CommandResult): LocalAnswer => ({ kind: 'result', result: value });

function signingFault(
  transaction: ChainTransaction,
  { signatures }: Pick<LocalRequest, 'signatures'>,
): string | undefined {
  const { cmd, hash } = transaction;
  if (signatures === 'skip') return undefined;
  if (commandHash(cmd) !== hash) return 'The hash of the payload was invalid.';
  return signatureFaultText(transaction, signatures);
}

function metadataFaults(
  { payload, signatures }: ChainTransaction,
  { chain, parent, rules }: TransactionContext,
  { network, blockGasLimit }: LocalSettings,
): readonly string[] {
  const { meta, networkId } = payload;
  const checks: readonly (readonly [string, boolean])[] = [
    ['Chain id mismatch', meta.chainId === String(chain)],
    ['Transaction Gas limit exceeds block gas limit', meta.gasLimit <= blockGasLimit],
    ['Gas price decimal precision too high', meta.gasPrice.places <= coinPlaces],
    ['Network id mismatch', networkId === network],
    ['Signature list size too big', signatures.length <= maxSignatures],
    // `Invalid transaction signatures` cannot occur here: signatures were checked before, and refused separately.
    ['Tx time outside of valid range', isAliveAt(meta, parent.time, rules)],
  ];
  return checks.filter(([, holds]) => !holds).map(([text]) => text);
}

function isAliveAt(
  meta: PublicMeta,
  time: bigint,
  { timing }: TransactionContext['rules'],
): boolean {
  return timing === undefined || isAlive(timing, meta, time);
}

/** No gas is bought or charged for the size, and the time of the transaction is not checked. */
function runPlain(
  database: Database,
  context: TransactionContext,
  transaction: ChainTransaction,
): CommandResult {
  const { hash, payload } = transaction;
  const { meta } = payload;
  const meter = meterOf(context.rules, meta.gasLimit);
  try {
    runVerifiers(payload.verifiers ?? [], context.rules, meter);
  } catch (thrown) {
    if (!isEvalError(thrown)) throw thrown;
    return failureOf(hash, meta, onChainError(thrown));
  }
  const surroundings = surroundingsOf(database, context, {
    meta,
    mode: 'local',
    flags: context.rules.flags.local,
    namespacePolicy: userNamespaces(),
    spv: attestedSpv(context.spv).spv,
    sizes: localLimits,
    gas: meter,
  });
  const execution = execute(transaction, surroundings);
  const { outcome } = execution;
  if (outcome.kind === 'failure') return failureOf(hash, meta, onChainError(outcome.error));
  const executed = {
    ...execution,
    txId: nextTransaction(database),
    outcome: { ...outcome, value: outcome.value ?? unit },
    // As in blocks, where the first transaction has this index.
    gas: context.rules.gasOverrides.get(0) ?? toGas(meter.used),
  };
  return { ...resultOfExecution(hash, executed), metaData: blockMetadata(context, meta) };
}

function runPreflight(
  database: Database,
  given: TransactionContext,
  transaction: ChainTransaction,
): CommandResult {
  // The same object if possible, because it caches data of the context.
  const context = given.miner === noMiner ? given : { ...given, miner: noMiner };
  const { payload } = transaction;
  const outcome = runTransaction(database, context, transaction, {
    gasLeft: undefined,
    initialGas: context.rules.localInitialGas,
    gasOverride: context.rules.gasOverrides.get(0),
    sizes: makerLimits,
  });
  if (!outcome.ok) return refusedPreflight(transaction, outcome.fault);
  const unpaid = unpaidBytesOf(outcome.value);
  if (!unpaid.ok) return refusedPreflight(transaction, unpaid.fault);
  return { ...outcome.value, metaData: blockMetadata(context, payload.meta) };
}

/** No block that is made here would have the transaction. */
function refusedPreflight(
  { hash, payload }: ChainTransaction,
  fault: InvalidTransaction,
): CommandResult {
  const message = firstCodePoints(longestMessage, fault.message);
  const error = { callStack: [], type: 'EvalError', message, info: '<toplevel>:0' } as const;
  return failureOf(hash, payload.meta, error);
}

/** The most characters of an error in a result. */
const longestMessage = 256;

function failureOf(requestKey: Hash, { gasLimit }: PublicMeta, error: OnChainError): CommandResult {
  return {
    requestKey,
    txId: undefined,
    result: { status: 'failure', error },
    gas: gasLimit,
    logs: undefined,
    continuation: undefined,
    metaData: undefined,
    events: [],
  };
}

/** Returns the id that a transaction would get now. */
function nextTransaction(database: Database): bigint | undefined {
  const id = database.begin();
  database.rollback();
  return id;
}

// The metadata that `local` adds to results: the block as code sees it.
// Source: pact/Pact/Core/StableEncoding.hs (PublicData); consensus reference, section 6.8.

/** The time is in microseconds. */
export function blockMetadata(
  { height, parent }: Pick<TransactionContext, 'height' | 'parent'>,
  meta: PublicMeta,
): JsonValue {
  const written = readJson(encodePublicMeta(meta));
  return new Map<string, JsonValue>([
    ['publicMeta', written.kind === 'value' ? written.value : ''],
    ['blockTime', new JsonNumber(String(parent.time))],
    ['prevBlockHash', parent.hash],
    ['blockHeight', new JsonNumber(String(height))],
  ]);
}
