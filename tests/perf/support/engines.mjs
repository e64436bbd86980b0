// Which database a benchmark runs on: `--engine NAME`, the memory where nothing is said.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { language } from './language.mjs';

const engines = {
  memory: () => () => new language.MemoryDatabase(),
  'sql.js': async () => {
    const require = createRequire(import.meta.url);
    const wasm = new Uint8Array(readFileSync(require.resolve('sql.js/dist/sql-wasm.wasm')));
    const sql = await language.openSqlJs({ init: require('sql.js'), wasm });
    return () => new language.SqlState({ sql }).database;
  },
};

export async function engineOf(args) {
  const { values } = parseArgs({
    args,
    options: { engine: { type: 'string', default: 'memory' } },
  });
  const open = engines[values.engine];
  if (open === undefined) {
    console.error(`no engine ${values.engine}; there is ${Object.keys(engines).join(', ')}`);
    process.exit(2);
  }
  return { name: values.engine, makeDatabase: await open() };
}
