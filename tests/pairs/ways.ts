// Ways to run a script that must answer alike. Each is compared with the plain way of `pact FILE.repl`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramCache } from '../../src/lang/session/program-cache.ts';
import { Coverage } from '../../src/lang/machine/coverage.ts';
import type { Database } from '../../src/lang/db/database.ts';
import { GasProfile } from '../../src/lang/gas/profile.ts';
import { tableModel } from '../../src/lang/gas/model.ts';
import type { SessionWatcher } from '../../src/repl/watching.ts';
import { StoredState } from '../../src/store-file/index.ts';
import type { SqlState } from '../../src/store/index.ts';
import { sqlJs, sqlState } from '../support/sql-js.ts';
import type { Way } from './observe.ts';

export const usual: Way = { name: 'usual' };

const ignore = (): void => undefined;
const everything: SessionWatcher = {
  watchTerm: () => ({ before: ignore, after: ignore }),
  beforeCall: ignore,
  emitted: ignore,
};

/** Watched in everything, a machine takes no shortcut. */
const plain: Way = { name: 'plain', options: () => ({ watchers: [everything] }) };

/** Each state takes a megabyte of sql.js, which has two thousand of them, until it is closed. */
function sqlWay(name: string, options: { readonly cacheBytes?: number }): Way {
  const opened: SqlState[] = [];
  return {
    name,
    forgetsSource: true,
    options: () => ({
      makeDatabase: () => {
        const state = sqlState({ writeOver: 'replace', keepsHistory: true, ...options });
        opened.push(state);
        return state.database;
      },
    }),
    after: () => {
      for (const state of opened.splice(0)) state.close();
    },
  };
}

const coverage: Way = { name: 'coverage', options: () => ({ coverage: new Coverage() }) };
const profile: Way = { name: 'profile', options: () => ({ gasProfile: new GasProfile() }) };

/** With every charge of the table, which no limit stops. Scripts that set the gas answer otherwise. */
const metered: Way = {
  name: 'metered',
  ignoresGas: true,
  // Cuts by huge counts cost more than any limit.
  givesUp: /Gas limit "\d+"exceeded/,
  skips: /env-(gas|milligas|set-milligas)/,
  before: (engine) => {
    engine.meter.model = tableModel;
    engine.meter.limit = Number.MAX_SAFE_INTEGER;
    engine.updateMeter();
  },
};

const sharedPrograms = new ProgramCache();
/** With programs and modules of all scripts before it. */
const shared: Way = { name: 'shared', options: () => ({ programs: sharedPrograms }) };

/** A state file, closed and opened again between transactions. */
function fileWay(): Way {
  let folder = '';
  let opened: StoredState | undefined;
  const open = (): StoredState =>
    StoredState.open(join(folder, 'state'), {
      sql: sqlJs,
      writeOver: 'replace',
      keepsHistory: true,
      defersSync: true,
    });
  const close = (): void => {
    opened?.close();
    opened = undefined;
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
    folder = '';
  };
  const handle: ProxyHandler<object> = {
    get(_, property) {
      const { database } = (opened ??= open()).state;
      const value: unknown = Reflect.get(database, property, database);
      return typeof value === 'function' ? (value.bind(database) as unknown) : value;
    },
  };
  return {
    name: 'file',
    forgetsSource: true,
    // A state that was opened again has no history.
    skips: /txlog|txids|keylog/,
    options: () => ({
      makeDatabase: () => {
        close();
        folder = mkdtempSync(join(tmpdir(), 'pact-pairs-'));
        // The boundary: what it answers is what the database of the opened state answers.
        return new Proxy({}, handle) as Database;
      },
    }),
    between: ({ machine }) => {
      if (opened === undefined || machine.database.begin() === undefined) return;
      machine.database.rollback();
      opened.close();
      opened = undefined;
      machine.database.moduleNames();
    },
    after: close,
  };
}

/** Each is compared with the usual way. */
export const ways: readonly Way[] = [
  plain,
  sqlWay('sql', { cacheBytes: 0 }),
  sqlWay('sql-cached', {}),
  fileWay(),
  coverage,
  profile,
  shared,
  metered,
];
