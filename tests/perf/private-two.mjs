// Sealed commands between two entities whose nodes are peers, with a third node that only passes them on: each command is
// executed once by each recipient and by nobody else, while all three nodes are killed in the middle.
//
//   node tests/perf/private-two.mjs [--commands 200] [--ports 24000]
//
// Every command increments a row of its own in the tables of both entities. In the end each row must be 1 at both, `poll` must
// have a result of each at both and none at the bystander, and sending all of them again must change nothing. Needs a build.
// Prints lines of JSON; the exit status is 1 if anything of this is not so.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { passingFolder } from '../crash/support.mjs';
import { bundleProgram } from '../support/bundle-program.mjs';
import { parseArgs } from '../support/parse-options.mjs';
import { networkName, OwnNetwork } from './p2p/own-network.mjs';
import { commandOf } from './support/running-program.mjs';

const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '200' },
    ports: { type: 'string', default: '24000' },
  },
});
const count = Number(values.commands);
const folder = passingFolder();
const names = ['alice', 'bob'];
const bystander = 2;
/** A word that is in every command, and nowhere in the clear. */
const marker = 'confidential';
const faults = [];
const { seal } = await import(await bundleProgram('tests/perf/private/seal.ts', 'private-seal'));

const secrets = new Map();
const keys = new Map();
for (const name of names) {
  const made = ['seal', '--genkey', `${name}.key`];
  const key = execFileSync(process.execPath, [commandOf(), ...made], {
    cwd: folder,
    encoding: 'utf8',
  });
  const file = readFileSync(join(folder, `${name}.key`), 'utf8');
  keys.set(name, key.trim());
  secrets.set(name, Buffer.from(/^secret: *['"]?([0-9a-f]{64})/m.exec(file)[1], 'hex'));
}

const tally = `(namespace "free")
(module tally GOVERNANCE
  (defcap GOVERNANCE () (enforce false "never"))
  (defschema row n:integer)
  (deftable rows:{row})
  (defun add (key:string note:string)
    (with-default-read rows key { "n": 0 } { "n" := n } (write rows key { "n": (+ n 1) })))
  (defun all () (map (lambda (key) (+ key (format "={}" [(at "n" (read rows key))]))) (keys rows))))
(create-table rows)`;

const network = await OwnNetwork.make({
  nodes: 3,
  chains: 1,
  blockTime: 1,
  miners: 1,
  ports: Number(values.ports),
});
for (const [i, name] of names.entries()) {
  const known = [...keys].map(([each, key]) => `  ${each}: ${key}\n`).join('');
  const own = `entity: ${name}\nentityKey: ${join(folder, `${name}.key`)}\n`;
  appendFileSync(network.nodes[i].config, `${own}entities:\n${known}`);
}

try {
  const module = sealed('alice', names, tally);
  const commands = Array.from({ length: count }, (_, i) =>
    sealed(names[i % 2], names, `(free.tally.add "k${i}" "${marker}")`),
  );
  await network.startAll();
  if ((await network.agreement(60_000)) === undefined) throw new Error('the nodes do not agree');
  await submit(0, module);
  await results([module.key], 60_000);

  const sent = performance.now();
  const kills = killAll(commands);
  await sendAll(commands);
  await kills;
  await results(
    commands.map(({ key }) => key),
    120_000,
  );
  report({ what: 'executed by both', commands: count, seconds: secondsSince(sent) });
  for (const command of commands) for (const i of [0, 1, 2]) await submit(i, command);
  await after(3000);
  for (const [i, name] of names.entries()) await checkRows(i, name);
  await checkBystander(commands);
} finally {
  await network.stop();
}
report({ what: 'all', isGood: faults.length === 0, faults });
if (faults.length > 0) process.exitCode = 1;

function report(line) {
  console.log(JSON.stringify(line));
}

function secondsSince(ms) {
  return Math.round((performance.now() - ms) / 100) / 10;
}

function sealed(from, to, code) {
  const recipients = new Map(to.map((name) => [name, Buffer.from(keys.get(name), 'hex')]));
  return seal(code, { networkId: networkName, from, senderSecret: secrets.get(from), recipients });
}

/** Sends to a node until it answers: it may be down. */
async function submit(i, { body }) {
  for (;;) {
    try {
      await network.pact(i, 0, 'private', body);
      return;
    } catch (error) {
      if (/: 400 /.test(error.message)) throw error;
      await after(100);
    }
  }
}

/** Clients of all three nodes send at the same time. */
async function sendAll(commands) {
  await Promise.all(
    [0, 1, 2].map(async (i) => {
      for (const [number, command] of commands.entries()) {
        if (number % 3 === i) {
          await submit(i, command);
          command.isSent = true;
        }
      }
    }),
  );
}

/** Each node is killed when about a quarter, a half and three quarters are sent. */
async function killAll(commands) {
  for (const [turn, i] of [0, 1, bystander].entries()) {
    const goal = Math.floor(((turn + 1) * count) / 4);
    while (commands.filter(({ isSent }) => isSent).length < goal) await after(5);
    await network.end(i, 'SIGKILL');
    await network.start(i);
    report({ what: 'killed', node: i, sent: commands.filter(({ isSent }) => isSent).length });
  }
}

async function poll(i, requestKeys) {
  return network.pact(i, 0, 'poll', { requestKeys }).catch(() => ({}));
}

/** Waits for results at both entities. */
async function results(requestKeys, withinMs) {
  const end = performance.now() + withinMs;
  for (const i of names.keys()) {
    for (;;) {
      const found = await poll(i, requestKeys);
      const missing = requestKeys.filter((key) => found[key] === undefined);
      if (missing.length === 0) {
        const failed = requestKeys.filter((key) => found[key].result.status !== 'success');
        if (failed.length > 0) {
          const [key] = failed;
          faults.push(`${failed.length} failed at ${names[i]}: ${JSON.stringify(found[key])}`);
        }
        break;
      }
      if (performance.now() > end) {
        faults.push(`${missing.length} have no result at ${names[i]}`);
        break;
      }
      await after(200);
    }
  }
}

async function checkRows(i, name) {
  const question = sealed(name, [name], '(free.tally.all)');
  await submit(i, question);
  for (let tries = 0; tries < 300; tries++) {
    const { [question.key]: answer } = await poll(i, [question.key]);
    if (answer === undefined) {
      await after(100);
      continue;
    }
    const rows = answer.result.data ?? [];
    const wanted = Array.from({ length: count }, (_, number) => `k${number}=1`);
    const isRight = JSON.stringify([...rows].sort()) === JSON.stringify(wanted.sort());
    report({ what: 'rows', entity: name, rows: rows.length, isRight });
    if (!isRight) faults.push(`the rows of ${name} are not all 1: ${JSON.stringify(answer)}`);
    return;
  }
  faults.push(`${name} does not answer`);
}

/** No result, and nothing in the clear on the disk. */
async function checkBystander(commands) {
  const known = await network.pact(bystander, 0, 'poll', {
    requestKeys: commands.map(({ key }) => key),
  });
  const { config } = network.nodes[bystander];
  const data = join(config, '..', 'data');
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath ?? each.path, each.name));
  const revealing = files.filter((file) => readFileSync(file).includes(marker));
  report({ what: 'bystander', results: Object.keys(known).length, revealing: revealing.length });
  if (Object.keys(known).length > 0) faults.push('the bystander has results');
  if (revealing.length > 0) faults.push(`in the clear: ${revealing.join(', ')}`);
}
