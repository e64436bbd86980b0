// Kills `pact serve` repeatedly while commands are sent to it, and checks what is left: every acknowledged command is
// executed once, in order, and has its result.
//
//   node tests/crash/serve.mjs [--kills 100] [--seed 1]
//
// Needs a build. Prints one line of JSON at the end; the exit status is 1 if anything was lost.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { blake2b } from '@noble/hashes/blake2.js';
import { megabytesOf } from '../perf/support/running-program.mjs';
import { builtCommand, fail, generator, passingFolder } from './support.mjs';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const pact = builtCommand();
const folder = passingFolder();
const config = join(folder, 'server.yaml');
writeFileSync(config, `port: 0\npersistDir: ${folder}/state\n`);

const deploy = `
  (module counter GOVERNANCE
    (defcap GOVERNANCE () true)
    (defschema number value:integer text:string)
    (deftable numbers:{number})
    (defun next (text)
      (with-read numbers "n" { "value" := value }
        (update numbers "n" { "value": (+ value 1), "text": text })
        (insert numbers (format "{}" [value]) { "value": value, "text": text })
        (+ value 1)))
    (defun value () (at 'value (read numbers "n"))))
  (create-table numbers)
  (insert numbers "n" { "value": 0, "text": "" })`;

const started = performance.now();
const random = generator(Number(values.seed));
/** Request keys of the commands that count, in the order of their answers. */
const acknowledged = [];
let nonce = 0;
let killedWhileSending = 0;

const first = await start();
await post(first, 'send', { cmds: [commandOf(deploy)] });
await stop(first, 'SIGTERM');
for (let kill = 0; kill < Number(values.kills); kill++) {
  const server = await start();
  const before = acknowledged.length;
  // One kill in four comes while the server still executes commands left by the last kill.
  const milliseconds = random(400);
  let killing;
  const aim = () => (killing ??= killAfter(server, milliseconds));
  if (random(4) === 0) aim();
  await Promise.all([0, 1, 2].map(() => sendUntilGone(server, aim)));
  await killing;
  if (acknowledged.length > before) killedWhileSending++;
}
const executed = await verify();
console.log(
  JSON.stringify({
    test: 'crash of the server at random times',
    kills: Number(values.kills),
    whileSending: killedWhileSending,
    seed: Number(values.seed),
    acknowledged: acknowledged.length,
    executed,
    stateMb: megabytesOf(join(folder, 'state')),
    lost: 0,
    seconds: Math.round((performance.now() - started) / 1000),
  }),
);

async function killAfter(server, milliseconds) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await stop(server, 'SIGKILL');
}

/** Sends commands until the server is gone; calls `answered` for each answer. */
async function sendUntilGone(server, answered) {
  for (;;) {
    const text = 'x'.repeat(random(3000));
    const count = 1 + random(10);
    const cmds = Array.from({ length: count }, () => commandOf(`(counter.next "${text}")`));
    try {
      const { requestKeys } = await post(server, 'send', { cmds });
      acknowledged.push(...requestKeys);
      answered();
    } catch {
      return;
    }
  }
}

/** Returns how many commands were executed, which may include some that were never acknowledged. */
async function verify() {
  const server = await start();
  const results = new Map();
  for (const key of acknowledged) results.set(key, await post(server, 'listen', { listen: key }));
  const value = await post(server, 'local', commandOf('(counter.value)'));
  await stop(server, 'SIGTERM');
  const numbers = [...results].map(([key, { result }]) => {
    if (result.status !== 'success') fail(`${key} failed: ${JSON.stringify(result)}`);
    return result.data.int;
  });
  const last = value.result.data.int;
  if (new Set(numbers).size !== numbers.length) fail('a command was executed twice');
  if (numbers.some((number) => number < 1 || number > last))
    fail('a result is from a different state');
  if (last < numbers.length) fail(`commands were lost: ${last} of ${numbers.length}`);
  return last;
}

function commandOf(code) {
  const cmd = JSON.stringify({
    networkId: 'test',
    payload: { exec: { code, data: {} } },
    signers: [],
    meta: { chainId: '0', sender: '', gasLimit: 1, gasPrice: 0, ttl: 1, creationTime: 0 },
    nonce: String(nonce++),
  });
  const hash = Buffer.from(blake2b(Buffer.from(cmd), { dkLen: 32 })).toString('base64url');
  return { cmd, hash, sigs: [] };
}

async function post({ address }, route, body) {
  const response = await fetch(`${address}/api/v1/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) fail(`${route} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

function start() {
  const child = spawn(process.execPath, [pact, 'serve', config], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      const address = /listens on (http:\S+),/.exec(output)?.[1];
      if (address !== undefined) resolve({ child, address });
    });
    child.on('close', () => {
      if (!output.includes('listens')) fail('the server did not start');
    });
  });
}

function stop({ child }, signal) {
  return new Promise((resolve) => {
    child.on('close', resolve);
    child.kill(signal);
  });
}
