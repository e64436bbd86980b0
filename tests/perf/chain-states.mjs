// States of the 20 chains of a network in one process, by the number of accounts on each chain: memory, the time to open
// them again, and the cost of a block. Each size and engine runs in its own process.
//
//   node tests/perf/chain-states.mjs [--engine memory|sql.js|disk] [--accounts N] [--chains N]
//
// Memory is what the process alone holds: pages of files, which the system can drop, are left out.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { bundle, bundleVariable, language, root } from './support/language.mjs';
import { report } from './support/measure.mjs';
import { memoryOf } from './support/running-program.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    accounts: { type: 'string' },
    chains: { type: 'string', default: '20' },
  },
});

const rowsInBlock = 500;
const depth = 480;
/** The cache of decoded values of each chain. */
const cacheBytes = 1024 * 1024;

const coin = language.parseModuleName('coin');
const table = new language.TableName('coin-table', coin);
const chains = Number(values.chains);

/** Pseudo-random, the same in every run. */
let last = 1;
const next = () => (last = (Math.imul(last, 1664525) + 1013904223) >>> 0);

if (values.engine === undefined || values.accounts === undefined) runApart();
else await measure(values.engine, Number(values.accounts));

function runApart() {
  const engines = values.engine === undefined ? ['memory', 'sql.js', 'disk'] : [values.engine];
  const sizes = values.accounts === undefined ? [1_000, 10_000, 100_000] : [values.accounts];
  const self = fileURLToPath(import.meta.url);
  for (const engine of engines) {
    for (const accounts of sizes) {
      const args = ['--engine', engine, '--accounts', `${accounts}`, '--chains', values.chains];
      const { status } = spawnSync(process.execPath, ['--expose-gc', self, ...args], {
        stdio: 'inherit',
        env: { ...process.env, [bundleVariable]: bundle },
      });
      if (status !== 0) process.exitCode = 1;
    }
  }
}

async function measure(engine, accounts) {
  const before = await megabytes();
  const engines = await entriesOf(engine);
  const entries = Array.from({ length: chains }, () => engines.make());
  const states = entries.map((each) => open(each));
  const filling = cpu();
  for (const state of states) await fill(state, accounts, engines.step);
  const fillMs = filling();
  const filled = (await megabytes()) - before;
  // Blocks replace rows, so that the history is as deep as it can get.
  const working = cpu();
  const blocks = 12;
  for (let i = 0; i < blocks; i++) {
    for (const state of states) change(state, accounts, i);
    await engines.step();
  }
  const blockMs = working() / blocks / chains;
  const rewinding = cpu();
  for (const state of states) state.rewind(state.head.height - 10);
  await engines.step();
  const rewindMs = rewinding() / chains;
  const megabytesUsed = (await megabytes()) - before;
  const reopening = cpu();
  const again = (await engines.reopen(entries)).map((each) => open(each));
  const reopenMs = reopening();
  if (again.some(({ head }, i) => head.height !== states[i].head.height)) throw new Error('lost');
  report('chain states', {
    engine,
    chains,
    accounts,
    megabytes: filled,
    bytesPerAccount: (filled * 1e6) / accounts / chains,
    bytesPerReplacedRow: ((megabytesUsed - filled) * 1e6) / (blocks * rowsInBlock * chains),
    fillMicrosecondsPerAccount: (fillMs * 1000) / accounts / chains,
    blockOf500RowsMs: blockMs,
    rewindOf10BlocksMs: rewindMs,
    reopenAllMs: reopenMs,
  });
}

function open(entries) {
  return new language.ChainState({ entries, depth, cacheBytes, info: language.lineInfo });
}

async function fill(state, accounts, step) {
  for (let from = -1, height = 0; from < accounts; height++) {
    const block = height === 0 ? state.openFirst(0) : state.open(state.head).value;
    block.use((database) => {
      database.begin();
      if (height === 0) database.createTable(table);
      const to = Math.min(accounts, from + rowsInBlock);
      for (; from < to; from++) if (from >= 0) put(database, from, 100n);
      database.commit();
    });
    if (from === accounts - 1) from = accounts;
    commit(state, block, height);
    await step();
  }
}

function change(state, accounts, round) {
  const block = state.open(state.head).value;
  block.use((database) => {
    database.begin();
    for (let i = 0; i < rowsInBlock; i++) put(database, next() % accounts, BigInt(round));
    database.commit();
  });
  commit(state, block, state.head.height + 1);
}

function put(database, account, balance) {
  const key = (Math.imul(account, 2654435761) >>> 0).toString(16).padStart(8, '0').repeat(8);
  const row = new Map([
    ['balance', new language.Decimal(balance * 10n ** 12n + BigInt(account), 12)],
    ['guard', new language.KeySetGuard([key], { kind: 'keys-all' })],
  ]);
  database.writeRow('write', table, `k:${key}`, row);
}

function commit(state, block, height) {
  const hash = new Uint8Array(32);
  new DataView(hash.buffer).setUint32(0, height);
  state.commit(block.finish([]), hash);
}

/**
 * `make` makes the entries of one more chain, `step` hands all changes to the disk, `reopen` opens the entries of all chains
 * again.
 */
function entriesOf(engine) {
  switch (engine) {
    case 'memory':
      return {
        make: () => new language.MemoryEntries(),
        step: () => undefined,
        reopen: (all) => all,
      };
    case 'sql.js':
      return sqlEntries();
    case 'disk':
      return diskEntries();
    default:
      throw new Error('--engine is memory, sql.js or disk');
  }
}

async function sqlEntries() {
  const require = createRequire(join(root, 'package.json'));
  const wasm = new Uint8Array(readFileSync(require.resolve('sql.js/dist/sql-wasm.wasm')));
  const init = require('sql.js');
  // One WebAssembly memory holds at most 2 to 4 GB, so each chain has its own.
  const sqls = [];
  for (let i = 0; i < chains; i++) sqls.push(await language.openSqlJs({ init, wasm }));
  let i = 0;
  const made = (image) =>
    new language.SqlEntries({ sql: sqls[i++ % chains], keepsVersions: true, image });
  return {
    make: () => made(),
    step: () => undefined,
    reopen: (all) =>
      all.map((entries) => {
        const image = entries.image();
        entries.close();
        return made(image);
      }),
  };
}

function diskEntries() {
  const { DiskEntries, entryTables: tables, Environment } = language;
  const folder = mkdtempSync(join(tmpdir(), 'pact-chain-states-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'states');
  let environment = new Environment({ path, tables });
  let made = 0;
  return {
    make: () => new DiskEntries(environment, made++),
    step() {
      environment.endStep();
      return environment.durable();
    },
    async reopen(all) {
      await environment.close();
      environment = new Environment({ path, tables });
      return all.map((_, chain) => new DiskEntries(environment, chain));
    },
  };
}

/** Returns the processor time of this process in milliseconds, because the machine may be busy with other work. */
function cpu() {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

async function megabytes() {
  for (let i = 0; i < 3; i++) {
    global.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return memoryOf(process.pid).privateMb * 1.048576;
}
