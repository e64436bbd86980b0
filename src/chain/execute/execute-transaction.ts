// Executes one transaction of a block: gas is bought, the payload runs, unused gas is refunded. A transaction that
// fails stays in the block and pays its whole limit; one that cannot pay cannot be in a block.
// Source: Chainweb/Pact5/TransactionExec.hs (applyCmd, runPayload), Chainweb/Pact/PactService/Pact5/ExecBlock.hs
// (applyPactCmd); consensus reference, sections 6.3, 6.6 and 6.9.

import { utf8 } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { lazily } from '../../base/deferred.ts';
import { noSpan } from '../../base/span.ts';
import { assert } from '../../base/assert.ts';
import {
  encodeCommandResult,
  execute,
  isOwnLimit,
  sizeOfCommandResult,
  tooLargeText,
  type CommandResult,
  type Execution,
  type PublicMeta,
  type SizeLimits,
} from '../command/index.ts';
import {
  errorText,
  fromGas,
  GasMeter,
  gasScheduleOf,
  isEvalError,
  parseQualifiedName,
  tableModel,
  toGas,
  type EvalError,
  type NamespacePolicy,
  type PactEvent,
} from '../../lang/session/run.ts';
import type { Database, TransactionLogEntry } from '../../lang/session/store.ts';
import { type InitialGasModel, initialGas } from '../rules/execution/gas.ts';
import type { ExecutionRules } from '../rules/execution-rules.ts';
import { makerLimits } from '../limits.ts';
import type { WriteObserver } from './coin-changes.ts';
import { buyGas, redeemGas, tooBig, type Payment } from './gas-payment.ts';
import { attestedSpv } from './spv-port.ts';
import { surroundingsOf } from './system-code.ts';
import { resultOfExecution } from './transaction-result.ts';
import type {
  ChainTransaction,
  InvalidTransaction,
  NoBytesLeft,
  TransactionContext,
  TransactionPlace,
  TransactionResult,
} from './types.ts';
import { runVerifiers } from './verifiers.ts';
import { knownVerifiers } from '../verifiers/index.ts';

/** `database` must be between transactions. The caller takes back the writes of an invalid transaction. */
export function executeTransaction(
  database: Database,
  context: TransactionContext,
  transaction: ChainTransaction,
  place: TransactionPlace,
): TransactionResult {
  const { rules } = context;
  const { freeBytes } = place;
  const outcome = runTransaction(database, context, transaction, {
    gasLeft: place.gasLeft,
    initialGas: rules.initialGas,
    gasOverride: rules.gasOverrides.get(place.index),
    sizes: freeBytes === undefined ? undefined : makerLimits,
    onWrites: place.onWrites,
  });
  if (!outcome.ok) return { kind: 'invalid', fault: outcome.fault };
  const { value: result } = outcome;
  const ownLimit = transaction.payload.meta.gasLimit;
  const isLowered = place.gasLeft !== undefined && ownLimit > place.gasLeft;
  if (isLowered && result.result.status === 'failure') {
    const message = `the block has less gas left than the limit of the transaction, ${ownLimit}`;
    return { kind: 'invalid', fault: { code: 'block-gas-limit', message } };
  }
  if (freeBytes !== undefined) {
    // Before the output is written, because it may be large.
    const needed = unpaidBytesOf(result);
    if (!needed.ok) return { kind: 'invalid', fault: needed.fault };
    if (needed.value > freeBytes) return { kind: 'invalid', fault: noBytesLeft(needed.value) };
  }
  const output = utf8(encodeCommandResult(result));
  return { kind: 'executed', result, output, gas: result.gas };
}

/** Returns the bytes of an output beyond those that its gas pays for, in a block that is made here. */
export function unpaidBytes(bytes: number, gas: bigint): number {
  return Math.max(bytes - makerLimits.answerBytesPerGas * Number(gas), 0);
}

/** The same for an output that is not written yet; a fault if they are more than any block has. */
export function unpaidBytesOf(result: CommandResult): Result<number, InvalidTransaction> {
  const { answerBytes, answerBytesPerGas } = makerLimits;
  const limit = answerBytes + answerBytesPerGas * Number(result.gas);
  const size = sizeOfCommandResult(result, limit);
  if (size <= limit) return good(unpaidBytes(size, result.gas));
  return bad({ code: 'too-large', message: tooLargeText(limit) });
}

function noBytesLeft(freeBytes: number): NoBytesLeft {
  const message = `the block has no room for ${freeBytes} bytes of output that its gas does not pay for`;
  return { code: 'block-output-limit', message, freeBytes };
}

type Run = Pick<TransactionPlace, 'gasLeft' | 'onWrites'> & {
  readonly initialGas: InitialGasModel;
  readonly gasOverride: bigint | undefined;
  /** Of output and writes, for a block that is made here; default: those of any block. */
  readonly sizes: SizeLimits | undefined;
};

