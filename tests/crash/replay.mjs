// Replays a node's blocks: `pact node` makes blocks under load, by default 20 chains to height 100 (2,000 blocks), with a
// backup over HTTP halfway and another at the end. `pact node replay --verify` must then agree on every hash of the folder,
// of both backups and of the folders restored from them; nodes started on restored folders must return the same blocks.
//
//   node tests/crash/replay.mjs [--chains 20] [--height 100] [--transfers 3]
//
// `--transfers` is the number of transfers sent to each chain for each block. Needs a build. Prints one line of JSON; the
// exit status is 1 if something differs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from '../support/parse-options.mjs';
import {
  askNode,
  askPact,
  networkName,
  newNode,
  pact,
  signedBySender,
  startNode,
  transfer,
} from './own-node.mjs';
import { fail } from './support.mjs';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: '20' },
    height: { type: 'string', default: '100' },
    transfers: { type: 'string', default: '3' },
  },
});
const chains = Number(values.chains);
const height = Number(values.height);
const graphs = { 1: 'singleton', 2: 'pair', 3: 'triangle', 10: 'petersen', 20: 'twenty' }[chains];
if (graphs === undefined) fail('--chains is 1, 2, 3, 10 or 20');
const maxReplayMs = 600_000;
/** A module that writes the processor time of its process (all threads) in microseconds. */
const tellProcessorTime =
  'data:text/javascript,import {isMainThread} from "node:worker_threads";' +
  'if (isMainThread) process.on("exit", () => {' +
  ' const { user, system } = process.cpuUsage();' +
  ' process.stderr.write(`cpu ${user + system}\\n`); });';

const folder = newNode({
  graphs,
  chains,
  blockDelay: '100ms',
  more: { backup: { enabled: true } },
});
const node = await startNode(folder.config);
const early = await loadUntil(height / 2).then(() => backup('early', ''));
const late = await loadUntil(height).then(() => backup('late', '?backupPact'));
const made = await hashesOf(node);
await node.end('SIGINT');

const answer = { chains, height, folder: replayed(['--config', folder.config]), backups: [] };
for (const each of [early, late]) answer.backups.push(await checkBackup(each));
const { blocks } = answer.folder;
const isEnough = blocks >= chains * height;
console.log(JSON.stringify({ ...answer, isSame: true, isEnough }));
if (!isEnough) process.exitCode = 1;

/** Blocks are made by timer; transactions go to all chains, and some of them fail or transfer to another chain. */
async function loadUntil(least) {
  for (;;) {
    const heights = await heightsOf(node);
    if (Math.min(...heights) >= least) return;
    await Promise.all(
      heights.map((_, chain) =>
        askPact(node, 'send', { cmds: transactions(chain) }, chain).catch((error) => {
          // For a chain that has only its genesis block, which is old.
          if (!String(error).includes('too far in the future')) throw error;
        }),
      ),
    );
    await after(100);
  }
}

function transactions(chain) {
  const gas = { name: 'coin.GAS', args: [] };
  const target = String((chain + 1) % chains);
  const guard = "(read-keyset 'missing)";
  const wrong = signedBySender(chain, `(coin.create-account "wrong" ${guard})`, [gas]);
  const departing = signedBySender(
    chain,
    `(coin.transfer-crosschain "sender00" "sender00" (at 'guard (coin.details "sender00")) "${target}" 1.0)`,
    [gas, { name: 'coin.TRANSFER_XCHAIN', args: ['sender00', 'sender00', 1.0, target] }],
  );
  const transfers = Array.from({ length: Number(values.transfers) }, () => transfer(chain));
  return [...transfers, wrong, ...(chains > 1 ? [departing] : [])];
}

/** Makes a backup while blocks are being made, and waits for it. */
async function backup(name, query) {
  const post = { method: 'POST' };
  const base = `${node.address}/multichain/0.0/${networkName}`;
  const id = await (await fetch(`${base}/make-backup${query}`, post)).text();
  for (;;) {
    const state = await (await fetch(`${base}/check-backup/${id}`)).text();
    if (state === 'backup-done') break;
    if (state !== 'backup-in-progress') fail(`the ${name} backup ended with ${state}`);
    await after(50);
  }
  return { name, path: join(folder.path, 'data/backups', id) };
}

/** Replays in place and on a restored copy, starts a node on that copy, and returns the answers. */
async function checkBackup({ name, path }) {
  const inPlace = replayed(['--config', folder.config, '--backup', path]);
  const data = join(folder.path, `restored-${name}`);
  run(['restore', path, '--data', data]);
  const restored = replayed(['--config', folder.config, '--data', data]);
  if (restored.blocks !== inPlace.blocks) fail(`the restored copy of ${path} has different blocks`);
  const options = ['--data', data, '--set', 'mining.enabled=false'];
  const again = await startNode(folder.config, { options });
  const reported = await hashesOf(again);
  await again.end('SIGINT');
  for (const [chain, hashes] of reported.entries()) {
    if (hashes.some((hash, i) => hash !== made[chain][i]))
      fail(`chain ${chain} of ${path} differs`);
  }
  const count = reported.reduce((sum, hashes) => sum + hashes.length, 0);
  if (count !== inPlace.blocks) fail(`${path} returns ${count} blocks, ${inPlace.blocks} replayed`);
  return { name, ...inPlace };
}

function replayed(options) {
  const began = performance.now();
  const { stdout, stderr } = run(['replay', '--verify', '--json', ...options]);
  const { kind, blocks, transactions } = JSON.parse(stdout);
  if (kind !== 'same') fail(stdout);
  const rounded = (milliseconds) => Math.round(milliseconds / 100) / 10;
  const processorSeconds = rounded(Number(/^cpu (\d+)$/m.exec(stderr)?.[1]) / 1000);
  return { blocks, transactions, seconds: rounded(performance.now() - began), processorSeconds };
}

function run(words) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tellProcessorTime, pact, 'node', ...words],
    { encoding: 'utf8', timeout: maxReplayMs },
  );
  if (status !== 0) fail(`pact node ${words.join(' ')}: ${stdout}${stderr}`);
  return { stdout, stderr };
}

async function heightsOf(from) {
  const { hashes } = await askNode(from, '/cut');
  return Array.from({ length: chains }, (_, chain) => hashes[chain].height);
}

/** Returns all hashes of each chain by height. */
async function hashesOf(from) {
  const all = [];
  for (let chain = 0; chain < chains; chain++) {
    const own = [];
    let next = '';
    do {
      const page = await askNode(from, `/chain/${chain}/hash?limit=1000${next}`);
      own.push(...page.items);
      next = page.next === null ? undefined : `&next=${encodeURIComponent(page.next)}`;
    } while (next !== undefined);
    all.push(own);
  }
  return all;
}
