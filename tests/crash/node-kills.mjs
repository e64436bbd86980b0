// Kills `pact node` under load: at random times, and at every disk sync of a run of 50 blocks, each time with a new folder,
// alternately before and after the sync. After each kill the node must start within five seconds and know every transaction
// that it reported as mined; every transfer must have moved its coin exactly once, and `pact node replay --verify` must
// agree: after every sync, and at the end of the random kills.
//
//   node tests/crash/node-kills.mjs [--kills 300] [--blocks 50] [--syncs N] [--from 1] [--seed 1]
//
// `--blocks 0` leaves out the syncs; `--syncs` stops after that many; `--from` starts at a later one. Needs a build. Prints
// one line of JSON; the exit status is 1 if something was lost. `within5s` counts starts and means something only on an idle
// machine.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import {
  askNode,
  askPact,
  newNode,
  pact,
  signedBySender,
  startNode,
  transfer,
} from './own-node.mjs';
import { fail, generator } from './support.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    blocks: { type: 'string', default: '50' },
    syncs: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const below = generator(Number(values.seed));
const endAtSync = fileURLToPath(new URL('end-at-sync.mjs', import.meta.url));
const slowestStartMs = 5_000;
/** The balance of sender01 in the first block. */
const beforeTransfers = 110_000_000;
const starts = [];

const answer = {
  kills: await killedAtRandom(Number(values.kills)),
  syncs: await killedAtSyncs(Number(values.blocks)),
};
starts.sort((left, right) => left - right);
const figures = {
  starts: starts.length,
  startMedianMs: Math.round(starts[Math.floor(starts.length / 2)] ?? 0),
  startSlowestMs: Math.round(starts.at(-1) ?? 0),
  within5s: starts.every((each) => each < slowestStartMs),
};
console.log(JSON.stringify({ ...answer, ...figures }));

async function killedAtRandom(kills) {
  if (kills === 0) return 'not run';
  const folder = newFolder();
  for (let i = 0; i < kills; i++) {
    const node = await start(folder);
    await checkTold(node, folder, `kill ${i}`);
    const end = performance.now() + 100 + below(900);
    while (performance.now() < end) await sendAndPoll(node, folder);
    const busy = sendAndPoll(node, folder).catch(() => undefined);
    await after(below(50));
    await node.end('SIGKILL');
    await busy;
    if (i % 10 === 9)
      console.error(`${i + 1} kills, ${folder.reported.size} transactions reported as mined`);
  }
  return { kills, ...(await lastLook(folder)) };
}

/** Starts a new node for each n, which ends at its n-th sync; stops with the first node that makes all its blocks. */
async function killedAtSyncs(blocks) {
  if (blocks === 0) return 'not run';
  const all = { syncs: 0, reported: 0, mined: 0, blocks: 0, transactions: 0 };
  for (let n = Number(values.from); n <= Number(values.syncs); n++) {
    const folder = newFolder();
    const hasEnded = await runToSync(folder, n, blocks);
    if (!hasEnded) return { ...all, isWhole: true };
    const found = await lastLook(folder);
    all.syncs++;
    for (const [name, count] of Object.entries(found)) all[name] += count;
    if (n % 10 === 0) console.error(`${n} syncs`);
  }
  return { ...all, isWhole: false };
}

/** Returns whether the node ended before it had made this number of blocks. */
async function runToSync(folder, n, blocks) {
  const when = n % 2 === 0 ? 'before' : 'after';
  const node = await start(folder, {
    nodeOptions: ['--import', endAtSync],
    environment: { PACT_END_AT: String(n), PACT_END_WHEN: when },
  }).catch((error) => {
    if (!String(error).endsWith('did not start: ')) throw error;
  });
  if (node === undefined) return true;
  while (!node.hasEnded()) {
    const height = await sendAndPoll(node, folder)
      .then(() => heightOf(node))
      .catch(() => 0);
    if (height >= blocks && !node.hasEnded()) {
      await node.end('SIGKILL');
      return false;
    }
  }
  return true;
}

async function lastLook(folder) {
  const { sent, reported, config } = folder;
  const node = await start(folder);
  await checkTold(node, folder, 'the last start');
  await after(1_000);
  const mined = await minedOf(node, sent);
  const received = (await balance(node)) - beforeTransfers;
  await node.end('SIGINT');
  if (received !== mined.size) {
    fail(`${mined.size} transfers are mined, and ${received} coins were moved`);
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [pact, 'node', 'replay', '--verify', '--json', '--config', config],
    { encoding: 'utf8' },
  );
  if (status !== 0) fail(`the replay differs: ${stdout}${stderr}`);
  const { blocks, transactions } = JSON.parse(stdout);
  return { reported: reported.size, mined: mined.size, blocks, transactions };
}

function newFolder() {
  return { ...newNode(), sent: new Set(), reported: new Set(), isKept: false };
}

async function start(folder, how = {}) {
  const node = await startNode(folder.config, how);
  // The first start on a new folder also executes the genesis blocks.
  if (folder.isKept && how.nodeOptions === undefined) starts.push(node.startMs);
  folder.isKept = true;
  return node;
}

async function sendAndPoll(node, { sent, reported }) {
  const cmds = Array.from({ length: 5 }, () => transfer());
  for (const { hash } of cmds) sent.add(hash);
  // Transactions can only be dated today after the first block.
  await askPact(node, 'send', { cmds }).catch((error) => {
    if (!String(error).includes('too far in the future')) throw error;
  });
  await after(60);
  const results = await askPact(node, 'poll', { requestKeys: [...sent].slice(-50) });
  for (const hash of Object.keys(results)) reported.add(hash);
}

async function minedOf(node, keys) {
  const found = new Set();
  const all = [...keys];
  for (let at = 0; at < all.length; at += 1_000) {
    const results = await askPact(node, 'poll', { requestKeys: all.slice(at, at + 1_000) });
    for (const [hash, { result }] of Object.entries(results)) {
      if (result.status === 'success') found.add(hash);
    }
  }
  return found;
}

async function checkTold(node, { reported }, when) {
  const found = await minedOf(node, reported);
  const lost = [...reported].filter((hash) => !found.has(hash));
  if (lost.length > 0)
    fail(`${when}: ${lost.length} of ${reported.size} transactions are lost: ${lost[0]}`);
}

async function heightOf(node) {
  const { hashes } = await askNode(node, '/cut');
  return Math.min(...Object.values(hashes).map(({ height }) => height));
}

async function balance(node) {
  const answer = await askPact(
    node,
    'local?preflight=false&signatureVerification=false',
    signedBySender(0, '(coin.get-balance "sender01")'),
  );
  const { data } = answer.result;
  return Math.round(Number(data.decimal ?? data));
}
