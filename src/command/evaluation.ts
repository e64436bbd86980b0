// One transaction of the database: code that runs on a machine with signatures, data and gas, kept or taken back as a
// whole. Which code it is, a user's or the platform's own, is its caller's business.
// Source: pact/Pact/Core/Evaluate.hs (setupEvalEnv, evalWithinTx').

import { lazily } from '../base/lazily.ts';
import { noSpan } from '../base/span.ts';
import {
  chainSizes,
  coreBuiltins,
  createMachine,
  evalError,
  flagOfBuiltin,
  GasMeter,
  isEvalError,
  Registry,
  toGas,
  ValueTooLarge,
  type BuiltinTable,
  type DefPactExec,
  type EvalError,
  type ExecutionFlag,
  type GasModel,
  type GasSchedule,
  type Hash,
  type Machine,
  type MilliGas,
  type NamespacePolicy,
  type PactEvent,
  type PactValue,
  type PublicData,
  type QualifiedCapability,
  type SpvSupport,
  type TransactionEnvironment,
} from '../lang/session/run.ts';
import { type Database, type TransactionLogEntry } from '../lang/session/store.ts';
import { answerName, enforceAnswerSize, logName } from './answer-size.ts';
import { limits } from './limits.ts';
import type { MachineSlot } from './machine-slot.ts';
import type { Signer } from './signer.ts';

/** What a transaction of the database runs in. */
export type Surroundings = {
  /** Nodes have one that merges what is written over a row: `writeOver: 'merge'`. */
  readonly database: Database;
  /**
   * `trial`: everything as in a transaction, its id included, and nothing that it writes stays.
   * `local`: nothing that it writes stays, and it takes no transaction id.
   */
  readonly mode: 'transactional' | 'trial' | 'local';
  readonly publicData: PublicData;
  readonly flags: ReadonlySet<ExecutionFlag>;
  readonly namespacePolicy: NamespacePolicy;
  readonly spv: SpvSupport;
  /** What the transaction may leave behind: `limits` of this room where nothing is said. */
  readonly sizes?: SizeLimits;
  /**
   * Without it nothing is metered, and gas is 0. A meter goes on counting where an earlier transaction of the database
   * has stopped.
   */
  readonly gas?:
    | GasMeter
    | {
        readonly model: GasModel;
        readonly limit: MilliGas;
        readonly used?: MilliGas;
        /** What the release at this height charges; today's prices by default. */
        readonly schedule?: GasSchedule;
      }
    | undefined;
  /** Capabilities that the platform grants, the innermost first; their modules need not exist yet. */
  readonly granted?: readonly QualifiedCapability[] | undefined;
  /** Modules that the platform may upgrade, by their full names. */
  readonly moduleAdmin?: ReadonlySet<string> | undefined;
  /** How many nested evaluation steps the present JavaScript stack can hold. */
  readonly depthLimit: number;
  /** Asked now and then; evaluation ends with `Interrupted`, which is thrown, once it says yes. */
  readonly isInterrupted?: (() => boolean) | undefined;
  /** Asked now and then; evaluation ends with an error once it says yes. */
  readonly isMemoryShort?: (() => boolean) | undefined;
  /** Called instead of failing where the depth or the memory is used up. */
  readonly beyondLimit?: () => never;
  /** Holds the machine, for transactions that have the same limits and the same three functions above. */
  readonly slot?: MachineSlot | undefined;
};

/** In bytes: of the JSON of the answer, and of the documents in the log. */
export type SizeLimits = { readonly answerBytes: number; readonly logBytes: number };

/** What came of it. A failure leaves nothing behind. */
export type Execution = {
  readonly outcome: Outcome;
  /** Whole units, rounded up. */
  readonly gas: bigint;
  /** `undefined` of failures, and in local mode. */
  readonly txId: bigint | undefined;
  /** What was written, in order; `undefined` of failures. */
  readonly log: readonly TransactionLogEntry[] | undefined;
  readonly events: readonly PactEvent[];
  /** The defpact of which a step ran. */
  readonly continuation: DefPactExec | undefined;
};

export type Outcome =
  /** The value of the last form; there is none where there was no form. */
  | { readonly kind: 'success'; readonly value: PactValue | undefined }
  | { readonly kind: 'failure'; readonly error: EvalError };

/** What code sees of its sender. */
export type Message = {
  readonly hash: Hash;
  readonly data: PactValue;
  readonly signers: readonly Signer[];
  readonly verifiers: readonly {
    readonly name: string;
    readonly capabilities: readonly QualifiedCapability[];
  }[];
  /** The step of a defpact that is to run. */
  readonly step: TransactionEnvironment['step'];
};

/** Runs `body` on a machine of its own. The database has a transaction open meanwhile. */
export function evaluate(
  message: Message,
  surroundings: Surroundings,
  body: (machine: Machine) => PactValue | undefined,
): Execution {
  const machine = machineFor(message, surroundings);
  const { database } = surroundings;
  const { answerBytes, logBytes } = surroundings.sizes ?? limits;
  const txId = database.begin({ logBytes });
  let value: PactValue | undefined;
  try {
    value = body(machine);
    const { events, defPactExec: continuation } = machine;
    enforceAnswerSize({ value, events, continuation }, answerBytes);
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
  const { database, depthLimit, isInterrupted, isMemoryShort, beyondLimit } = surroundings;
  return createMachine({
    database,
    environment,
    depthLimit,
    codeSizes: chainSizes,
    ...(isInterrupted !== undefined && { isInterrupted }),
    ...(isMemoryShort !== undefined && { isMemoryShort }),
    ...(beyondLimit !== undefined && { beyondLimit }),
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
  // The last of several signers with one key counts.
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

/** The key that keysets know a signer by. Before 5.4.1 it was its address, if any, which a WebAuthn signer chooses freely. */
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

/** Those of the language; what only the REPL or an old release has is unknown here. */
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

/** What a command has to answer for; anything else is thrown on. */
function errorOf(machine: Machine, thrown: unknown): EvalError {
  if (isEvalError(thrown)) return withPlace(machine, thrown);
  if (!(thrown instanceof ValueTooLarge)) throw thrown;
  const span = machine.stack?.span ?? noSpan;
  const { what, limit } = thrown;
  return machine.withStack(evalError('ValueTooLarge', { what, limit }, span));
}

/**
 * The reference catches an exception of its host language, such as that of `(mod 1 0)`, around the whole transaction:
 * neither place nor calls are known there.
 */
function withPlace(machine: Machine, error: EvalError): EvalError {
  if (error.is('UnknownException')) return evalError('UnknownException', error.data, noSpan);
  return machine.withStack(error);
}

function gasOf({ meter }: Machine): bigint {
  return meter === undefined ? 0n : toGas(meter.used);
}

/** Whether a transaction failed only because it left too much behind. */
export function isTooLargeToKeep(error: EvalError): boolean {
  return error.is('ValueTooLarge') && [answerName, logName].includes(error.data.what);
}
