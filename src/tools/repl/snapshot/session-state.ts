// The state of a session between two forms: everything that later forms can see, besides the running files. The tables at
// the end classify each field of the session, its machine, meter and database; a test compares them with the actual
// fields.

import { MemoryDatabase, type MemoryDatabaseState } from '../../../lang/session/store.ts';
import {
  noSpvSupport,
  type DefPactExec,
  type MachineState,
  type MeterState,
} from '../../../lang/session/run.ts';
import { mockedSpv } from '../builtins/legacy.ts';
import type { DebugFlag } from '../trace-form.ts';
import type { ReplEngine } from '../engine.ts';
import type { LegacyState } from '../legacy-state.ts';

export type SessionState = {
  readonly database: MemoryDatabaseState;
  readonly machine: MachineState;
  readonly lastStep: DefPactExec | undefined;
  readonly meter: MeterState;
  readonly legacy: LegacyState;
  readonly debug: ReadonlySet<DebugFlag>;
  readonly builtinsInModules: boolean;
  readonly documents: ReplEngine['documents'];
};

/** Returns `undefined` if a transaction, a call or a warning is open, or several chains are in use. */
export function sessionState(engine: ReplEngine): SessionState | undefined {
  const { legacy, debug, builtinsInModules, documents } = engine;
  const { database, environment } = engine.machine;
  if (engine.transaction !== undefined || !engine.warnings.isEmpty) return undefined;
  if (engine.chainsOfScript !== undefined) return undefined;
  if (!(database instanceof MemoryDatabase)) return undefined;
  if (environment.spv !== noSpvSupport && legacy.proofs.length === 0) return undefined;
  const stored = database.state;
  const machine = engine.machine.state;
  if (stored === undefined || machine === undefined) return undefined;
  const meter = engine.meter.state;
  return {
    database: stored,
    machine,
    lastStep: engine.lastStep.step,
    meter,
    legacy,
    debug,
    builtinsInModules,
    documents,
  };
}

/** Sets the state of a session that has run nothing yet. The session takes ownership of the parts of the state. */
export function setSessionState(engine: ReplEngine, state: SessionState): void {
  const { machine } = engine;
  machine.database = engine.makeDatabase(state.database);
  machine.goOnFrom(state.machine);
  engine.lastStep.note(state.lastStep);
  engine.meter.state = state.meter;
  engine.updateMeter();
  engine.legacy = state.legacy;
  if (state.legacy.proofs.length > 0) machine.environment.spv = mockedSpv(engine, noSpvSupport);
  for (const flag of state.debug) engine.debug.add(flag);
  engine.builtinsInModules = state.builtinsInModules;
  for (const [module, texts] of state.documents) engine.documents.set(module, texts);
}

/**
 * `kept`: part of the state. `given`: the same in every session of a kind. `at rest`: empty between two forms, or the
 * state is not stored. `place`: the progress in the files, see RunningFile. `history`: grows, and is stored step by
 * step; see Step.
 */
type Belongs = 'kept' | 'given' | 'at rest' | 'place' | 'history';

export const sessionFields: Readonly<Record<string, Belongs>> = {
  host: 'given',
  linesFrom: 'given',
  machine: 'kept',
  meter: 'kept',
  expectations: 'history',
  legacy: 'kept',
  debug: 'kept',
  sets: 'given',
  lastStep: 'kept',
  transaction: 'at rest',
  builtinsInModules: 'kept',
  options: 'given',
  watchers: 'given',
  makeDatabase: 'given',
  atLimit: 'given',
  builtinTable: 'given',
  documents: 'kept',
  warnings: 'at rest',
  running: 'place',
  chainsOfScript: 'at rest',
  source: 'place',
  dialect: 'place',
  loading: 'place',
  recovery: 'at rest',
};

export const machineFields: Readonly<Record<string, Belongs>> = {
  database: 'kept',
  environment: 'kept',
  meter: 'kept',
  loaded: 'kept',
  capabilities: 'kept',
  events: 'kept',
  defPactExec: 'kept',
  stack: 'at rest',
  compile: 'given',
  compileTried: 'given',
  code: 'given',
  codeSizes: 'given',
  depthLimit: 'given',
  isInterrupted: 'given',
  isMemoryShort: 'given',
  callsUntilCheck: 'given',
  itemsUntilCheck: 'given',
  itemsUntilLook: 'given',
  depth: 'place',
  active: 'at rest',
  // Rebuilt from the environment.
  contexts: 'given',
};

export const environmentFields: Readonly<Record<string, Belongs>> = {
  signatures: 'kept',
  verifiers: 'kept',
  data: 'kept',
  hash: 'kept',
  publicData: 'kept',
  step: 'kept',
  mode: 'kept',
  flags: 'kept',
  builtins: 'given',
  namespacePolicy: 'kept',
  spv: 'kept',
  warn: 'given',
};

export const meterFields: Readonly<Record<string, Belongs>> = {
  schedule: 'given',
  costs: 'kept',
  usedSafely: 'kept',
  usedBeyond: 'kept',
  limitAmount: 'kept',
  form: 'at rest',
  ranOutIn: 'kept',
  plainUpTo: 'kept',
  presentModel: 'kept',
  log: 'kept',
  watchers: 'given',
};

export const databaseFields: Readonly<Record<string, Belongs>> = {
  info: 'given',
  writeOver: 'given',
  contents: 'kept',
  nextTransaction: 'kept',
  transaction: 'at rest',
};
