// No field of a session is forgotten when its state is saved: a new field must be added to the tables, and if later forms
// can see it, to src/tools/repl/snapshot/session-state.ts.

import { expect, test } from 'vitest';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../../src/tools/repl/options.ts';

/**
 * `kept`: part of the state. `given`: the same in every session of a kind. `at rest`: empty between two forms, or the
 * state is not stored. `place`: the progress in the files, see RunningFile. `history`: grows, and is stored step by
 * step; see Step.
 */
type Belongs = 'kept' | 'given' | 'at rest' | 'place' | 'history';

const sessionFields: Readonly<Record<string, Belongs>> = {
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

const machineFields: Readonly<Record<string, Belongs>> = {
  database: 'kept',
  environment: 'kept',
  meter: 'kept',
  loaded: 'kept',
  capabilities: 'kept',
  events: 'kept',
  defPactExec: 'kept',
  stack: 'at rest',
  applyClosure: 'given',
  compile: 'given',
  compileTried: 'given',
  code: 'given',
  codeSizes: 'given',
  depthLimit: 'given',
  watch: 'given',
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

const environmentFields: Readonly<Record<string, Belongs>> = {
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

const meterFields: Readonly<Record<string, Belongs>> = {
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

const databaseFields: Readonly<Record<string, Belongs>> = {
  info: 'given',
  writeOver: 'given',
  contents: 'kept',
  nextTransaction: 'kept',
  transaction: 'at rest',
};

const engine = new ReplEngine({ host: silentHost, depthLimit: 100, nestingLimit: 100 });

test.each([
  ['session', engine, sessionFields],
  ['machine', engine.machine, machineFields],
  ['environment', engine.machine.environment, environmentFields],
  ['meter', engine.meter, meterFields],
  ['database', engine.machine.database, databaseFields],
])('every field of a %s has its place', (_, instance, places) => {
  expect(Object.keys(instance).sort()).toEqual(Object.keys(places).sort());
});
