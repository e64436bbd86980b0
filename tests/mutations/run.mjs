// Breaks the code on purpose and reports which tests notice: `npm run mutate`. See tests/mutations/README.md.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { Copy } from './copy.mjs';
import { drawMutations } from './draw.mjs';
import { testsByNearness } from './nearest.mjs';
import { mutated, recorded } from './recorded.mjs';
import { placeNow, sourcesAt } from './sources-at.mjs';
import { Types } from './types.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    within: { type: 'string', default: '' },
    files: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '240' },
    report: { type: 'string' },
    again: { type: 'string' },
    at: { type: 'string' },
    whole: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
    tests: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    list: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
/** Tests that take two seconds or more, which `--near` leaves out. */
const durations = JSON.parse(readFileSync(new URL('../durations.json', import.meta.url), 'utf8'));
const slow = new Set(Object.keys(durations).filter((test) => durations[test] >= 2));

const [part, parts] = options.part.split('/').map(Number);
const all = options.random === undefined && options.again === undefined ? listed() : drawn();
const mutations = all.filter((_, i) => i % parts === part - 1);
if (options.list) {
  for (const each of mutations) console.log(`${each.id}  ${each.file}  ${each.what}`);
  process.exit(0);
}
const copy = new Copy(root);
process.on('exit', () => copy.remove());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
const nearest = testsByNearness(root);
const types = options.types ? new Types(root) : undefined;
// Reported before the first one is tried, because a run takes an hour.
const applied = mutations.map((each) => ({ ...each, broken: each.apply(copy.read(each.file)) }));
const broken = applied.filter(({ broken: text }) => text !== undefined);
for (const { id, file, broken: text } of applied) {
  if (text === undefined) console.log(`gone      ${id}  ${file}  its lines were changed since`);
}
const done = options.report === undefined ? new Map() : readReport(options.report);
const theCompiler = 'the compiler';
const counts = { killed: 0, compiler: 0, survived: 0 };
for (const mutation of broken) {
  const known = done.get(mutation.id);
  const verdict = known ?? (await verdictOn(mutation));
  counts[verdict.killed ? (verdict.by === theCompiler ? 'compiler' : 'killed') : 'survived']++;
  if (known === undefined) tell(mutation, verdict);
}
const tried = counts.killed + counts.compiler + counts.survived;
console.log(
  `of ${tried} killed by a test: ${counts.killed}; refused by the compiler alone: ${counts.compiler}; survived: ${counts.survived}`,
);
process.exitCode = counts.survived > 0 ? 1 : 0;

function listed() {
  const wanted = options.only?.split(',');
  const chosen = recorded.filter(({ id }) => wanted === undefined || wanted.includes(id));
  if (chosen.length === 0) throw new Error(`no recorded mutation has the id ${options.only}`);
  return chosen.map((each) => ({ ...each, apply: (text) => mutated(text, each) }));
}

function drawn() {
  const ids = options.again === undefined ? undefined : survivorsIn(options.again);
  const count = ids === undefined ? Number(options.random) : 1 + Math.max(...ids.map(placeOf));
  const { seed, within, at } = options;
  const wanted = options.only?.split(',');
  const from = at === undefined ? root : sourcesAt(root, at);
  return drawMutations(from, { seed: Number(seed), count, within })
    .filter(({ id }) => ids === undefined || ids.includes(id))
    .filter(({ id }) => wanted === undefined || wanted.includes(id))
    .map((each) => ({ ...each, apply: (text) => appliedTo(text, each, from) }));
}

/** Returns `undefined` if the lines have changed since the mutation was drawn. */
function appliedTo(text, { file, start, end, replace }, from) {
  const before = readFileSync(join(from, file), 'utf8');
  const place = placeNow(before, { start, end }, text);
  if (place === undefined) return undefined;
  return text.slice(0, place) + replace + text.slice(place + end - start);
}

/** `--again REPORT`: tries the survivors again, after tests were added. `--at` names the sources they were drawn from. */
function survivorsIn(path) {
  return [...readReport(path).values()].filter(({ killed }) => !killed).map(({ id }) => id);
}

function placeOf(id) {
  return Number(id.split('-').at(-1));
}

function readReport(path) {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map((each) => [each.id, each]));
}

async function verdictOn(mutation) {
  const { file, broken: text } = mutation;
  const before = copy.read(file);
  copy.write(file, text);
  try {
    for (const stage of stagesOf(mutation)) {
      const limit = stage.isWhole ? 10 * seconds : seconds;
      const answer = await copy.test(stage.files, { seconds: limit, project: stage.project });
      if (answer.outcome !== 'passed') return { killed: true, by: answer.title ?? answer.outcome };
    }
    if (types !== undefined && !types.accept(file, text)) return { killed: true, by: theCompiler };
    return { killed: false, by: undefined };
  } finally {
    copy.write(file, before);
  }
}

/** The likeliest tests first, then more of them, and all at the end with `--whole`. */
function stagesOf({ file, tests = options.tests?.split(',').filter(Boolean) }) {
  const stages =
    tests === undefined
      ? stagesByNearness(file)
      : [
          inProcess(tests.filter((test) => !isOfCommand(test))),
          ofCommand(tests.filter(isOfCommand)),
        ];
  // The formatter and the linter would notice most mutations without knowing what the program does. The compiler is
  // asked last, and counted apart.
  if (options.whole) stages.push({ files: ['--exclude', 'tests/architecture/**'], isWhole: true });
  return stages.filter(({ files }) => files.length > 0);
}

function stagesByNearness(file) {
  const near = nearest.inProcess(file).filter((test) => !options.near || !slow.has(test));
  const [few, some, max] = [4, 16, 16 + Number(options.files)];
  const first = inProcess(near.slice(0, few));
  const command = ofCommand(nearest.ofCommand(file).slice(0, 4));
  // Only src/apps/cli needs the end-to-end tests: for other rooms the build takes longer than their tests.
  if (options.near) {
    return [
      first,
      file.startsWith('src/apps/cli/') ? command : inProcess(near.slice(few, 2 * few)),
    ];
  }
  // Values that only generated documentation shows.
  const generated = inProcess(['tests/architecture/generated.test.ts']);
  const more = [inProcess(near.slice(few, some)), inProcess(near.slice(some, max))];
  return [first, ...more, command, generated];
}

function isOfCommand(test) {
  return test.startsWith('tests/e2e/');
}

function inProcess(files) {
  return { files, project: 'in process' };
}

function ofCommand(files) {
  return { files, project: 'command' };
}

function tell({ id, file, line, what, broken: text }, { killed, by }) {
  console.log(
    `${killed ? 'killed  ' : 'SURVIVED'}  ${id}  ${file}  ${what}${killed ? `  by ${by}` : ''}`,
  );
  if (!killed) console.log(difference(copy.read(file), text));
  if (options.report === undefined) return;
  appendFileSync(options.report, `${JSON.stringify({ id, file, line, what, killed, by })}\n`);
}

/** The lines that differ. */
function difference(before, after) {
  const [old, now] = [before, after].map((text) => text.split('\n'));
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  let end = 0;
  while (old.at(-1 - end) === now.at(-1 - end) && end < Math.min(old.length, now.length) - start)
    end++;
  const part = (lines, sign) =>
    lines.slice(start, lines.length - end).map((line) => `${sign} ${line}`);
  return [`@@ line ${start + 1}`, ...part(old, '-'), ...part(now, '+')].join('\n');
}
