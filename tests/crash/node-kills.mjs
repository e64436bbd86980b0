// Kills `pact node` under load: at random times, one in four while it starts; and at every disk sync of a run of 50 blocks,
// each time with a new folder, alternately before and after the sync. After each kill the node must start within a second
// and know every transaction that it reported as mined; every transfer must have moved its coin exactly once, and `pact node
// replay --verify` must agree: after every sync, and at the end of the random kills.
//
//   node tests/crash/node-kills.mjs [--kills 300] [--blocks 50] [--syncs N] [--from 1] [--calls sync|write] [--seed 1]
//
// `--blocks 0` leaves out the syncs; `--syncs` stops after that many; `--from` starts at a later one; `--calls write` kills
// at every write instead. Needs a build, and for syncs Linux and a C compiler. Prints one line of JSON; the exit status is 1
// if something was lost. `withinSecond` counts starts and means something only on an idle machine.
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from '../support/parse-options.mjs';
import { startNode } from './own-node.mjs';
import { faultyDisk, hasFaultyDisk } from './faulty-disk.mjs';
import { enforceReported, heightOf, lastLook, newFolder, sendAndPoll } from './node-load.mjs';
import { fail, generator } from './support.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    blocks: { type: 'string', default: '50' },
    syncs: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    calls: { type: 'string', default: 'sync' },
    seed: { type: 'string', default: '1' },
  },
});
process.on('uncaughtException', ({ message }) => fail(message));
const below = generator(Number(values.seed));
const slowestStartMs = 1_000;
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
  withinSecond: starts.every((each) => each < slowestStartMs),
};
console.log(JSON.stringify({ ...answer, ...figures }));

async function killedAtRandom(kills) {
  if (kills === 0) return 'not run';
  const folder = newFolder();
  for (let i = 0; i < kills; i++) {
    if (i % 4 === 3) {
      await killedAtStart(folder);
      continue;
    }
    const node = await start(folder);
    await enforceReported(node, folder, `kill ${i}`);
    const end = performance.now() + 100 + below(900);
    while (performance.now() < end) await sendAndPoll(node, folder);
    const busy = sendAndPoll(node, folder).catch(() => undefined);
    await after(below(50));
    await node.end('SIGKILL');
    await busy;
    if (i % 10 === 9)
      console.error(`${i + 1} kills, ${folder.reported.size} transactions reported as mined`);
  }
  return { kills, ...(await lastLook(folder, start)) };
}

/** Kills a node before it is ready, or soon after. */
async function killedAtStart({ config }) {
  const killing = new AbortController();
  const kill = setTimeout(() => killing.abort(), 50 + below(500));
  await startNode(config, { signal: killing.signal })
    .then((node) => node.ended)
    .catch(() => undefined);
  clearTimeout(kill);
}

/** Starts a new node for each n, which ends at its n-th sync; stops with the first node that makes all its blocks. */
async function killedAtSyncs(blocks) {
  if (blocks === 0) return 'not run';
  if (!hasFaultyDisk) return 'not run: there is no C compiler';
  const all = { syncs: 0, reported: 0, mined: 0, blocks: 0, transactions: 0 };
  for (let n = Number(values.from); n <= Number(values.syncs); n++) {
    const folder = newFolder();
    const hasEnded = await runToSync(folder, n, blocks);
    if (!hasEnded) return { ...all, isWhole: true };
    const found = await lastLook(folder, start);
    all.syncs++;
    for (const [name, count] of Object.entries(found)) all[name] += count;
    if (n % 10 === 0) console.error(`${n} syncs`);
  }
  return { ...all, isWhole: false };
}

/** Returns whether the node ended before it had made this number of blocks. */
async function runToSync(folder, n, blocks) {
  const does = n % 2 === 0 ? 'end-before' : 'end-after';
  const environment = faultyDisk(folder.path, { calls: values.calls, at: n, does });
  const node = await start(folder, { environment }).catch((error) => {
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

async function start(folder, how = {}) {
  const node = await startNode(folder.config, how);
  // The first start on a new folder also executes the genesis blocks.
  if (folder.isKept && how.environment === undefined) starts.push(node.startMs);
  folder.isKept = true;
  return node;
}
