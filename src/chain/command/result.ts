// The result of a command for clients and block outputs. Its JSON is hashed into blocks, so the order of members and the
// text of errors are consensus.
// Source: pact-request-api/Pact/Core/Command/Types.hs (CommandResult), Server.hs; section 10.6.

import { concatBytes, utf8 } from '../../base/bytes.ts';
import { jsonNull, printJson, printJsonString, type JsonValue } from '../../base/json.ts';
import { noSpan } from '../../base/span.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import {
  encodeDefPactExec,
  encodeModuleName,
  encodeStable,
  encodeStableList,
  type TransactionLogEntry,
} from '../../lang/session/store.ts';
import {
  evalError,
  hashFromBytes,
  localError,
  onChainError,
  type DefPactExec,
  type EvalError,
  type Hash,
  type LocalError,
  type OnChainError,
  type PactEvent,
  type PactValue,
} from '../../lang/session/run.ts';
import type { Execution } from './evaluation.ts';

export type CommandResult = {
  readonly requestKey: Hash;
  readonly txId: bigint | undefined;
  readonly result:
    | { readonly status: 'success'; readonly data: PactValue }
    | { readonly status: 'failure'; readonly error: OnChainError | LocalError };
  readonly gas: bigint;
  /** The hash of the transaction log. */
  readonly logs: Hash | undefined;
  readonly continuation: DefPactExec | undefined;
  /** Data added by the platform; on a chain, the block. */
  readonly metaData: JsonValue | undefined;
  readonly events: readonly PactEvent[];
};

export type ResultOptions = {
  /** The form of errors: `on-chain` is bounded and consensus, `local` is complete. */
  readonly errors?: 'on-chain' | 'local';
  readonly metaData?: JsonValue | undefined;
};

export function commandResult(
  requestKey: Hash,
  execution: Execution,
  { errors = 'on-chain', metaData }: ResultOptions = {},
): CommandResult {
  const { outcome, gas, txId, log, events, continuation } = execution;
  const logs = log === undefined ? undefined : hashOfLog(log);
  const reported = errors === 'on-chain' ? onChainError : localError;
  const failed = (error: EvalError) => ({ status: 'failure', error: reported(error) }) as const;
  const rest = { requestKey, txId, gas, logs, continuation, metaData, events };
  if (outcome.kind === 'failure') return { ...rest, result: failed(outcome.error) };
  const { value } = outcome;
  // A transaction without forms is committed without writes, but reported as a failure.
  if (value === undefined) return { ...rest, result: failed(evalErrorOf('empty input')) };
  return { ...rest, result: { status: 'success', data: value } };
}

/** Returns the result of a command that was refused before it ran, as a stand-alone server answers it. */
export function refusal(requestKey: Hash, sentence: string): CommandResult {
  const execution: Execution = {
    outcome: { kind: 'failure', error: evalErrorOf(sentence) },
    gas: 0n,
    txId: undefined,
    log: undefined,
    events: [],
    continuation: undefined,
  };
  return commandResult(requestKey, execution);
}

/** Writes JSON with the reference's order of members. */
export function encodeCommandResult(result: CommandResult): string {
  const { gas, requestKey, logs, events, metaData, continuation, txId } = result;
  const happened = events.length === 0 ? '' : `,"events":[${events.map(encodeEvent).join(',')}]`;
  const step = continuation === undefined ? 'null' : encodeDefPactExec(continuation);
  return (
    `{"gas":${gas},"result":${encodeOutcome(result.result)},"reqKey":"${requestKey}"` +
    `,"logs":${logs === undefined ? 'null' : `"${logs}"`}${happened}` +
    `,"metaData":${printJson(metaData ?? jsonNull)},"continuation":${step}` +
    `,"txId":${txId ?? 'null'}}`
  );
}

/** Returns the hash for `logs`: of domain, key and document of every entry, in order. */
export function hashOfLog(log: readonly TransactionLogEntry[]): Hash {
  const parts: Uint8Array[] = [];
  for (const { domain, key, value } of log) parts.push(utf8(`D${domain}K${key}V`), value);
  return hashFromBytes(blake2b256(concatBytes(parts)));
}

function evalErrorOf(cause: string): EvalError {
  return evalError('EvalError', { cause }, noSpan);
}

function encodeOutcome(result: CommandResult['result']): string {
  return result.status === 'success'
    ? `{"status":"success","data":${encodeStable(result.data)}}`
    : `{"status":"failure","error":${encodeError(result.error)}}`;
}

function encodeError({ callStack, type, message, info }: OnChainError | LocalError): string {
  const frames = callStack.map(printJsonString).join(',');
  return (
    `{"callStack":[${frames}],"type":"${type}","message":${printJsonString(message)}` +
    `,"info":${printJsonString(info)}}`
  );
}

function encodeEvent({ name, params, module, moduleHash }: PactEvent): string {
  return (
    `{"params":${encodeStableList(params)},"name":${printJsonString(name)}` +
    `,"module":${encodeModuleName(module)},"moduleHash":"${moduleHash}"}`
  );
}
