// One transaction of the database: code that runs on a machine with signatures, data and gas, and is committed or rolled
// back as a whole. The code can be a user's or the platform's own.
// Source: pact/Pact/Core/Evaluate.hs (setupEvalEnv, evalWithinTx').
import { lazily } from '../../base/deferred.ts';
import { noSpan } from '../../base/span.ts';
import {
  type BuiltinTable,
  type DefPactExec,
  type EvalError,
  type ExecutionFlag,
  GasMeter,
  type GasModel,
  type GasSchedule,
  type Hash,
  type IsInterrupted,
  Loaded,
  type Machine,
  type MilliGas,
  type NamespacePolicy,
  type PactEvent,
  type PactValue,
  type PublicData,
  type QualifiedCapability,
  Registry,
  type SpvSupport,
  type TransactionEnvironment,
  ValueTooLarge,
  chainSizes,
  coreBuiltins,
  createMachine,
  evalError,
  flagOfBuiltin,
  isEvalError,
  noCapabilities,
  toGas,
} from '../../lang/session/run.ts';
import type { Database, TransactionLogEntry } from '../../lang/session/store.ts';
import { answerName, enforceAnswerSize, logName } from './answer-size.ts';
import { commandLimits } from '../limits.ts';
import type { Signer } from './signer.ts';

/** The environment of a transaction of the database. */
export type Surroundings = {
  /** Nodes use one that merges writes into existing rows: `writeOver: 'merge'`. */
  readonly database: Database;
  /**
   * `trial`: as in a transaction, including its id, but writes are rolled back. `local`: writes are rolled back, and there
   * is no transaction id.
   */
  readonly mode: 'transactional' | 'trial' | 'local';
  readonly publicData: PublicData;
  readonly flags: ReadonlySet<ExecutionFlag>;
  readonly namespacePolicy: NamespacePolicy;
  readonly spv: SpvSupport;
  /** The limits on output and writes; default: `commandLimits`. */
  readonly sizes?: SizeLimits;
  /**
   * Without it, nothing is metered and gas is 0. A meter continues from the count of an earlier transaction of the
   * database.
   */
  readonly gas?:
    | GasMeter
    | {
        readonly model: GasModel;
        readonly limit: MilliGas;
        readonly used?: MilliGas;
        /** The gas prices of the release at this height; default: the current ones. */
        readonly schedule?: GasSchedule;
      }
    | undefined;
  /** Capabilities that the platform grants, the innermost first; their modules need not exist yet. */
  readonly granted?: readonly QualifiedCapability[] | undefined;
  /** Modules that the platform may upgrade, by their full names. */
  readonly moduleAdmin?: ReadonlySet<string> | undefined;
  /** The number of nested evaluation steps that fit on the current JavaScript stack. */
  readonly depthLimit: number;
  /** Evaluation ends by throwing `Interrupted` once it returns true. */
  readonly isInterrupted?: IsInterrupted | undefined;
  /** Called regularly; evaluation ends with an error once it returns true. */
  readonly isMemoryShort?: (() => boolean) | undefined;
  /** Keeps the machine for transactions with the same limits and the same two functions above. */
  readonly slot?: MachineSlot | undefined;
};

/** In bytes: for the JSON of the answer, and for the documents in the log. */
export type SizeLimits = {
  readonly answerBytes: number;
  /** More for each unit of gas that was used. */
  readonly answerBytesPerGas?: number;
  readonly logBytes: number;
};

/** The result. After a failure, nothing is kept. */
export type Execution = {
  readonly outcome: Outcome;
  /** Whole units, rounded up. */
  readonly gas: bigint;
  /** `undefined` for failures, and in local mode. */
  readonly txId: bigint | undefined;
  /** The writes, in order; `undefined` for failures. */
  readonly log: readonly TransactionLogEntry[] | undefined;
  readonly events: readonly PactEvent[];
  /** The defpact whose step ran. */
  readonly continuation: DefPactExec | undefined;
};

