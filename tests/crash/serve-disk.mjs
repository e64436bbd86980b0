// Lets the disk of `pact serve` fail while commands are sent to it, each time with a new folder: a write or a sync that fails
// with EIO or ENOSPC, once or from then on, and short writes, at places spread over a run. The server must not crash, and
// must refuse in words; a server that is started when all is well again must have executed every acknowledged command
// exactly once.
//
//   node tests/crash/serve-disk.mjs [--places 100] [--from 1] [--seconds 2] [--seed 1]
//
// Needs a build, Linux and a C compiler. Prints one line of JSON; the exit status is 1 if anything was lost.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask, commandOf } from '../fuzz/serve/requests.mjs';
import { isAlive, startServer, stopServer } from '../fuzz/serve/server.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { hasOwnFault } from './bit-flips/answers.mjs';
import { config, counter } from './bit-flips/serve.mjs';
import { callsCounted, faultyDisk, hasFaultyDisk } from './faulty-disk.mjs';
import { generator, passingFolder } from './support.mjs';

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
const below = generator(Number(values.seed));
const runMs = 1_000 * Number(values.seconds);
const faults = [
  { calls: 'write', does: 'EIO' },
  { calls: 'sync', does: 'EIO' },
  { calls: 'write', does: 'short' },
  { calls: 'write', does: 'ENOSPC', lasts: true },
  { calls: 'sync', does: 'EIO', lasts: true },
  { calls: 'write', does: 'short', lasts: true },
];
const problems = [];
const all = { places: 0, told: 0, acknowledged: 0, executed: 0 };

if (hasFaultyDisk) await atAllPlaces();
const figures = hasFaultyDisk ? all : { isRun: false, why: 'there is no C compiler' };
console.log(JSON.stringify({ test: 'disk of a server', ...figures, problems }));
process.exit(problems.length > 0 ? 1 : 0);

async function atAllPlaces() {
  const most = { write: await callsOfRun('write'), sync: await callsOfRun('sync') };
  for (let i = Number(values.from); i <= Number(values.places); i++) {
    const fault = faults[i % faults.length];
    const at = 1 + below(most[fault.calls]);
    const what = `${fault.does} at ${fault.calls} ${at}${fault.lasts ? ' and later' : ''}`;
    const folder = passingFolder();
    const environment = faultyDisk(folder, { ...fault, at });
    all.places++;
    await check(await runOn(folder, environment, what), folder, what);
    rmSync(folder, { recursive: true, force: true });
    if (i % 10 === 0) console.error(`${i} places`);
  }
}

/** Returns how many calls a run without faults makes. */
async function callsOfRun(kind) {
  const folder = passingFolder();
  const countTo = join(passingFolder(), 'count');
  await runOn(folder, faultyDisk(folder, { calls: kind, countTo }), 'no fault');
  return Math.max(1, callsCounted(countTo));
}

/** Sends commands until the server refuses, or for a while, then kills it; returns those that were acknowledged. */
async function runOn(folder, environment, what) {
  const acknowledged = [];
  const server = await startServer(await config(), folder, environment).catch(String);
  if (typeof server === 'string') {
    enforceWords(server, `${what}, at the start`);
    all.told++;
    return acknowledged;
  }
  const deploy = commandOf(counter);
  const until = performance.now() + runMs;
  let refusals = 0;
  for (let next = deploy; performance.now() < until && refusals < 3;) {
    const { status, text } = await ask(server.port, 'send', `{"cmds":[${next.text}]}`);
    if (status === 200) acknowledged.push(next.hash);
    else {
      refusals++;
      enforceWords(text, `${what}: send answers ${status}`);
      if (status === 0) problems.push(`${what}: send gets no answer: ${text}`);
    }
    next = acknowledged[0] === deploy.hash ? commandOf('(counter.next "")') : deploy;
  }
  if (refusals > 0) all.told++;
  if (!isAlive(server)) problems.push(`${what}: the server ended: ${server.output.slice(-300)}`);
  enforceWords(server.output, what);
  if (isAlive(server)) {
    server.child.kill('SIGKILL');
    await new Promise((resolve) => server.child.once('close', resolve));
  }
  return acknowledged;
}

/** Starts a server when all is well again. */
async function check(acknowledged, folder, what) {
  const server = await startServer(await config(), folder).catch(String);
  if (typeof server === 'string') {
    problems.push(`${what}: the next server does not start: ${server.slice(0, 300)}`);
    return;
  }
  const numbers = [];
  for (const key of acknowledged) {
    const { status, text } = await ask(server.port, 'listen', `{"listen":"${key}"}`);
    if (status !== 200 || !text.includes('"status":"success"')) {
      problems.push(`${what}: an acknowledged command is lost: ${status} ${text.slice(0, 200)}`);
    }
    const [, number] = /"data":\{"int":(\d+)\}/.exec(text) ?? [];
    if (number !== undefined) numbers.push(number);
  }
  if (new Set(numbers).size < numbers.length)
    problems.push(`${what}: a command was executed twice`);
  if (acknowledged.length > 1) {
    const { text } = await ask(server.port, 'local', commandOf('(counter.value)').text);
    const value = Number(/"data":\{"int":(\d+)\}/.exec(text)?.[1] ?? -1);
    // The last command may have been executed without an answer.
    if (value < numbers.length || value > numbers.length + 3) {
      problems.push(`${what}: ${numbers.length} commands were acknowledged, and ${value} executed`);
    }
    all.executed += Math.max(0, value);
  }
  all.acknowledged += numbers.length;
  await stopServer(server);
}

function enforceWords(text, what) {
  if (hasOwnFault(text)) problems.push(`${what}: the server says ${text.slice(-300)}`);
}
