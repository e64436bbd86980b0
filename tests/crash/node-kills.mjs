// Kills of `pact node` under load: at random instants, and at the n-th sync of the disk for every n of a run (needs strace).
// After each one the node must start within five seconds and know every transaction that it told as mined; in the end every
// transfer must have moved its coin once, and `pact node replay --verify` must agree.
//
//   node tests/crash/node-kills.mjs [--kills 300] [--syncs 60] [--step 1] [--seed 1]
//
// Needs a build. Prints one line of JSON; the exit status is 1 where something was lost.
import { spawn, spawnSync } from 'node:child_process';
import { createPrivateKey, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { language, root } from '../perf/support/language.mjs';
import { builtCommand, fail, generator, passingFolder } from './support.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    syncs: { type: 'string', default: '60' },
    step: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const pact = builtCommand();
const below = generator(Number(values.seed));
const sender = {
  publicKey: '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca',
  secretKey: '251a920c403ae8c8f65f59142316af3c82b631fba46ddea92ee8c95035bd2898',
};
// The head of a private key of Ed25519: RFC 8410, section 7.
const key = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${sender.secretKey}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const slowestStartMs = 5_000;
const starts = [];
let nonce = 0;

const answer = {
  kills: await killedAtRandom(Number(values.kills)),
  syncs: await killedAtSyncs(Number(values.syncs), Number(values.step)),
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
  const folder = newNode();
  const known = { sent: new Set(), told: new Set() };
  for (let i = 0; i < kills; i++) {
    const node = await start(folder);
    await checkTold(node, known, `kill ${i}`);
    const end = performance.now() + 100 + below(900);
    while (performance.now() < end) await sendAndPoll(node, known);
    const busy = sendAndPoll(node, known).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, below(50)));
    await node.end('SIGKILL');
    await busy;
  }
  return await lastLook(folder, known, kills);
}

/** A new node for every n, which ends at its n-th sync; some 50 blocks are made until then. */
async function killedAtSyncs(most, step) {
  if (most === 0) return 'not run';
  if (spawnSync('strace', ['-V']).status !== 0) return 'skipped: strace is not here';
  const folder = newNode();
  const known = { sent: new Set(), told: new Set() };
  let ends = 0;
  for (let n = 1; n <= most; n += step) {
    const calls = 'fsync,fdatasync';
    const inject = `inject=${calls}:signal=SIGKILL:when=${n}`;
    const strace = ['-f', '-qq', '-e', `trace=${calls}`, '-e', inject, '-o', '/dev/null'];
    const node = await start(folder, ['strace', ...strace]).catch(() => undefined);
    if (node !== undefined) {
      while (!node.hasEnded()) await sendAndPoll(node, known).catch(() => undefined);
    }
    ends++;
    const next = await start(folder);
    await checkTold(next, known, `sync ${n}`);
    await next.end('SIGKILL');
  }
  return await lastLook(folder, known, ends);
}

async function lastLook(folder, known, kills) {
  const node = await start(folder);
  await checkTold(node, known, 'the last start');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const mined = await minedOf(node, known.sent);
  const received = (await balance(node)) - folder.before;
  await node.end('SIGINT');
  if (received !== mined.size) {
    fail(`${mined.size} transfers are mined, and ${received} coins were moved`);
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [pact, 'node', 'replay', '--verify', '--json', '--config', folder.config],
    { encoding: 'utf8' },
  );
  if (status !== 0) fail(`the replay differs: ${stdout}${stderr}`);
  const { blocks, transactions } = JSON.parse(stdout);
  return { kills, told: known.told.size, mined: mined.size, blocks, transactions };
}

