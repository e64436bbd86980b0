// Requests per second of `pact serve`: local calls of a small function, and signed commands from sending to result, with
// many concurrent requests. The load comes from this process, on the same cores.
//
//   node tests/perf/serve.mjs [--requests 2000] [--connections 32]
//
// Needs a build. Prints one line of JSON for each.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { language, root } from './support/language.mjs';
import { median, report } from './support/measure.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '32' },
  },
});
const count = Number(values.requests);
const connections = Number(values.connections);
const pact = join(root, 'dist/cli.js');
if (!existsSync(pact)) {
  console.error('there is no dist/cli.js: run npm run build first');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'pact-perf-'));
writeFileSync(join(folder, 'server.yaml'), `port: 0\npersistDir: ${folder}/state\n`);
const { encodeCommand, readKeyPair, signCommand } = language;
const pair = valueOf(readKeyPair({ secretKey: '11'.repeat(32) }));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
let nonce = 0;

const deploy = `
  (module coin GOVERNANCE
    (defcap GOVERNANCE () true)
    (defschema account balance:decimal)
    (deftable accounts:{account})
    (defun balance:decimal (name:string) (at 'balance (read accounts name)))
    (defun move (from:string to:string amount:decimal)
      (update accounts from { "balance": (- (balance from) amount) })
      (update accounts to { "balance": (+ (balance to) amount) })))
  (create-table accounts)
  (insert accounts "a" { "balance": 1000000.0 })
  (insert accounts "b" { "balance": 0.0 })`;

const server = await start();
await ask('send', `{"cmds":[${commandOf(deploy)}]}`);
for (const rounds of [1, 3]) {
  // The first round is a warm-up.
  const local = await rate(rounds, () => commandOf('(coin.balance "a")'), 'local');
  const sent = await rate(
    rounds,
    () => `{"cmds":[${commandOf('(coin.move "a" "b" 0.1)')}]}`,
    'send',
  );
  if (rounds === 1) continue;
  const cores = availableParallelism();
  report('serve: local', { cores, connections, requestsPerSecond: local });
  report('serve: send until executed', { cores, connections, commandsPerSecond: sent });
}
server.kill('SIGTERM');
agent.destroy();
rmSync(folder, { recursive: true, force: true });

async function rate(rounds, bodyOf, route) {
  const rates = [];
  for (let i = 0; i < rounds; i++) {
    // Signed before timing starts. The connections are renewed, because the server may have closed idle ones meanwhile.
    const bodies = Array.from({ length: count }, bodyOf);
    agent.destroy();
    const started = performance.now();
    const answers = await together(bodies, (body) => ask(route, body));
    if (route === 'send') await ask('listen', `{"listen":"${answers.at(-1).requestKeys[0]}"}`);
    rates.push((count / (performance.now() - started)) * 1000);
  }
  return Math.round(median(rates));
}

async function together(items, work) {
  const answers = [];
  let next = 0;
  const one = async () => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return answers;
}

function commandOf(code) {
  const cmd = JSON.stringify({
    networkId: 'test',
    payload: { exec: { code, data: {} } },
    signers: [{ pubKey: pair.publicKey, scheme: 'ED25519' }],
    meta: { chainId: '0', sender: '', gasLimit: 1, gasPrice: 0, ttl: 1, creationTime: 0 },
    nonce: String(nonce++),
  });
  return encodeCommand(valueOf(signCommand(cmd, [pair])));
}

function ask(route, body) {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers: { 'content-type': 'application/json' } };
    const sending = request(`${server.address}/api/v1/${route}`, options, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

function start() {
  const child = spawn(process.execPath, [pact, 'serve', join(folder, 'server.yaml')]);
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      const address = /listens on (http:\S+),/.exec(output)?.[1];
      if (address !== undefined) resolve(Object.assign(child, { address }));
    });
  });
}

function valueOf(reading) {
  if (!reading.ok) throw new Error(reading.fault.sentence);
  return reading.value;
}