/** Runs the phases, without the checks that only blocks need. */
export function runTransaction(
  database: Database,
  context: TransactionContext,
  transaction: ChainTransaction,
  { gasLeft, initialGas: model, gasOverride, sizes, onWrites }: Run,
): Result<CommandResult, InvalidTransaction> {
  const { hash, payload, program } = transaction;
  if (payload.message.kind === 'exec' && program.forms.length === 0) return bad(noForms);
  const missing = missingVerifier(payload.verifiers ?? [], context);
  if (missing !== undefined) return bad(missing);
  const payment = { transaction, meta: lowered(payload.meta, gasLeft) };
  const { gasLimit } = payment.meta;
  const sizeGas = initialGas(model, transaction.sizes);
  if (sizeGas > gasLimit) return bad(tooBig(hash));
  const meter = meterOf(context.rules, gasLimit);
  const purchase = buyGas(database, context, payment, meter);
  if (!purchase.ok) return purchase;
  const paid = runPaid(database, context, payment, { meter, sizeGas, sizes });
  if (!paid.ok) return paid;
  const { outcome } = paid.value;
  if (outcome.kind === 'failure' && isRefused(outcome.error, sizes)) {
    return bad({ code: 'too-large', message: errorText(outcome.error) });
  }
  const hasFailed = outcome.kind === 'failure';
  const gas = hasFailed ? gasLimit : (gasOverride ?? toGas(meter.used));
  const redemption = redeemGas(database, context, payment, { gas, purchase: purchase.value });
  if (!redemption.ok) return redemption;
  const stages = { before: purchase.value, after: redemption.value };
  if (onWrites !== undefined) tellWrites(onWrites, paid.value, stages);
  return good(resultOf(payment, paid.value, { gas, ...stages }));
}

function tellWrites(
  onWrites: WriteObserver,
  paid: Execution,
  { before, after }: { readonly before: Execution; readonly after: Execution },
): void {
  onWrites('fund', before.log ?? nothingWritten);
  onWrites('payload', paid.log ?? nothingWritten);
  onWrites('redeem', after.log ?? nothingWritten);
}

/**
 * A failure at any limit on values is a result that the reference does not get, so a block that is made here leaves the
 * transaction out. In blocks from elsewhere only those count that nobody can store: earlier versions of this program put
 * the others into blocks.
 */
function isRefused(error: EvalError, sizes: SizeLimits | undefined): boolean {
  return isOwnLimit(error) || (sizes !== undefined && error.is('ValueTooLarge'));
}

/** Counts gas for a transaction with this limit, at the prices of the release in force. */
export function meterOf(rules: ExecutionRules, gasLimit: bigint): GasMeter {
  const schedule = gasScheduleOf(rules.gasRelease);
  assert(schedule !== undefined, `the prices of release ${rules.gasRelease} are known`);
  return new GasMeter(tableModel, fromGas(gasLimit), schedule);
}

/** Modules can be installed in namespaces only, which the contract `ns` controls. */
export const userNamespaces = lazily((): NamespacePolicy => {
  const manager = parseQualifiedName('ns.validate');
  assert(manager !== undefined, 'ns.validate is a qualified name');
  return { kind: 'smart', allowRoot: false, manager };
});

/** Runs everything that the bought gas pays for: size, verifiers and the payload. */
function runPaid(
  database: Database,
  context: TransactionContext,
  { transaction, meta }: Payment,
  {
    meter,
    sizeGas,
    sizes,
  }: Pick<Run, 'sizes'> & {
    readonly meter: GasMeter;
    readonly sizeGas: bigint;
  },
): Result<Execution, InvalidTransaction> {
  const { payload } = transaction;
  try {
    meter.charge(fromGas(sizeGas), 'initial gas', noSpan);
    runVerifiers(payload.verifiers ?? [], context.rules, meter);
  } catch (thrown) {
    if (!isEvalError(thrown)) throw thrown;
    return good(failed(thrown));
  }
  const answers = attestedSpv(context.spv);
  const surroundings = surroundingsOf(database, context, {
    meta,
    flags: context.rules.flags.transaction,
    namespacePolicy: userNamespaces(),
    spv: answers.spv,
    sizes,
    gas: meter,
  });
  const execution = execute(transaction, surroundings);
  const crash = answers.crash();
  return crash === undefined ? good(execution) : bad({ code: 'proof', message: crash });
}

function resultOf(
  { transaction }: Payment,
  paid: Execution,
  {
    gas,
    before,
    after,
  }: { readonly gas: bigint; readonly before: Execution; readonly after: Execution },
): CommandResult {
  const log: TransactionLogEntry[] = [];
  const events: PactEvent[] = [];
  for (const part of [before, paid, after]) {
    for (const each of part.log ?? nothingWritten) log.push(each);
    for (const each of part.events) events.push(each);
  }
  const { txId, outcome, continuation } = paid;
  return resultOfExecution(transaction.hash, { txId, outcome, continuation, gas, log, events });
}

const nothingWritten: readonly TransactionLogEntry[] = [];

/** What failed before any code ran. */
export function failed(error: EvalError): Execution {
  const nothing = { txId: undefined, log: undefined, events: [], continuation: undefined };
  return { outcome: { kind: 'failure', error }, gas: 0n, ...nothing };
}

/** The network has a verifier that this program lacks: no result can be given, because other nodes get a different one. */
function missingVerifier(
  verifiers: readonly { readonly name: string }[],
  { rules }: TransactionContext,
): InvalidTransaction | undefined {
  const known = verifiers.find(
    ({ name }) => rules.verifiers.includes(name) && !knownVerifiers.has(name),
  );
  if (known === undefined) return undefined;
  const message = `this program lacks the verifier ${known.name}, which the network allows`;
  return { code: 'verifier', message };
}

/** Code that consists of blanks and comments has no result: the reference fails when it serializes it. */
const noForms: InvalidTransaction = {
  code: 'empty-code',
  message: 'the code of the transaction has no top-level form',
};

function lowered(meta: PublicMeta, gasLeft: bigint | undefined): PublicMeta {
  return gasLeft === undefined || meta.gasLimit <= gasLeft ? meta : { ...meta, gasLimit: gasLeft };
}
