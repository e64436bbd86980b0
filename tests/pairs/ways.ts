// The ways of running a script that must give the same answers. Each is compared with that of `pact FILE.repl`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramCache } from '../../src/lang/session/known-modules.ts';
import { Coverage } from '../../src/lang/eval/coverage.ts';
import type { Database } from '../../src/lang/db/database.ts';
import { GasProfile } from '../../src/lang/gas/profile.ts';
import { tableModel } from '../../src/lang/gas/model.ts';
import type { SessionWatcher } from '../../src/tools/repl/watching.ts';
import { StoredState } from '../../src/storage/file/index.ts';
import type { SqlState } from '../../src/storage/entries/index.ts';
import { sqlJs, sqlState } from '../support/sql-js.ts';
import type { Way } from './observe.ts';

export const usual: Way = { name: 'usual' };

const ignore = (): void => undefined;
const everything: SessionWatcher = {
  watchTerm: () => ({ before: ignore, after: ignore }),
  beforeCall: ignore,
  emitted: ignore,
};

/** A machine that is fully watched takes no shortcuts. */
const plain: Way = { name: 'plain', options: () => ({ watchers: [everything] }) };

/** A state takes a megabyte of sql.js's two gigabytes until it is closed. */
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

/** Charges everything by the gas table, without a limit. Scripts that set the gas are skipped: their answers differ. */
const metered: Way = {
  name: 'metered',
  ignoresGas: true,
  // `take` and `drop` with huge counts cost more than any limit.
  givesUp: /Gas limit "\d+"exceeded/,
  skips: /env-(gas|milligas|set-milligas)/,
  before: (engine) => {
    engine.meter.model = tableModel;
    engine.meter.limit = Number.MAX_SAFE_INTEGER;
    engine.updateMeter();
  },
};

const sharedPrograms = new ProgramCache();
/** Shares the programs and modules of all scripts that ran before. */
const shared: Way = { name: 'shared', options: () => ({ programs: sharedPrograms }) };

/** A state file for each chain of a script, closed and opened again between transactions. */
function fileWay(): Way {
  const files: ReopenedFile[] = [];
  return {
    name: 'file',
    forgetsSource: true,
    // A reopened state has no history.
    skips: /txlog|txids|keylog/,
    options: () => ({
      makeDatabase: () => {
        const file = new ReopenedFile();
        files.push(file);
        return file.database;
      },
    }),
    between: () => {
      for (const file of files) file.closeBetweenTransactions();
    },
    after: () => {
      for (const file of files.splice(0)) file.remove();
    },
  };
}

/** A state in its own folder, opened on demand. */
class ReopenedFile {
  private opened: StoredState | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'pact-pairs-'));

  /** The type boundary: every member is forwarded to the database of the opened state. */
  readonly database = new Proxy(
    {},
    {
      get: (_, property) => {
        const { database } = this.state();
        const value: unknown = Reflect.get(database, property, database);
        return typeof value === 'function' ? (value.bind(database) as unknown) : value;
      },
    },
  ) as Database;

  closeBetweenTransactions(): void {
    if (this.opened === undefined) return;
    const { database } = this.state();
    if (database.begin() === undefined) return;
    database.rollback();
    this.close();
    this.database.moduleNames();
  }

  remove(): void {
    this.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private state(): SqlState {
    this.opened ??= StoredState.open(join(this.folder, 'state'), {
      sql: sqlJs,
      writeOver: 'replace',
      keepsHistory: true,
      defersSync: true,
    });
    return this.opened.state;
  }

  private close(): void {
    this.opened?.close();
    this.opened = undefined;
  }
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
