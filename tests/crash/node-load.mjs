// Transfers that are sent to a node of `own-node.mjs`, and what must be true of them after any fault: each that was reported
// as mined is there, and each has moved its coin exactly once.
import { spawnSync } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { askNode, askPact, newNode, pact, signedBySender, transfer } from './own-node.mjs';

/** The balance of sender01 in the first block. */
const beforeTransfers = 110_000_000;

/** A node's folder, and the transfers that were sent to it and reported as mined. */
export function newFolder(how) {
  return { ...newNode(how), sent: new Set(), reported: new Set(), isKept: false };
}

export async function sendAndPoll(node, { sent, reported }) {
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

/** Returns the request keys of those that succeeded. */
export async function minedOf(node, keys) {
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

export async function enforceReported(node, { reported }, when) {
  const found = await minedOf(node, reported);
  const lost = [...reported].filter((hash) => !found.has(hash));
  if (lost.length > 0)
    throw new Error(`${when}: ${lost.length} of ${reported.size} are lost: ${lost[0]}`);
}

/** Checks what is left in the folder of an ended node, with one that `start` starts. */
export async function lastLook(folder, start) {
  const { sent, reported, config } = folder;
  const node = await start(folder);
  await enforceReported(node, folder, 'the last start');
  await after(1_000);
  const mined = await minedOf(node, sent);
  const received = (await balance(node)) - beforeTransfers;
  await node.end('SIGINT');
  if (received !== mined.size) {
    throw new Error(`${mined.size} transfers are mined, and ${received} coins were moved`);
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [pact, 'node', 'replay', '--verify', '--json', '--config', config],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the replay differs: ${stdout}${stderr}`);
  const { blocks, transactions } = JSON.parse(stdout);
  return { reported: reported.size, mined: mined.size, blocks, transactions };
}

export async function heightOf(node) {
  const { hashes } = await askNode(node, '/cut');
  return Math.min(...Object.values(hashes).map(({ height }) => height));
}

export async function balance(node, account = 'sender01') {
  const answer = await askPact(
    node,
    'local?preflight=false&signatureVerification=false',
    signedBySender(0, `(coin.get-balance "${account}")`),
  );
  const { data } = answer.result;
  return Math.round(Number(data.decimal ?? data));
}
