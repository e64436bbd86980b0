// A node's HTTP interface over a fake node, with requests for tests.
import { onTestFinished } from 'vitest';
import { loggerOf } from '../../src/base/ports/logger.ts';
import { startNodeApi, type NodeApiOptions } from '../../src/node/api/index.ts';
import { devnetValues } from '../../src/node/devnet/devnet.ts';
import type { NodePort } from '../../src/node/port.ts';
import { systemRandom, systemClock, systemTimer } from '../../src/base/platform/system.ts';
import { FakeNode } from './fake-node.ts';

export type AskedApi<Node extends NodePort> = {
  readonly node: Node;
  readonly address: string;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Posts a JSON body to chain 0 and returns the status and text of the answer. */
  readonly post: (path: string, body: unknown) => Promise<readonly [number, string]>;
  readonly get: (path: string, accept?: string) => Promise<readonly [number, string]>;
  /** The internal errors that the node reports. */
  readonly faults: unknown[];
  readonly stop: () => Promise<void>;
};

export const base = '/multichain/0.0/development';
export const chain0 = `${base}/chain/0`;

export async function apiOf<Node extends NodePort>(
  node: Node,
  options: Partial<NodeApiOptions> = {},
): Promise<AskedApi<Node>> {
  const faults: unknown[] = [];
  const server = await startNodeApi({
    node,
    host: '127.0.0.1',
    port: 0,
    values: devnetValues,
    clock: systemClock,
    timer: systemTimer,
    random: systemRandom,
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => faults.push(error),
    ...options,
  });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (!isStopped) await server.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  const ask = (path: string, init?: RequestInit) => fetch(`${server.address}${path}`, init);
  const reported = async (answer: Promise<Response>) => {
    const response = await answer;
    return [response.status, await response.text()] as const;
  };
  return {
    node,
    address: server.address,
    ask,
    faults,
    stop,
    post: (path, body) =>
      reported(
        ask(path, {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      ),
    get: (path, accept) => reported(ask(path, accept === undefined ? {} : { headers: { accept } })),
  };
}

export const fakeApi = (options: Partial<NodeApiOptions> = {}) => apiOf(new FakeNode(), options);
