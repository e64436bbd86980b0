// A network of `pact network new` with its nodes as processes, for tests of several nodes: each node can be killed and
// started again, and everything between nodes goes through proxies that can cut it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as after } from 'node:timers/promises';
import { passingFolder } from '../../crash/support.mjs';
import { startProgram } from '../support/running-program.mjs';
import { CuttingProxies } from './cutting-proxies.mjs';
import { newNetwork } from './new-network.mjs';

export const networkName = 'tested';
const clockOff = fileURLToPath(new URL('clock-off.cjs', import.meta.url));

export class OwnNetwork {
  nodes = [];

  /** `more`: text that is added to the configuration of each node. `ports`: the first of those of clients; the others follow. */
  static async make({ nodes, chains, blockTime, miners = nodes, more = '', ports = 21_000 }) {
    const network = new OwnNetwork();
    const folder = join(passingFolder(), 'network');
    newNetwork(folder, {
      development: true,
      nodes,
      chains,
      miners,
      name: networkName,
      port: ports,
      'p2p-port': ports + 100,
      'block-time': blockTime,
    });
    network.folder = folder;
    network.chains = chains;
    for (let i = 0; i < nodes; i++) {
      const config = join(folder, `node-${i + 1}`, 'node.yaml');
      network.nodes.push({ config, process: undefined });
      throughProxies(config, ports + 100, { nodes, more });
    }
    const targets = network.nodes.map((_, i) => ({
      port: ports + 200 + i,
      target: ports + 100 + i,
    }));
    network.proxies = await CuttingProxies.start({
      targets,
      pidOf: (i) => network.nodes[i].process?.pid,
    });
    return network;
  }

  get size() {
    return this.nodes.length;
  }

  /** `options`: those of the command. `clockOffMs`: how far its clock is off. */
  async start(i, { options = [], clockOffMs = 0 } = {}) {
    const node = this.nodes[i];
    const environment =
      clockOffMs === 0
        ? {}
        : { CLOCK_OFF_MS: String(clockOffMs), NODE_OPTIONS: `--require ${clockOff}` };
    node.process = await startProgram(['node', '--config', node.config, ...options], {
      environment,
      readyMs: 60_000,
    });
    return node.process;
  }

  async startAll() {
    await Promise.all(this.nodes.map((_, i) => this.start(i)));
  }

  async end(i, signal = 'SIGINT') {
    const { process: running } = this.nodes[i];
    this.nodes[i].process = undefined;
    await running?.end(signal);
  }

  async stop() {
    await Promise.all(this.nodes.map((_, i) => this.end(i)));
    this.proxies.stop();
  }

  /** Returns the JSON that a node answers; throws if it refuses. */
  async ask(i, path, body) {
    const { process: running } = this.nodes[i];
    if (running === undefined) throw new Error(`node ${i} does not run`);
    const base = path.startsWith('/') ? '' : `/multichain/0.0/${networkName}/`;
    const reply = await fetch(`${running.address}${base}${path}`, {
      signal: AbortSignal.timeout(30_000),
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
    return JSON.parse(text);
  }

  pact(i, chain, verb, body) {
    return this.ask(i, `chain/${chain}/pact/api/v1/${verb}`, body);
  }

  async cuts() {
    const running = this.nodes.flatMap((node, i) => (node.process === undefined ? [] : [i]));
    return Promise.all(running.map((i) => this.ask(i, 'cut')));
  }

  /** Returns the seconds until all nodes have the same cut, or `undefined` if that takes longer than `withinMs`. */
  async agreement(withinMs) {
    const began = performance.now();
    while (performance.now() - began < withinMs) {
      const cuts = await this.cuts().catch(() => []);
      const texts = new Set(cuts.map(({ hashes }) => JSON.stringify(hashes)));
      if (cuts.length > 0 && texts.size === 1) return (performance.now() - began) / 1000;
      await after(50);
    }
    return undefined;
  }

  /**
   * Returns the seconds until all nodes have the same block on every chain, one height above the highest block of now: while
   * they mine, their newest blocks are seldom the same at the same moment. `undefined`: it takes longer than `withinMs`.
   */
  async agreementAbove(withinMs) {
    const began = performance.now();
    const tops = await this.tops();
    while (performance.now() - began < withinMs) {
      const isSame = await this.haveSameAbove(tops).catch(() => false);
      if (isSame) return (performance.now() - began) / 1000;
      await after(100);
    }
    return undefined;
  }

  /** Returns the greatest height of each chain on any node. */
  async tops() {
    const cuts = await this.cuts();
    return Array.from({ length: this.chains }, (_, chain) =>
      Math.max(...cuts.map(({ hashes }) => hashes[chain]?.height ?? 0)),
    );
  }

  async haveSameAbove(tops) {
    const cuts = await this.cuts();
    for (const [chain, top] of tops.entries()) {
      if (cuts.some(({ hashes }) => hashes[chain].height <= top)) return false;
      const query = `minheight=${top + 1}&maxheight=${top + 1}&limit=1`;
      const hashes = await Promise.all(
        cuts.map(async ({ hashes: heads }, i) => {
          const bounds = { upper: [heads[chain].hash], lower: [] };
          const { items } = await this.ask(i, `chain/${chain}/hash/branch?${query}`, bounds);
          return items[0];
        }),
      );
      if (new Set(hashes).size > 1) return false;
    }
    return true;
  }

  async lowestHeights() {
    const cuts = await this.cuts();
    return cuts.map(({ hashes }) => Math.min(...Object.values(hashes).map(({ height }) => height)));
  }

  /** Waits until every node has this height on every chain. */
  async reaches(height, withinMs) {
    const end = performance.now() + withinMs;
    while (performance.now() < end) {
      const heights = await this.lowestHeights().catch(() => [0]);
      if (heights.every((each) => each >= height)) return true;
      await after(100);
    }
    return false;
  }
}

/** Nodes announce their proxies, and know others by theirs. */
function throughProxies(config, firstPort, { nodes, more }) {
  let text = readFileSync(config, 'utf8');
  for (let i = 0; i < nodes; i++) {
    text = text.replaceAll(`@127.0.0.1:${firstPort + i}`, `@127.0.0.1:${firstPort + 100 + i}`);
  }
  const [, own] = /^p2p:\n(?: .*\n)*? {2}port: (\d+)/m.exec(text) ?? [];
  text = text.replace(/^ {2}announce: .*$/m, `  announce: '127.0.0.1:${Number(own) + 100}'`);
  writeFileSync(config, `${text}log: { level: warn }\n${more}`);
}
