// Lets the disk of `pact node` fail under load, in many ways, each with a new folder: a write or a sync that fails with EIO or
// ENOSPC, once or from then on, and short writes, at places spread over a run; a full disk; a limit on the size of files; a
// folder that is removed or renamed. The node must stop acknowledging, say why, and not crash; a node that is started when
// all is well again must know every transaction that was reported as mined, have moved each coin exactly once, and
// `pact node replay --verify` must agree.
//
//   node tests/crash/node-disk.mjs [--places 100] [--only calls,full,limit,removed,renamed] [--from 1] [--seconds 4]
//     [--seed 1]
//
// Needs a build and Linux; for failing calls a C compiler, for the full disk the right to mount one in memory. Prints a line
// of JSON for each way, and the exit status is 1 if anything was lost or a fault was not told.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from '../support/parse-options.mjs';
import { hasOwnFault } from './bit-flips/answers.mjs';
import { callsCounted, faultyDisk, hasFaultyDisk } from './faulty-disk.mjs';
import { lastLook, newFolder, sendAndPoll } from './node-load.mjs';
import { startNode } from './own-node.mjs';
import { generator } from './support.mjs';

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '100' },
    only: { type: 'string', default: 'calls,full,limit,removed,renamed' },
    from: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});
const below = generator(Number(values.seed));
const runMs = 1_000 * Number(values.seconds);
/** How long a node may acknowledge after its folder is gone: what was written before is on the disk. */
const graceMs = 1_500;
const ways = { calls, full, limit, removed, renamed };

for (const name of values.only.split(',')) {
  const problems = [];
  const figures = await ways[name](problems);
  console.log(JSON.stringify({ test: `disk of a node: ${name}`, ...figures, problems }));
  if (problems.length > 0) process.exitCode = 1;
}
process.exit();

/** Lets the n-th write or sync fail. */
async function calls(problems) {
  if (!hasFaultyDisk) return { isRun: false, why: 'there is no C compiler' };
  const faults = [
    { calls: 'write', does: 'EIO' },
    { calls: 'sync', does: 'EIO' },
    { calls: 'write', does: 'short' },
    { calls: 'write', does: 'ENOSPC', lasts: true },
    { calls: 'sync', does: 'EIO', lasts: true },
    { calls: 'write', does: 'short', lasts: true },
  ];
  const most = { write: await callsOfRun('write'), sync: await callsOfRun('sync') };
  const all = { places: 0, told: 0, reported: 0, mined: 0, ended: 0 };
  for (let i = Number(values.from); i <= Number(values.places); i++) {
    const fault = faults[i % faults.length];
    const at = 1 + below(most[fault.calls]);
    const what = `${fault.does} at ${fault.calls} ${at}${fault.lasts ? ' and later' : ''}`;
    const folder = newFolder();
    const environment = faultyDisk(folder.path, { ...fault, at });
    const { isTold, hasEnded } = await loadUntilFault(folder, { environment, what, problems });
    all.places++;
    if (isTold) all.told++;
    if (hasEnded) all.ended++;
    await look(folder, what, problems, all);
    if (i % 10 === 0) console.error(`${i} places`);
  }
  return { ...all, calls: most };
}

/** Returns how many calls a run without faults makes. */
async function callsOfRun(kind) {
  const folder = newFolder();
  const countTo = join(folder.path, '..', `${folder.path.split('/').at(-1)}-count`);
  const environment = faultyDisk(folder.path, { calls: kind, countTo });
  await loadUntilFault(folder, { environment, what: 'no fault', problems: [] });
  const counted = callsCounted(countTo);
  rmSync(countTo, { force: true });
  return Math.max(1, counted);
}

/** Fills a small disk. */
async function full(problems) {
  const folder = newFolder();
  const data = join(folder.path, 'data');
  mkdirSync(data);
  const mount = (...args) => execFileSync('mount', [...args, data], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', 'size=512m', 'tmpfs');
  } catch {
    return { isRun: false, why: 'a disk cannot be mounted here' };
  }
  try {
    const onReady = async () => {
      await after(500);
      mount('-o', `remount,size=${Math.ceil(kilobytesOf(data)) + 256}k`);
    };
    const run = { what: 'a full disk', problems, onReady, longestMs: 30_000 };
    const { isTold, said } = await loadUntilFault(folder, run);
    if (!isTold) problems.push('a full disk was not told');
    mount('-o', 'remount,size=1g');
    const all = { reported: 0, mined: 0 };
    await look(folder, 'a full disk', problems, all);
    return { ...all, said };
  } finally {
    execFileSync('umount', [data], { stdio: 'ignore' });
  }
}

