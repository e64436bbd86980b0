// Answers the questions of the operator of a node, on a socket in the data folder.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { chmodSync, unlinkSync } from 'node:fs';
import { toBase64Url } from '../../../base/base64url.ts';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import type { NodePort } from '../../../node/port.ts';
import { keyOf } from '../../../p2p/address/peer-info.ts';
import type { OperatorView } from '../../../p2p/sessions/operator.ts';
import {
  type Followed,
  type NodePeers,
  type NodeStatus,
  operatorFolder,
  type OperatorFault,
  operatorPath,
} from './operator-messages.ts';

export type OperatorParts = {
  readonly data: string;
  readonly node: Pick<NodePort, 'network' | 'settings' | 'cut' | 'chain' | 'health'>;
  /** `undefined`: the node connects to no others. */
  readonly view?: OperatorView | undefined;
  /** Receives one sentence if the socket cannot be opened. */
  readonly onTrouble: (sentence: string) => void;
};

/** Returns what closes it. A node without the socket works, so that it cannot be opened is only told. */
export async function serveOperator(parts: OperatorParts): Promise<() => Promise<void>> {
  const path = operatorPath(parts.data);
  const nothing = (): Promise<void> => Promise.resolve();
  if (path === undefined) {
    parts.onTrouble(
      'pact node status, peers and follow do not work: the path of data is too long for a socket',
    );
    return nothing;
  }
  const server = createServer((request, response) => void answer(request, response, parts));
  // The questions of one operator.
  server.maxConnections = 8;
  try {
    await listenOn(server, path, parts.data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parts.onTrouble(`pact node status, peers and follow do not work: ${reason}`);
    return nothing;
  }
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

async function listenOn(server: Server, path: string, data: string): Promise<void> {
  if (process.platform !== 'win32') {
    const folder = operatorFolder(data);
    makeFolder(folder, 0o700);
    // It may have been there before.
    chmodSync(folder, 0o700);
    removeOld(path);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

/** A process that was killed leaves its socket; only one process at a time uses the folder. */
function removeOld(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // There is none.
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: OperatorParts,
): Promise<void> {
  const body = await bodyOf(request);
  const { status, json } = body === undefined ? tooLong : answerTo(request, body, parts);
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(json));
}

const maxBodyBytes = 4096;

/** Returns `undefined` if it is too long, or ends in the middle. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Node yields buffers unless an encoding is set.
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Answer = {
  readonly status: number;
  readonly json: NodeStatus | NodePeers | Followed | OperatorFault;
};

const tooLong: Answer = { status: 413, json: { fault: 'the request is too long' } };

function answerTo({ method, url }: IncomingMessage, body: string, parts: OperatorParts): Answer {
  const { view } = parts;
  if (method === 'GET' && url === '/status') return { status: 200, json: statusOf(parts) };
  if (method === 'GET' && url === '/peers') {
    return view === undefined ? alone : { status: 200, json: { peers: view.peers() } };
  }
  if (method === 'POST' && url === '/follow') {
    if (view === undefined) return alone;
    const followed = view.follow(body);
    return followed.ok
      ? { status: 200, json: { cut: body } }
      : { status: 409, json: { fault: followed.fault } };
  }
  return { status: 404, json: { fault: `there is no ${method ?? ''} ${url ?? ''}` } };
}

const alone: Answer = {
  status: 409,
  json: { fault: 'the node connects to no others: its configuration has no peers' },
};

function statusOf({ node, view }: OperatorParts): NodeStatus {
  const health = node.health();
  const chains = [...node.cut().heads.values()].map(({ chainId, height, hash, creationTime }) => ({
    chain: chainId,
    height,
    hash: toBase64Url(hash),
    timeMs: Number(creationTime / 1000n),
    waiting: node.chain(chainId)?.pending() ?? 0,
  }));
  return {
    network: node.network.name,
    version: node.settings.packageVersion,
    chains,
    ...(health.kind !== 'well' && { unhealthy: healthText(health) }),
    ...(view !== undefined && { peers: peersOf(view) }),
  };
}

function healthText(health: Exclude<ReturnType<NodePort['health']>, { kind: 'well' }>): string {
  return health.kind === 'ending' ? 'it is shutting down' : health.sentence;
}

function peersOf(view: OperatorView): NonNullable<NodeStatus['peers']> {
  const { self } = view;
  return {
    ...(self !== undefined && { address: keyOf(self.address) }),
    ...(self?.id !== undefined && { id: self.id }),
    progress: view.progress(),
    counts: view.counts(),
  };
}
