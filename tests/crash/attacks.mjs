// Attacks `pact serve` with cheap requests, each attack for a while, with an honest client beside it. Measures how long that
// client waits for its answers, how much memory the server takes, and whether the server is alive.
//
//   node tests/crash/attacks.mjs [--only NAME] [--seconds 20] [--config 'gasLimit: 150000']
//
// Needs a build. Prints one line of JSON for each attack; the exit status is 1 if one succeeded.
import { parseArgs } from '../support/parse-options.mjs';
import { startHonest } from '../fuzz/serve/honest.mjs';
import { ask, commandOf } from '../fuzz/serve/requests.mjs';
import { isAlive, memoryOf, startServer, stopServer } from '../fuzz/serve/server.mjs';
import { slowly } from '../fuzz/serve/slowly.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    config: { type: 'string', default: 'gasLimit: 150000' },
  },
});
/** In milliseconds and MB: above these limits an attack has succeeded. */
const slowest = 1000;
const largest = 2000;

const signer = (i) => ({ pubKey: i.toString(16).padStart(64, '0') });
const signature = { sig: 'ab'.repeat(64) };
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const batch = (commands) => `{"cmds":[${commands.map(({ text }) => text).join(',')}]}`;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends code that runs as long as it is allowed to. */
const long = '(fold (lambda (a b) (fold (+) 0 (enumerate 0 1000))) 0 (enumerate 0 100000))';

const attacks = {
  /** Sends bodies with 6,000 invalid signatures each. */
  signatures: (port, until) => {
    const command = () =>
      commandOf('1', { signers: times(100, signer), sigs: times(100, () => signature) });
    const body = batch(times(60, command));
    return inParallel(59, until, () => ask(port, 'send', body));
  },
  /** Sends commands with more signatures than nodes accept. */
  signers: (port, until) => {
    const { text } = commandOf('1', {
      signers: times(6000, signer),
      sigs: times(6000, () => signature),
    });
    return inParallel(59, until, () => ask(port, 'local', text));
  },
  /** Sends signatures that only the slow implementation can check. */
  webauthn: (port, until) => {
    const pubKey =
      'WEBAUTHN-a5010203262001215820c5dd8a9fbc4b0d3b1f3ff4e0ba4c2f6a1c8a2d3a7d0b1c2d3e4f5a6b7c8d9e0f2258203a' +
      '1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff0';
    const sig = JSON.stringify({
      signature: 'MEUCIQD'.padEnd(96, 'A'),
      authenticatorData: 'AAAA',
      clientDataJSON: Buffer.from('{"challenge":"x"}').toString('base64url'),
    });
    const command = commandOf('1', {
      signers: times(100, () => ({ pubKey, scheme: 'WebAuthn' })),
      sigs: times(100, () => ({ sig })),
    });
    return inParallel(50, until, () => ask(port, 'local', command.text));
  },
  /** Sends 2 MiB of code and of data. */
  'large bodies': (port, until) => {
    const lists = commandOf('[1] '.repeat(500_000)).text;
    const code = batch(times(7, () => commandOf('[1] '.repeat(70_000))));
    const data = commandOf('1', { data: { a: times(140_000, () => 0) } }).text;
    const bodies = [lists, code, data];
    return inParallel(50, until, (i) => ask(port, i % 2 === 0 ? 'send' : 'local', bodies[i % 3]));
  },
  'long local requests': (port, until) =>
    inParallel(50, until, () => ask(port, 'local', commandOf(long).text)),
  'long commands': (port, until) =>
    inParallel(50, until, () => ask(port, 'send', batch(times(5, () => commandOf(long))))),
  /** Sends almost complete bodies as slowly as the server allows. */
  'slow bodies': (port, until) =>
    inParallel(1400, until, async () => {
      const head =
        'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
        'Content-Length: 2000000\r\n\r\n';
      return slowly(port, head + ' '.repeat(1_700_000));
    }),
  /** Sends headers that never end, and opens connections that send nothing. */
  'slow heads': (port, until) =>
    inParallel(1400, until, (i) => slowly(port, i % 2 === 0 ? 'GET /version HTTP/1.1\r\nA: ' : '')),
  /** Polls many large results with clients that do not read them. */
  polls: async (port, until) => {
    const code = '(fold (+) "" (make-list 400 (fold (+) "" (make-list 400 "0123456789"))))';
    const commands = times(40, () => commandOf(code));
    await ask(port, 'send', batch(commands));
    for (const { hash } of commands) await ask(port, 'listen', `{"listen":"${hash}"}`);
    const body = `{"requestKeys":[${commands.map(({ hash }) => `"${hash}"`).join(',')}]}`;
    const head = `POST /api/v1/poll HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    return inParallel(200, until, () => slowly(port, head + body));
  },
  /** Polls unknown request keys. */
  'unknown keys': (port, until) => {
    const keys = times(5000, (i) => `"${String(i).padStart(42, 'x')}A"`);
    const body = `{"requestKeys":[${keys.join(',')}]}`;
    return inParallel(50, until, () => ask(port, 'poll', body));
  },
  listen: (port, until) =>
    inParallel(3500, until, (i) =>
      ask(port, 'listen', `{"listen":"${String(i).padStart(42, 'x')}A"}`, { timeoutMs: 5000 }),
    ),
  /** Sends many requests on one connection and reads none of the answers. */
  pipelining: (port, until) => {
    const requests = 'GET /version HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10_000);
    return inParallel(50, until, () => slowly(port, requests));
  },
};

let hasFailed = false;
for (const [name, attack] of Object.entries(attacks)) {
  if (values.only !== undefined && values.only !== name) continue;
  const server = await startServer(`${values.config}\n`);
  const honest = startHonest(server);
  const statuses = await attack(server.port, performance.now() + 1000 * Number(values.seconds));
  const figures = await honest.stop();
  const memory = { peakMB: server.peak, afterMB: memoryOf(server) };
  const alive = isAlive(server);
  const succeeded = !alive || figures.p99 > slowest || server.peak > largest;
  if (succeeded) hasFailed = true;
  console.log(JSON.stringify({ attack: name, ...figures, ...memory, alive, statuses }));
  if (!alive) console.log(server.output.slice(-2000));
  await stopServer(server);
}
process.exit(hasFailed ? 1 : 0);

/** Repeats the same request, `count` at a time, and counts the answers by status. */
async function inParallel(count, until, work) {
  const statuses = {};
  const run = async (i) => {
    while (performance.now() < until) {
      const { status } = await work(i);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // If refused at once, wait before the next attempt.
      if (status === 0) await wait(1000);
    }
  };
  await Promise.all(times(count, run));
  return statuses;
}