/** Lets no file grow above its size. */
async function limit(problems) {
  const folder = newFolder();
  const onReady = async (node) => {
    await after(500);
    const bytes = largestFileIn(join(folder.path, 'data')) + 200_000;
    const set = spawnSync('prlimit', ['--pid', String(node.pid), `--fsize=${bytes}:${bytes}`]);
    if (set.status !== 0) problems.push(`prlimit: ${set.error ?? set.stderr}`);
  };
  const run = { what: 'a limit on files', problems, onReady, longestMs: 30_000 };
  const { isTold, said } = await loadUntilFault(folder, run);
  if (!isTold) problems.push('a limit on files was not told');
  const all = { reported: 0, mined: 0 };
  await look(folder, 'a limit on files', problems, all);
  return { ...all, said };
}

async function removed(problems) {
  const folder = newFolder();
  const figures = await withoutFolder(folder, problems, (data) =>
    rmSync(data, { recursive: true }),
  );
  return figures;
}

async function renamed(problems) {
  const folder = newFolder();
  const elsewhere = join(folder.path, 'elsewhere');
  const figures = await withoutFolder(folder, problems, (data) => renameSync(data, elsewhere));
  rmSync(join(folder.path, 'data'), { recursive: true, force: true });
  renameSync(elsewhere, join(folder.path, 'data'));
  const all = { reported: 0, mined: 0 };
  await look(folder, 'a folder that was renamed', problems, all);
  return { ...figures, ...all };
}

/** Takes the folder away; returns how much the node acknowledged afterwards. */
async function withoutFolder(folder, problems, take) {
  const node = await startNode(folder.config);
  const until = performance.now() + runMs;
  while (performance.now() < until) await sendAndPoll(node, folder);
  take(join(folder.path, 'data'));
  await after(graceMs);
  const before = folder.reported.size;
  let accepted = 0;
  let said;
  for (let i = 0; i < 20 && !node.hasEnded(); i++) {
    await sendAndPoll(node, folder).then(
      () => accepted++,
      (error) => (said = said ?? String(error)),
    );
  }
  const reported = folder.reported.size - before;
  if (accepted > 0) problems.push(`${accepted} of 20 sends were accepted without the folder`);
  if (reported > 0) problems.push(`${reported} transactions were reported without the folder`);
  enforceSentence(node, 'a folder that is gone', problems);
  await node.end('SIGINT');
  return { accepted, reported, said };
}

/**
 * Runs a node under load until it refuses, or for some seconds, and ends it. `isTold`: it refused to acknowledge or to
 * start. `said` is the first refusal.
 */
async function loadUntilFault(folder, run) {
  const { environment, what, problems, onReady, longestMs = runMs } = run;
  let node;
  try {
    node = await startNode(folder.config, { environment, readyMs: 20_000 });
  } catch (error) {
    enforceWords(String(error), `${what}, at the start`, problems);
    return { isTold: true, hasEnded: true };
  }
  await onReady?.(node);
  const until = performance.now() + longestMs;
  let said;
  while (performance.now() < until && said === undefined && !node.hasEnded()) {
    await sendAndPoll(node, folder).catch((error) => (said = String(error)));
  }
  if (said !== undefined) await enforceQuiet(node, folder, what, problems);
  const hasEnded = node.hasEnded();
  enforceSentence(node, what, problems);
  // Nothing may depend on an orderly end.
  await node.end('SIGKILL');
  return { isTold: said !== undefined || hasEnded, hasEnded, said };
}

/** After a fault nothing new may be reported, and the health check says so. */
async function enforceQuiet(node, folder, what, problems) {
  await after(300);
  if (node.hasEnded()) return;
  const health = await fetch(`${node.address}/health-check`).catch(() => undefined);
  if (health === undefined) return;
  const isWell = health.status === 200;
  const before = folder.reported.size;
  let accepted = 0;
  for (let i = 0; i < 3; i++) {
    await sendAndPoll(node, folder).then(
      () => accepted++,
      () => undefined,
    );
  }
  // A node may get over a fault: then everything must be well, and the last look shows whether it is.
  if (isWell) return;
  if (accepted > 0 || folder.reported.size > before)
    problems.push(`${what}: the node acknowledges although its health check says otherwise`);
}

/** Starts a node when all is well again. */
async function look(folder, what, problems, all) {
  try {
    const { reported, mined } = await lastLook(folder, ({ config }) => startNode(config));
    all.reported += reported;
    all.mined += mined;
  } catch (error) {
    problems.push(`${what}: ${error.message}`);
  }
}

function enforceSentence(node, what, problems) {
  enforceWords(node.output(), what, problems);
}

/** What a node says about a fault of the disk is for its operator. */
function enforceWords(text, what, problems) {
  if (hasOwnFault(text)) problems.push(`${what}: the node says ${text.slice(-500)}`);
}

function kilobytesOf(folder) {
  return filesIn(folder).reduce((sum, { blocks }) => sum + blocks / 2, 0);
}

function largestFileIn(folder) {
  return Math.max(0, ...filesIn(folder).map(({ size }) => size));
}

function filesIn(folder) {
  return readdirSync(folder)
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .filter((file) => file?.isFile());
}
