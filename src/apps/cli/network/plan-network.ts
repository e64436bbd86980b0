// The plan of a new network: its rules, and the place of each node. Nothing is written here.

import { bad, good, type Result } from '../../../base/result.ts';
import { parseHost } from '../../../p2p/address/host-address.ts';
import { isReserved } from '../../../p2p/address/reserved.ts';
import type { HostAddress } from '../../../p2p/address/peer-info.ts';
import type { Given } from '../commands/define.ts';

export type NetworkPlan = {
  readonly name: string;
  readonly chains: number;
  readonly blockTimeMs: number;
  readonly isProven: boolean;
  /** Whether the first block has the accounts whose keys are public. */
  readonly isDevelopment: boolean;
  readonly nodes: readonly NodePlan[];
};

export type NodePlan = {
  /** The name of its folder: `node-1`. */
  readonly name: string;
  /** Where other nodes reach it. */
  readonly address: HostAddress;
  /** Where it serves clients of its machine. */
  readonly servicePort: number;
  readonly isMining: boolean;
};

export const thisMachine = '127.0.0.1';

/** Hosts and nodes are paired in turn; the second node of a machine has the next ports. A fault is a sentence. */
export function planNetwork(given: Given): Result<NetworkPlan, string> {
  const hosts = hostsOf(given.value('hosts') ?? thisMachine);
  if (!hosts.ok) return hosts;
  const isSpread = given.has('hosts');
  const count = Number(given.value('nodes') ?? (isSpread ? hosts.value.length : 3));
  const isProven = given.has('proof-of-work');
  const miners = Number(given.value('miners') ?? (isProven ? count : 1));
  const ports = {
    service: Number(given.value('port') ?? 1848),
    p2p: Number(given.value('p2p-port') ?? 1789),
  };
  const rounds = Math.ceil(count / hosts.value.length);
  if (Math.abs(ports.service - ports.p2p) < rounds) {
    return bad(
      `the ports of clients and of nodes overlap: keep --port and --p2p-port ${rounds} apart`,
    );
  }
  const nodes = Array.from({ length: count }, (_, i): NodePlan => {
    const round = Math.floor(i / hosts.value.length);
    return {
      name: `node-${i + 1}`,
      address: {
        host: hosts.value[i % hosts.value.length] ?? thisMachine,
        port: ports.p2p + round,
      },
      servicePort: ports.service + round,
      isMining: i < miners,
    };
  });
  return good({
    name: given.value('name') ?? 'my-network',
    chains: Number(given.value('chains') ?? 3),
    blockTimeMs: Math.round(Number(given.value('block-time') ?? 5) * 1000),
    isProven,
    isDevelopment: given.has('development'),
    nodes,
  });
}

function hostsOf(text: string): Result<readonly string[], string> {
  const hosts: string[] = [];
  for (const each of text.split(',')) {
    const host = parseHost(each.trim());
    if (!host.ok) return bad(`--hosts: ${each.trim()}: ${host.fault}`);
    if (hosts.includes(host.value)) {
      return bad(`--hosts names ${host.value} twice: --nodes puts several nodes on a machine`);
    }
    hosts.push(host.value);
  }
  return good(hosts);
}

/** Whether all nodes are on one machine, whose addresses no other machine reaches. */
export const isLocal = ({ nodes }: NetworkPlan): boolean =>
  nodes.every(({ address }) => address.host === thisMachine);

/** The addresses of the network that no node of a public network may have: each node must allow them. */
export function reservedRanges({ nodes }: NetworkPlan): readonly string[] {
  const hosts = new Set(nodes.map(({ address: { host } }) => host));
  return [...hosts]
    .filter((host) => /^[\d.]+$|:/.test(host) && isReserved(host))
    .map((host) => `${host}/${host.includes(':') ? 128 : 32}`);
}