export type Outcome =
  /** The value of the last form; `undefined` if there was no form. */
  | { readonly kind: 'success'; readonly value: PactValue | undefined }
  | { readonly kind: 'failure'; readonly error: EvalError };

/** The data about the sender that code can read. */
export type Message = {
  readonly hash: Hash;
  readonly data: PactValue;
  readonly signers: readonly Signer[];
  readonly verifiers: readonly {
    readonly name: string;
    readonly capabilities: readonly QualifiedCapability[];
  }[];
  /** The step of a defpact to run. */
  readonly step: TransactionEnvironment['step'];
};

/** Runs `body` on its own machine, within a transaction of the database. */
export function evaluate(
  message: Message,
  surroundings: Surroundings,
  body: (machine: Machine) => PactValue | undefined,
): Execution {
  const machine = machineFor(message, surroundings);
  const { database } = surroundings;
  const { sizes = commandLimits } = surroundings;
  const { logBytes } = sizes;
  const txId = database.begin({ logBytes });
  let value: PactValue | undefined;
  try {
    value = body(machine);
    const { events, defPactExec: continuation } = machine;
    enforceAnswerSize({ value, events, continuation }, answerLimit(sizes, machine));
  } catch (thrown) {
    database.rollback();
    const failed = failure(errorOf(machine, thrown), gasOf(machine));
    surroundings.slot?.giveBack(machine);
    return failed;
  }
  const isLocal = surroundings.mode === 'local';
  const done: Execution = {
    outcome: { kind: 'success', value },
    gas: gasOf(machine),
    txId: isLocal ? undefined : txId,
    log: surroundings.mode === 'transactional' ? database.commit() : database.rollback(),
    events: machine.events,
    continuation: machine.defPactExec,
  };
  surroundings.slot?.giveBack(machine);
  return done;
}

function answerLimit({ answerBytes, answerBytesPerGas }: SizeLimits, machine: Machine): number {
  if (answerBytesPerGas === undefined) return answerBytes;
  return answerBytes + answerBytesPerGas * Number(gasOf(machine));
}

export function failure(error: EvalError, gas: bigint): Execution {
  const nothing = { txId: undefined, log: undefined, events: [], continuation: undefined };
  return { outcome: { kind: 'failure', error }, gas, ...nothing };
}

function machineFor(message: Message, surroundings: Surroundings): Machine {
  const { database, slot, granted, moduleAdmin, gas } = surroundings;
  const environment = environmentFor(message, surroundings);
  const machine = slot?.take() ?? newMachine(surroundings, environment);
  machine.database = database;
  machine.environment = environment;
  for (let i = (granted?.length ?? 0) - 1; i >= 0; i--) {
    machine.capabilities = machine.capabilities.granting(granted?.[i] as QualifiedCapability);
  }
  if (moduleAdmin !== undefined) {
    machine.capabilities = machine.capabilities.withModuleAdmin(moduleAdmin);
  }
  if (gas !== undefined) machine.meter = gas instanceof GasMeter ? gas : meterFor(gas);
  return machine;
}

function newMachine(surroundings: Surroundings, environment: TransactionEnvironment): Machine {
  const { database, depthLimit, isInterrupted, isMemoryShort } = surroundings;
  return createMachine({
    database,
    environment,
    depthLimit,
    codeSizes: chainSizes,
    ...(isInterrupted !== undefined && { isInterrupted }),
    ...(isMemoryShort !== undefined && { isMemoryShort }),
  });
}

function meterFor({
  model,
  limit,
  schedule,
  used = 0,
}: Exclude<NonNullable<Surroundings['gas']>, GasMeter>): GasMeter {
  const meter = new GasMeter(model, limit, schedule);
  meter.used = used;
  return meter;
}

