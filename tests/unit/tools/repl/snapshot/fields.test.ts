// No field of a session is forgotten when its state is saved: a new field must be added to the tables.

import { expect, test } from 'vitest';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../../src/tools/repl/options.ts';
import {
  databaseFields,
  environmentFields,
  machineFields,
  meterFields,
  sessionFields,
} from '../../../../../src/tools/repl/snapshot/session-state.ts';

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