function newNode() {
  const path = passingFolder();
  const network = {
    ...{ name: 'killed', code: 0x00020d02, graphs: 'singleton', blockDelay: '100ms' },
    ...{ proofOfWork: false, firstEpochFromBlockOne: true },
    genesis: {
      time: '2026-02-16T08:15:00Z',
      chains: [
        { chains: 0, target: 'easiest', transactions: [join(root, 'stdlib/genesis/chain-0.json')] },
      ],
    },
  };
  const config = {
    ...{ network: './network.json', data: 'data', service: { port: 0 }, gas: { limit: 1_000_000 } },
    mining: { enabled: true, keys: [sender.publicKey], account: 'miner' },
    ...{ storage: { snapshotBlocks: 10, segmentMegabytes: 1 }, state: { depth: 5 } },
    log: { level: 'error' },
  };
  writeFileSync(join(path, 'network.json'), JSON.stringify(network));
  writeFileSync(join(path, 'node.json'), JSON.stringify(config));
  return { path, config: join(path, 'node.json'), before: undefined };
}

async function start(folder, before = []) {
  const began = performance.now();
  const words = [...before, process.execPath, pact, 'node', '--json', '--config', folder.config];
  const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let hasEnded = false;
  const ended = new Promise((resolve) =>
    child.on('close', () => {
      hasEnded = true;
      resolve();
    }),
  );
  const ready = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk;
      const line = text.split('\n').find((each) => each.startsWith('{"kind":"ready"'));
      if (line?.endsWith('}')) resolve(JSON.parse(line));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`the node did not start: ${text}`)));
  });
  if (before.length === 0 && folder.before !== undefined) starts.push(performance.now() - began);
  const node = {
    address: ready.address,
    hasEnded: () => hasEnded,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
  folder.before ??= await balance(node);
  return node;
}

async function ask(node, verb, body) {
  const path = `/multichain/0.0/killed/chain/0/pact/api/v1/${verb}`;
  const reply = await fetch(node.address + path, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${verb}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

async function sendAndPoll(node, { sent, told }) {
  const cmds = Array.from({ length: 5 }, transfer);
  for (const { hash } of cmds) sent.add(hash);
  // The first block must be there before transactions can be dated today.
  await ask(node, 'send', { cmds }).catch((error) => {
    if (!String(error).includes('too far in the future')) throw error;
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  const results = await ask(node, 'poll', { requestKeys: [...sent].slice(-50) });
  for (const hash of Object.keys(results)) told.add(hash);
}

async function minedOf(node, keys) {
  const found = new Set();
  const all = [...keys];
  for (let at = 0; at < all.length; at += 1_000) {
    const results = await ask(node, 'poll', { requestKeys: all.slice(at, at + 1_000) });
    for (const [hash, { result }] of Object.entries(results)) {
      if (result.status === 'success') found.add(hash);
    }
  }
  return found;
}

async function checkTold(node, { told }, when) {
  const found = await minedOf(node, told);
  const lost = [...told].filter((hash) => !found.has(hash));
  if (lost.length > 0)
    fail(`${when}: ${lost.length} of ${told.size} transactions are lost: ${lost[0]}`);
}

async function balance(node) {
  const answer = await ask(
    node,
    'local?preflight=false&signatureVerification=false',
    transferOf('(coin.get-balance "sender01")', []),
  );
  const { data } = answer.result;
  return Math.round(Number(data.decimal ?? data));
}

function transfer() {
  return transferOf('(coin.transfer "sender00" "sender01" 1.0)', [
    { name: 'coin.GAS', args: [] },
    { name: 'coin.TRANSFER', args: ['sender00', 'sender01', 1.0] },
  ]);
}

function transferOf(code, clist) {
  const cmd = JSON.stringify({
    networkId: 'killed',
    payload: { exec: { code, data: {} } },
    signers: [{ pubKey: sender.publicKey, ...(clist.length > 0 && { clist }) }],
    meta: {
      ...{ chainId: '0', sender: 'sender00', gasLimit: 2_000, gasPrice: 1e-8, ttl: 3_600 },
      creationTime: Math.floor(Date.now() / 1000) - 15,
    },
    nonce: `${process.pid} ${nonce++}`,
  });
  const hash = language.commandHash(cmd);
  const sig = sign(null, Buffer.from(hash, 'base64url'), key).toString('hex');
  return { cmd, hash, sigs: [{ sig }] };
}
