// `pact node status`, `peers` and `follow`: asks a running node on this machine through the socket in its data folder;
// `status` also asks any node over HTTP, for what it tells everybody.

import { request } from 'node:http';
import { bad, good, type Result } from '../../../base/result.ts';
import { keyOf } from '../../../p2p/address/peer-info.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeLine } from '../output.ts';
import { operatorPath, type NodePeers, type NodeStatus } from './operator-messages.ts';
import { peersText, statusText } from './operator-texts.ts';
import { publicStatus } from './public-status.ts';

export type AskedNode = {
  /** The data folder; `undefined`: the node keeps nothing on the disk. */
  readonly data: string | undefined;
  /** Where the node serves clients. */
  readonly service: { readonly host: string; readonly port: number };
};

export async function askNode(given: Given, node: AskedNode): Promise<ExitStatus> {
  const [action, operand = ''] = given.operands;
  const isJson = given.has('json');
  const show = <Answered>(
    answer: Result<Answered, string>,
    textOf: (answered: Answered) => string,
  ): ExitStatus => {
    if (!answer.ok) return fail(answer.fault);
    writeLine(isJson ? JSON.stringify(answer.value) : textOf(answer.value));
    return exitStatus.success;
  };
  if (action === 'status') {
    const url = given.value('url') ?? (node.data === undefined ? urlOf(node) : undefined);
    const answer = await (url === undefined
      ? ask<NodeStatus>(node, 'GET', '/status')
      : publicStatus(url));
    return show(answer, (status) => statusText(status, Date.now()));
  }
  if (action === 'peers') {
    const answer = await ask<NodePeers>(node, 'GET', '/peers');
    return show(answer, (peers) => peersText(peers, Date.now()));
  }
  const answer = await ask(node, 'POST', '/follow', operand);
  return show(answer, () => `The node follows ${operand}: see pact node status.`);
}

function urlOf({ service: { host, port } }: AskedNode): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${keyOf({ host: reached, port })}`;
}

/** Milliseconds to wait for an answer: a busy node may take a while. */
const waitMs = 10_000;

/** `Answered`: what this program of the same version sends. A fault is a sentence. */
async function ask<Answered>(
  { data }: AskedNode,
  method: 'GET' | 'POST',
  path: string,
  body = '',
): Promise<Result<Answered, string>> {
  if (data === undefined) {
    return bad(
      'say which node: --config with its configuration, or --data with its data folder. A node without data cannot be asked',
    );
  }
  const socketPath = operatorPath(data);
  if (socketPath === undefined) return bad(`the path of ${data} is too long for a socket`);
  try {
    const { status, text } = await askSocket({ socketPath, method, path, body });
    const json = JSON.parse(text) as Answered & { readonly fault?: string };
    return status === 200 ? good(json) : bad(json.fault ?? `the node answered with ${status}`);
  } catch (error) {
    return bad(absence(error, data));
  }
}

function absence(error: unknown, data: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return `no node runs on ${data}`;
  return code === 'EACCES' || code === 'EPERM'
    ? `${data} belongs to another user: only the user of the node can ask it`
    : `the node on ${data} does not answer: ${message}`;
}

type Asked = {
  readonly socketPath: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
};

function askSocket({
  body,
  ...where
}: Asked): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ ...where, timeout: waitMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
      response.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('it is too busy')));
    asked.on('error', reject);
    asked.end(body);
  });
}
