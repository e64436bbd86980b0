// sql.js for tests.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import init from 'sql.js';
import {
  openSqlJs,
  SqlState,
  type SqlJs,
  type SqlStateOptions,
} from '../../src/storage/entries/index.ts';

const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

export const sqlJs: SqlJs = await openSqlJs({ init, wasm: new Uint8Array(readFileSync(wasm)) });

export function sqlState(options: Omit<SqlStateOptions, 'sql'> = {}): SqlState {
  return new SqlState({ sql: sqlJs, ...options });
}
