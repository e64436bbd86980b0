// `npm run coverage`: reports which lines of the sources the tests run, by room.
//
//   npm run coverage                        all tests, including those of the command: takes about twice as long as npm test
//   npm run coverage -- --no-command        only the tests in the process
//   npm run coverage -- tests/unit/base     only these files
//   npm run coverage -- --report            prints the tables of the last run again
//
// Processes that tests start run the files of dist: these are built with source maps, and V8 reports which parts ran. The
// lines that did not run are in coverage/not-reached.txt.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { linesOfProcesses, linesOfVitest } from './lines.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
process.chdir(root);
const { values: options, positionals } = parseArgs({
  options: {
    'no-command': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** The least percentage of lines that the tests must reach. */
const bars = { 'src/lang': 97, all: 92 };

let isFailed = false;
if (!options.report) {
  rmSync('coverage', { recursive: true, force: true });
  mkdirSync('coverage');
  runInProcess();
  if (!options['no-command']) runCommand();
}
report();
if (isFailed) process.exitCode = 1;

function vitest(args, env = {}) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...positionals, ...args],
    { stdio: 'inherit', env: { ...process.env, ...env } },
  );
  if (status !== 0) isFailed = true;
}

function runInProcess() {
  const args = ['--project', 'in process', '--passWithNoTests', '--coverage'];
  args.push('--coverage.reporter', 'json', '--coverage.reportOnFailure');
  vitest([...args, '--coverage.reportsDirectory', 'coverage/in-process']);
}

function runCommand() {
  spawnSync(process.execPath, ['build.mjs', '--no-types', '--maps'], { stdio: 'inherit' });
  // V8 does not count functions that come from its code cache.
  for (const name of readdirSync('dist')) if (name.endsWith('.cache')) rmSync(join('dist', name));
  vitest(['--project', 'command', '--passWithNoTests'], {
    NODE_V8_COVERAGE: join(root, 'coverage/processes'),
  });
  // The next build drops the source maps.
  savedProcesses();
  spawnSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
}

function report() {
  const lines = linesOfVitest('coverage/in-process/coverage-final.json', root);
  const processes = savedProcesses();
  const rooms = new Map();
  const missing = [];
  for (const [file, ofFile] of [...lines].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ofProcesses = processes.get(file);
    const left = [...ofFile].filter(([line, ran]) => !ran && ofProcesses?.has(line) !== true);
    for (const room of roomsOf(file)) {
      const sum = rooms.get(room) ?? { lines: 0, left: 0 };
      rooms.set(room, { lines: sum.lines + ofFile.size, left: sum.left + left.length });
    }
    if (left.length > 0) missing.push(`${file}: ${rangesOf(left.map(([line]) => line))}`);
  }
  writeFileSync('coverage/not-reached.txt', `${missing.join('\n')}\n`);
  for (const [room, { lines: count, left }] of [...rooms].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (count === 0) continue;
    const percent = (100 * (count - left)) / count;
    const bar = bars[room];
    const isBelow = bar !== undefined && percent < bar;
    if (isBelow && positionals.length === 0 && !options['no-command']) isFailed = true;
    const reported = bar === undefined ? '' : `  at least ${bar}${isBelow ? ': NOT REACHED' : ''}`;
    console.log(
      `${percent.toFixed(2).padStart(6)} %  ${String(count).padStart(6)} lines  ${room}${reported}`,
    );
  }
}

/** Reports of processes take gigabytes, so only the lines they contain are kept. */
function savedProcesses() {
  const saved = 'coverage/processes.json';
  if (existsSync('coverage/processes')) {
    const found = linesOfProcesses('coverage/processes', root);
    const plain = [...found].map(([file, lines]) => [file, [...lines]]);
    writeFileSync(saved, JSON.stringify(plain));
    rmSync('coverage/processes', { recursive: true });
  }
  if (!existsSync(saved)) return new Map();
  const read = JSON.parse(readFileSync(saved, 'utf8'));
  return new Map(read.map(([file, lines]) => [file, new Set(lines)]));
}

/** Returns the rows that a file counts for: its room, the folder of the room, and the total. */
function roomsOf(file) {
  const folders = file.split('/').slice(0, -1);
  const names = [folders.slice(0, 2).join('/')];
  if (folders[1] === 'lang') names.push(folders.slice(0, 3).join('/'));
  return new Set([...names, 'all']);
}

/** Formats line numbers as `3-5, 9`. */
function rangesOf(lines) {
  const ranges = [];
  for (const line of lines.sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
