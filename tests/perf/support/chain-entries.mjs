// Engines of chain states, by name.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { language, root } from './language.mjs';

/** Stores in sql.js, each with its own WebAssembly memory. */
export async function openSql() {
  const require = createRequire(join(root, 'package.json'));
  const wasm = new Uint8Array(readFileSync(require.resolve('sql.js/dist/sql-wasm.wasm')));
  return language.openSqlJs({ init: require('sql.js'), wasm });
}

export async function makeEntries(engine) {
  if (engine === 'memory') return new language.MemoryEntries();
  return new language.SqlEntries({ sql: await openSql(), keepsVersions: true });
}
