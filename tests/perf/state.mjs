// A state of a million rows: memory, whether it grows with further transactions, and how the time of reads, commits and keys
// depends on the size of the table. Rows are those of a coin contract, keys are unordered.
//
//   node tests/perf/state.mjs [--engine memory|sql.js]     sql.js by default; the database of scripts has no bar
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { engineOf } from './support/engines.mjs';
import { bundle, bundleVariable, language } from './support/language.mjs';
import { report, timeInTurn } from './support/measure.mjs';

const maxMegabytes = { 'sql.js': 350 };
const many = 1_000_000;
const few = 10_000;
const perRound = 1_000;

const module = language.parseModuleName('coin');
const tableOf = (name) => new language.TableName(name, module);

/** Pseudo-random, the same in every run. */
let last = 1;
const next = () => (last = (Math.imul(last, 1664525) + 1013904223) >>> 0);

const args = process.argv.slice(2);
if (isMainThread && (args.length === 0 || global.gc === undefined)) runApart();
else await measure();

/** Runs each engine in its own process, to measure their memory separately. */
function runApart() {
  const engines = args.length === 0 ? Object.keys(maxMegabytes) : [undefined];
  for (const engine of engines) {
    const more = engine === undefined ? args : ['--engine', engine];
    const self = fileURLToPath(import.meta.url);
    const { status } = spawnSync(process.execPath, ['--expose-gc', self, ...more], {
      stdio: 'inherit',
      env: { ...process.env, [bundleVariable]: bundle },
    });
    if (status !== 0) process.exitCode = status;
  }
}

async function measure() {
  const { name: engine, makeDatabase } = await engineOf(args);
  const database = makeDatabase();
  const large = tableOf('large');
  fill(database, large, many);
  const filled = await memory();
  report(
    'state: memory of a million rows',
    { engine, ...filled },
    { bar: engine in maxMegabytes ? { megabytes: maxMegabytes[engine] } : undefined },
  );
  for (const [from, to] of [
    [0, 100_000],
    [100_000, 300_000],
  ]) {
    transactions(database, large, from, to);
    const later = await memory();
    report(
      `state: memory after ${to.toLocaleString('en')} transactions more`,
      { engine, ...later, growth: later.megabytes / filled.megabytes },
      { bar: engine in maxMegabytes ? { growth: 1.05 } : undefined },
    );
  }
  growth({ engine, database, large });
}

function growth({ engine, database, large }) {
  const small = tableOf('small');
  fill(database, small, few);
  const compare = (name, steps, max) => {
    const times = timeInTurn(steps, { rounds: 15, warmUp: 5 }).map(({ least }) => least);
    const [fast, slow] = times;
    const microseconds = times.map((each) => ((each * 1000) / perRound).toPrecision(3)).join(' ');
    const figures = { engine, microseconds, ratio: slow / fast };
    report(`state: ${name}`, figures, { bar: max === undefined ? undefined : { ratio: max } });
  };
  const max = engine in maxMegabytes ? 2 : undefined;
  const sizes = [
    [small, few],
    [large, many],
  ];
  compare('a read in 10,000 and in 1,000,000', sizes.map(reading(database)), max);
  compare('a write in 10,000 and in 1,000,000', sizes.map(writing(database, perRound)), max);
  compare('commits of 4 rows in 10,000 and in 1,000,000', sizes.map(writing(database, 4)), max);
  const [thousand, hundredThousand] = [tableOf('thousand'), tableOf('hundred-thousand')];
  fill(database, thousand, 1_000);
  fill(database, hundredThousand, 100_000);
  const keys = (table) => () => {
    // A new row, so that no cached key list is used.
    database.writeRow('write', table, `new ${next()}`, rowOf(1));
    return database.rowKeys(table);
  };
  compare('keys of 1,000 and of 100,000', [keys(thousand), keys(hundredThousand)], 115);
}

function reading(database) {
  return ([table, size]) =>
    () => {
      for (let i = 0; i < perRound; i++) database.readRow(table, keyOf(next() % size));
    };
}

function writing(database, perCommit) {
  return ([table, size]) =>
    () => {
      for (let i = 0; i < perRound; i += perCommit) {
        database.begin();
        for (let k = 0; k < perCommit; k++) {
          database.writeRow('write', table, keyOf(next() % size), rowOf(next()));
        }
        database.commit();
      }
    };
}

function fill(database, table, size) {
  database.createTable(table);
  for (let from = 0; from < size; from += 1_000) {
    database.begin();
    for (let i = from; i < from + 1_000; i++) {
      database.writeRow('insert', table, keyOf(i), rowOf(i));
    }
    database.commit();
  }
}

/** Transfers: each reads and writes two rows. */
function transactions(database, table, from, to) {
  for (let i = from; i < to; i++) {
    database.begin();
    for (const key of [keyOf(i), keyOf((7 * i + 1) % many)]) {
      const row = database.readRow(table, key);
      database.writeRow('write', table, key, row ?? rowOf(i));
    }
    database.commit();
  }
}

/** An account name with its key: 66 characters. */
function keyOf(i) {
  return `k:${hex(i)}`;
}

function rowOf(i) {
  const guard = new language.KeySetGuard([hex(i)], { kind: 'keys-all' });
  return new Map([
    ['balance', new language.Decimal(BigInt(i) * 1_000_000_007n, 12)],
    ['guard', guard],
  ]);
}

/** Returns 64 hex digits, different for each number. */
function hex(i) {
  let state = Math.imul(i + 1, 0x9e3779b1) >>> 0;
  let text = '';
  for (let part = 0; part < 8; part++) {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b + 2 * part) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  // In one piece, like strings that come from a program.
  return Buffer.from(text).toString();
}

/** Returns the megabytes of the process, busy and idle: V8 releases its young generation after some seconds without work. */
async function memory() {
  global.gc();
  const busy = process.memoryUsage().rss / 1e6;
  let megabytes = busy;
  for (let i = 0; i < 8; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    global.gc();
    megabytes = Math.min(megabytes, process.memoryUsage().rss / 1e6);
  }
  return { megabytes, busy };
}
