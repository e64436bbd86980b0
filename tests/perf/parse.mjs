// Measures how fast source text is parsed into a syntax tree with positions: real contracts file by file, texts of growing
// size, in a new process, and compared with the parser of @kadena/pactjs-generator on the same files.
//
//   PACT_REFERENCE=DIR node tests/perf/parse.mjs   the reference's contracts and scripts, else those of this project
//   npm ci --ignore-scripts --prefix tests/perf/peers   once, for the comparison
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { contractText } from './support/contracts.mjs';

const bars = { megabytesPerSecond: 15, timesPeer: 5, growth: 0.3 };
const roundMs = 250;
const rounds = 9;
const sizes = [19_000, 100_000, 1_000_000, 2_000_000];
const coldBytes = 100_000;
const coldRuns = 7;

const root = fileURLToPath(new URL('../..', import.meta.url));

if (process.argv[2] === '--cold') measureCold(process.argv[3], process.argv[4]);
else await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'pact-parse-'));
  try {
    const bundle = await bundleParser(folder);
    const figures = measure(bundle, folder);
    const holds = meetsBars(figures);
    console.log(JSON.stringify({ benchmark: 'parse', ...figures, bars, holds }));
    process.exitCode = holds ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(bundle, folder) {
  const parser = createRequire(import.meta.url)(bundle);
  const { name, files } = corpus();
  const sound = files.filter((file) => parses(parser, file));
  const peer = loadPeer();
  const contracts = sound.filter(({ path }) => path.endsWith('.pact'));
  const shared = peer === undefined ? [] : contracts.filter(({ text }) => peerParses(peer, text));
  const oneModule = contractText({ name: 'large', lines: 30_000 });
  const jobs = {
    corpus: job(sound, (file) => parseFile(parser, file)),
    ...Object.fromEntries(
      sizes.map((size) => [`${size / 1000}kB`, jobOfText(parser, textOfSize(contracts, size))]),
    ),
    oneModule: jobOfText(parser, oneModule),
    contracts: job(shared, (file) => parseFile(parser, file)),
    peer: job(shared, ({ text }) => peer?.contractParser(text, 'free')),
  };
  const speeds = speedsOf(jobs);
  const small = speeds['19kB'];
  return {
    corpus: name,
    files: sound.length,
    bytes: bytesOf(sound),
    oneModuleBytes: oneModule.length,
    megabytesPerSecond: speeds,
    growth: {
      '1MB': rounded(speeds['1000kB'] / small),
      '2MB': rounded(speeds['2000kB'] / small),
    },
    timesPeer: peer === undefined ? undefined : rounded(speeds.contracts / speeds.peer),
    peerFiles: shared.length,
    cold: coldFigures(bundle, folder, textOfSize(contracts, coldBytes)),
  };
}

function meetsBars({ megabytesPerSecond, growth, timesPeer }) {
  const slowest = Math.min(megabytesPerSecond.corpus, megabytesPerSecond.contracts ?? Infinity);
  return (
    slowest >= bars.megabytesPerSecond &&
    Math.min(growth['1MB'], growth['2MB']) >= bars.growth &&
    (timesPeer === undefined || timesPeer >= bars.timesPeer)
  );
}

/** Bundles the parser that the command uses, minified in the same way. */
async function bundleParser(folder) {
  const outfile = join(folder, 'parser.cjs');
  await build({
    stdin: {
      contents: `
        export { parseProgram } from './src/lang/syntax/parse.ts';
        export { Source } from './src/base/span.ts';
      `,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    target: 'node20',
  });
  return outfile;
}

function corpus() {
  const reference = process.env.PACT_REFERENCE;
  if (reference !== undefined) return { name: 'reference', files: readFiles([reference]) };
  const folders = ['stdlib', 'repl-scripts', 'tests/conformance'].map((path) => join(root, path));
  return { name: 'own', files: readFiles(folders.filter(existsSync)) };
}

function readFiles(folders) {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((path) => /\.(pact|repl)$/.test(path))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') })),
  );
}

function loadPeer() {
  try {
    return createRequire(join(root, 'tests/perf/peers/package.json'))('@kadena/pactjs-generator');
  } catch {
    console.error('parse: no peer, run `npm ci --ignore-scripts --prefix tests/perf/peers`');
    return undefined;
  }
}

function parses(parser, file) {
  return parseFile(parser, file).diagnostics.length === 0;
}

function peerParses({ contractParser }, text) {
  try {
    return contractParser(text, 'free')[0].length > 0;
  } catch {
    return false;
  }
}

function parseFile({ parseProgram, Source }, { path, text }) {
  return parseProgram(new Source(path, text), {
    dialect: path.endsWith('.pact') ? 'pact' : 'repl',
  });
}

/** Returns whole contracts, largest first, repeated until the size is reached. */
function textOfSize(files, size) {
  const ordered = files.toSorted((a, b) => b.text.length - a.text.length);
  let text = '';
  for (let i = 0; text.length < size; i++) text += `${ordered[i % ordered.length].text}\n`;
  return text;
}

function job(files, run) {
  return { bytes: bytesOf(files), runOnce: () => files.forEach(run) };
}

function jobOfText(parser, text) {
  return job([{ path: 'one.pact', text }], (file) => parseFile(parser, file));
}

function bytesOf(files) {
  return files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

/**
 * Alternates between the parsers, so that a busy machine disturbs all alike; the best round counts. The first is a warm-up.
 * Measures the processor time of all threads of the process: this excludes other programs, but includes concurrent garbage
 * collection.
 */
function speedsOf(jobs) {
  const best = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { bytes, runOnce }] of Object.entries(jobs)) {
      if (bytes === 0) continue;
      const start = process.cpuUsage();
      let ms;
      let count = 0;
      do {
        runOnce();
        count++;
        const { user, system } = process.cpuUsage(start);
        ms = (user + system) / 1000;
      } while (ms < roundMs);
      if (round > 0) best[name] = Math.max(best[name] ?? 0, (bytes * count) / ms / 1000);
    }
  }
  return Object.fromEntries(Object.entries(best).map(([name, speed]) => [name, rounded(speed)]));
}

function coldFigures(bundle, folder, text) {
  const file = join(folder, 'cold.pact');
  writeFileSync(file, text);
  const script = fileURLToPath(import.meta.url);
  const runs = Array.from({ length: coldRuns }, () => {
    const { stdout } = spawnSync(process.execPath, [script, '--cold', bundle, file], {
      encoding: 'utf8',
    });
    return JSON.parse(stdout);
  });
  const bytes = Buffer.byteLength(text);
  const ms = Math.min(...runs.map((run) => run.ms));
  return {
    bytes,
    ms: rounded(ms),
    firstFormMs: rounded(Math.min(...runs.map((run) => run.firstFormMs))),
    megabytesPerSecond: rounded(bytes / ms / 1000),
  };
}

/** In a new process: parses a single form, which creates the lexer and parser, and then the text. */
function measureCold(bundle, file) {
  const parser = createRequire(import.meta.url)(bundle);
  const text = readFileSync(file, 'utf8');
  const start = process.cpuUsage();
  parseFile(parser, { path: 'first.repl', text: '(+ 1 2)' });
  const between = process.cpuUsage();
  parseFile(parser, { path: 'cold.pact', text });
  const end = process.cpuUsage();
  const msFrom = (from, to) => (to.user + to.system - from.user - from.system) / 1000;
  console.log(JSON.stringify({ ms: msFrom(between, end), firstFormMs: msFrom(start, between) }));
}

function rounded(value) {
  return Math.round(value * 100) / 100;
}
