// The databases that benchmarks run on, by name: each takes the language of a checkout and returns a factory.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const databases = {
  memory:
    ({ language }) =>
    () =>
      new language.MemoryDatabase(),
  'sql.js': async ({ language, root }) => {
    const require = createRequire(join(root, 'package.json'));
    const wasm = new Uint8Array(readFileSync(require.resolve('sql.js/dist/sql-wasm.wasm')));
    const sql = await language.openSqlJs({ init: require('sql.js'), wasm });
    return () => new language.SqlState({ sql }).database;
  },
};