function environmentFor(
  { hash, data, signers, verifiers, step }: Message,
  { mode, publicData, flags, namespacePolicy, spv }: Surroundings,
): TransactionEnvironment {
  const signatures = new Map<string, readonly QualifiedCapability[]>();
  // If several signers have the same key, the last one counts.
  for (const each of signers) signatures.set(keyOf(each, flags), each.capabilities);
  return {
    signatures,
    verifiers: unitedByName(verifiers),
    data,
    hash,
    publicData,
    step,
    mode: mode === 'local' ? 'local' : 'transactional',
    flags,
    builtins: builtins(),
    namespacePolicy,
    spv,
    warn: nobodyListens,
  };
}

const nobodyListens = (): void => undefined;

/** Returns the key of a signer for keysets. Before 5.4.1 it was the address, if any, which a WebAuthn signer chooses freely. */
function keyOf({ publicKey, address }: Signer, flags: ReadonlySet<ExecutionFlag>): string {
  return flags.has('DisablePact54Fix') ? (address ?? publicKey) : publicKey;
}

function unitedByName(
  verifiers: readonly {
    readonly name: string;
    readonly capabilities: readonly QualifiedCapability[];
  }[],
): ReadonlyMap<string, readonly QualifiedCapability[]> {
  const united = new Map<string, readonly QualifiedCapability[]>();
  for (const { name, capabilities } of verifiers) {
    united.set(name, [...(united.get(name) ?? []), ...capabilities]);
  }
  return united;
}

/** The builtins of the language, without those of the REPL and of old releases. */
const builtins = lazily(() => new Registry(coreBuiltins));

export function builtinTable({ flags }: Pick<TransactionEnvironment, 'flags'>): BuiltinTable {
  return {
    lookup(name) {
      const flag = flagOfBuiltin(name);
      if (flag !== undefined && flags.has(flag)) return undefined;
      const builtin = builtins().byName(name);
      return builtin === undefined ? undefined : { internal: builtin.name };
    },
    overload: (internal) => internal,
  };
}

/** Returns the error if the command caused it; rethrows everything else. */
function errorOf(machine: Machine, thrown: unknown): EvalError {
  if (isEvalError(thrown)) return withPlace(machine, thrown);
  if (!(thrown instanceof ValueTooLarge)) throw thrown;
  const span = machine.stack?.span ?? noSpan;
  const { what, limit } = thrown;
  return machine.withStack(evalError('ValueTooLarge', { what, limit }, span));
}

/**
 * Removes place and calls from some errors: the reference catches exceptions of its host language, such as that of
 * `(mod 1 0)`, around the whole transaction, where neither is known.
 */
function withPlace(machine: Machine, error: EvalError): EvalError {
  if (error.is('UnknownException')) return evalError('UnknownException', error.data, noSpan);
  return machine.withStack(error);
}

function gasOf({ meter }: Machine): bigint {
  return meter === undefined ? 0n : toGas(meter.used);
}

/**
 * Checks whether a transaction failed only at a limit of this program: its output or writes were too large, or stack or
 * memory was too small. The reference has no such limits, so this is no result that other nodes would get.
 */
export function isOwnLimit(error: EvalError): boolean {
  if (error.is('CallDepthExceeded') || error.is('MemoryExceeded')) return true;
  return error.is('ValueTooLarge') && [answerName, logName].includes(error.data.what);
}

// Reuses one machine for the transactions of a block. Data that compiled code has cached for its machine, such as contexts
// and prices, stays valid for the next transaction; a new machine would have to compute it again.

export class MachineSlot {
  private idle: Machine | undefined;

  /** Returns the machine of the previous transaction, without any of its data; `undefined` if there is none. */
  take(): Machine | undefined {
    const { idle } = this;
    this.idle = undefined;
    return idle;
  }

  /** Called after a transaction has ended, even with a failure; a machine that was stopped within one is not returned. */
  giveBack(machine: Machine): void {
    machine.restore({ capabilities: noCapabilities, stack: undefined, depth: 0 });
    machine.reset(new Loaded());
    machine.meter = undefined;
    this.idle = machine;
  }
}
