// What `pact node status`, `peers` and `follow` ask of a running node, and where: a socket in its data folder, which only
// the owner of that folder can open. Nothing of it is on a port: web pages can send requests to ports of this machine, and
// who knows what a node thinks of its peers can choose whom to attack.

import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { PeerCounts, PeerStatus } from '../../../p2p/sessions/operator.ts';
import type { SyncProgress } from '../../../p2p/sync/port.ts';

export type NodeStatus = {
  readonly network: string;
  /** The version of this program. */
  readonly version: string;
  readonly chains: readonly {
    readonly chain: number;
    readonly height: number;
    readonly hash: string;
    /** Milliseconds since 1970; absent if a node was asked over HTTP. */
    readonly timeMs?: number;
    /** Transactions that wait for a block; absent if a node was asked over HTTP. */
    readonly waiting?: number;
  }[];
  /** `undefined`: the node is healthy. One sentence. */
  readonly unhealthy?: string;
  /** Absent if the node connects to no others. */
  readonly peers?: {
    readonly address?: string;
    readonly id?: string;
    readonly progress: SyncProgress;
    readonly counts: PeerCounts;
  };
};

export type NodePeers = { readonly peers: readonly PeerStatus[] };

export type Followed = { readonly cut: string };

/** The answer to what cannot be done. */
export type OperatorFault = { readonly fault: string };

/** The folder of the socket: only its owner can open it. */
export const operatorFolder = (data: string): string => join(data, 'operator');

/** Systems cut longer paths of sockets. */
const longestPath = 100;

/** Returns the path of the socket for a data folder; `undefined` if it would be too long. */
export function operatorPath(data: string): string | undefined {
  const folder = resolve(data);
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\pact-node-${name}`;
  }
  const path = join(operatorFolder(folder), 'socket');
  return Buffer.byteLength(path) <= longestPath ? path : undefined;
}
