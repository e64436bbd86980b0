// The state of a session between two forms: everything that later forms can see, besides the running files. A test
// (tests/unit/tools/repl/snapshot/fields.test.ts) classifies each field of the session, its machine, meter and database, so
// that none is forgotten here.

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
  machine.proceedFrom(state.machine);
  engine.lastStep.note(state.lastStep);
  engine.meter.state = state.meter;
  engine.updateMeter();
  engine.legacy = state.legacy;
  if (state.legacy.proofs.length > 0) machine.environment.spv = mockedSpv(engine, noSpvSupport);
  for (const flag of state.debug) engine.debug.add(flag);
  engine.builtinsInModules = state.builtinsInModules;
  for (const [module, texts] of state.documents) engine.documents.set(module, texts);
}
