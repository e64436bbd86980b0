// Measures how long debugger steps take, over the protocol, with the client library from the registry:
//
//   npm run perf:debug                        1,000 steps in and back through a script of 2,000 lines
//   npm run perf:debug -- --command CLI.js    the same with another build
//
// Prints milliseconds: p50 is the median, p95 the 95th percentile. Times depend on the machine.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import support from '@vscode/debugadapter-testsupport';

const { values } = parseArgs({
  options: {
    command: {
      type: 'string',
      default: fileURLToPath(new URL('../../dist/cli.js', import.meta.url)),
    },
    steps: { type: 'string', default: '1000' },
    transactions: { type: 'string', default: '200' },
  },
});

const contract = `(module purse GOV
  (defcap GOV () true)
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defcap DEBIT (id:string amount:decimal) (enforce (> amount 0.0) "positive"))
  (defun create (id:string) (insert accounts id { "balance": 100.0 }))
  (defun balance (id:string) (at "balance" (read accounts id)))
  (defun debit (id:string amount:decimal)
    (require-capability (DEBIT id amount))
    (with-read accounts id { "balance" := old }
      (let ((new (- old amount)))
        (enforce (>= new 0.0) "insufficient funds")
        (update accounts id { "balance": new }))))
  (defun credit (id:string amount:decimal)
    (with-read accounts id { "balance" := old }
      (update accounts id { "balance": (+ old amount) })))
  (defun pay (from:string to:string amount:decimal)
    (with-capability (DEBIT from amount)
      (debit from amount)
      (credit to amount))))
(create-table accounts)
`;

/** Each takes ten lines. */
const transaction = (i) => `(begin-tx "transaction ${i}")
(env-data { "number": ${i} })
(env-sigs [])
(purse.create "from-${i}")
(purse.create "to-${i}")
(purse.pay "from-${i}" "to-${i}" 10.0)
(expect "paid ${i}" 110.0 (purse.balance "to-${i}"))
(purse.pay "to-${i}" "from-${i}" 5.0)
(expect "back ${i}" 105.0 (purse.balance "to-${i}"))
(commit-tx)
`;

const folder = mkdtempSync(join(tmpdir(), 'pact-debug-'));
const program = join(folder, 'long.repl');
const count = Number(values.transactions);
const script = `(load "purse.pact")\n${Array.from({ length: count }, (_, i) => transaction(i)).join('')}`;
const lines = script.split('\n').length - 1;
writeFileSync(join(folder, 'purse.pact'), contract);
writeFileSync(program, script);

const server = spawn(process.execPath, [values.command, 'debug', '--port', '0'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const line = await new Promise((done) => createInterface(server.stderr).once('line', done));
const client = new support.DebugClient('node', '', 'pact');
client.defaultTimeout = 600_000;
try {
  await client.start(Number(/:(\d+)$/.exec(line)?.[1]));
  const steps = Number(values.steps);
  console.log(`a script of ${lines} lines, ${steps} steps; milliseconds`);
  await launch();
  const toEnd = await timed(() => client.continueRequest({ threadId: 1 }), 'stopped');
  console.log(`${'the whole run'.padEnd(16)} ${toEnd.toFixed(1)}`);
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  if (body.stackFrames[0]?.line !== lines) throw new Error('the run did not finish');
  await measure('step back', steps, () => client.stepBackRequest({ threadId: 1 }));
  await measure('step in', steps, () => client.stepInRequest({ threadId: 1 }));
  await measure('back by forms', steps, () =>
    client.stepBackRequest({ threadId: 1, granularity: 'instruction' }),
  );
  const back = await timed(
    () => client.customRequest('pact/lastWrite', { table: 'purse.accounts', key: 'from-0' }),
    'stopped',
  );
  console.log(
    `${'last write'.padEnd(16)} ${back.toFixed(1)}   of the first transaction, from the end`,
  );
  await timed(() => client.continueRequest({ threadId: 1 }), 'stopped');
  await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: 12 }] });
  const first = await timed(() => client.reverseContinueRequest({ threadId: 1 }), 'stopped');
  console.log(
    `${'to a breakpoint'.padEnd(16)} ${first.toFixed(1)}   in the first transactions, from the end`,
  );
  await client.disconnectRequest({});
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}

/** Stops at the first form, and has a breakpoint on the last. */
async function launch() {
  await client.initializeRequest();
  const initialized = client.waitForEvent('initialized');
  const entry = client.waitForEvent('stopped');
  await client.launchRequest({ program, stopOnEntry: true });
  await initialized;
  await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: lines }] });
  await client.configurationDoneRequest();
  await entry;
}

async function timed(ask, event) {
  const start = performance.now();
  const arrived = client.waitForEvent(event);
  await ask();
  await arrived;
  return performance.now() - start;
}

async function measure(name, steps, ask) {
  const times = [];
  for (let i = 0; i < steps; i++) times.push(await timed(ask, 'stopped'));
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)]?.toFixed(1);
  const total = times.reduce((sum, each) => sum + each, 0);
  const seconds = (total / 1000).toFixed(1);
  console.log(`${name.padEnd(16)} p50 ${at(0.5)}, p95 ${at(0.95)}, total ${seconds} s`);
}
