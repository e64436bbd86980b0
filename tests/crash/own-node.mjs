// A `pact node` of the built command for the crash tests: a network without proof of work that starts with the contracts of
// stdlib, and transfers to send to it.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../perf/support/language.mjs';
import { startProgram } from '../perf/support/running-program.mjs';
import { sender, signed, transferOn } from '../perf/support/signed-transactions.mjs';
import { builtCommand, passingFolder } from './support.mjs';

export const pact = builtCommand();
export const networkName = 'killed';

/**
 * Writes the network and the configuration of a node to its own folder and returns both paths. `graphs` and `chains` belong
 * together; `more` is added to the configuration.
 */
export function newNode({
  graphs = 'singleton',
  chains = 1,
  blockDelay = '100ms',
  more = {},
} = {}) {
  const path = passingFolder();
  const first = (ids, name) => ({
    chains: ids,
    target: 'easiest',
    transactions: [join(root, `stdlib/genesis/${name}.json`)],
  });
  const network = {
    name: networkName,
    code: 0x00020d02,
    graphs,
    blockDelay,
    proofOfWork: false,
    firstEpochFromBlockOne: true,
    genesis: {
      time: '2026-02-16T08:15:00Z',
      chains: [
        first(0, 'chain-0'),
        ...(chains > 1 ? [first(chains === 2 ? 1 : `1-${chains - 1}`, 'other-chains')] : []),
      ],
    },
  };
  const config = {
    network: './network.json',
    data: 'data',
    service: { port: 0 },
    gas: { limit: 1_000_000 },
    mining: { enabled: true, keys: [sender.publicKey], account: 'miner' },
    storage: known('storage', { snapshotBlocks: 10, segmentMegabytes: 1 }),
    state: { depth: 5 },
    log: { level: 'error' },
    ...more,
  };
  if (Object.keys(config.storage).length === 0) delete config.storage;
  writeFileSync(join(path, 'network.json'), JSON.stringify(network));
  writeFileSync(join(path, 'node.json'), JSON.stringify(config));
  return { path, config: join(path, 'node.json') };
}

let settings;

/** Keeps the members that are settings of the built node: versions differ in what they store, and how. */
export function known(section, members) {
  settings ??= spawnSync(process.execPath, [pact, 'node', '--print-config'], {
    encoding: 'utf8',
  }).stdout;
  const [, own = ''] = new RegExp(`^${section}:\n((?: .*\n)*)`, 'm').exec(settings) ?? [];
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => new RegExp(`^ +(# )?${name}:`, 'm').test(own)),
  );
}

/** Starts a node with this configuration. Rejects if it ends before it is ready. */
export function startNode(config, { options = [], ...how } = {}) {
  return startProgram(['node', '--config', config, ...options], how);
}

/** Returns the JSON that a node answers; throws if it refuses. */
export async function askNode(node, path, body) {
  const reply = await fetch(`${node.address}/multichain/0.0/${networkName}${path}`, {
    signal: AbortSignal.timeout(30_000),
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

export const askPact = (node, verb, body, chain = 0) =>
  askNode(node, `/chain/${chain}/pact/api/v1/${verb}`, body);

export const transfer = (chain = 0) => transferOn(networkName, chain, '1.0');

export const signedBySender = (chain, code, clist) => signed(networkName, chain, { code, clist });
