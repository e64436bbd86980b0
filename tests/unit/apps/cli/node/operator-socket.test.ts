// The questions of an operator to a running node, through the socket in its data folder.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operatorPath } from '../../../../../src/apps/cli/node/operator-messages.ts';
import { serveOperator } from '../../../../../src/apps/cli/node/operator-socket.ts';
import { bad, good } from '../../../../../src/base/result.ts';
import type { OperatorView } from '../../../../../src/p2p/sessions/operator.ts';
import { FakeNode } from '../../../../support/fake-node.ts';

const view: OperatorView = {
  self: { address: { host: '10.0.0.1', port: 1789 }, id: 'A'.repeat(43) },
  progress: () => ({
    mode: 'near',
    height: 1,
    goal: 1,
    blocksPerSecond: 0,
    secondsLeft: undefined,
    problem: undefined,
    doubtedChains: [],
  }),
  peers: () => [],
  counts: () => ({ known: 2, sessions: 1, banned: 0 }),
  follow: (cut) => (cut === 'known' ? good(undefined) : bad('no such cut')),
};

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pact-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function served(more: { readonly view?: OperatorView } = { view }) {
  const data = newFolder();
  const node = new FakeNode();
  const troubles: string[] = [];
  const close = await serveOperator({
    data,
    node,
    onTrouble: (sentence) => troubles.push(sentence),
    ...more,
  });
  onTestFinished(close);
  const ask = (method: string, path: string, body = '') =>
    new Promise<readonly [number, unknown]>((resolve, reject) => {
      const asked = request({ socketPath: operatorPath(data), method, path }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve([response.statusCode ?? 0, JSON.parse(text) as unknown]));
      });
      asked.on('error', reject);
      asked.end(body);
    });
  return { data, node, troubles, ask };
}

test('status, peers, and following a fork', async () => {
  const { node, ask } = await served();
  node.wellness = { kind: 'unready', sentence: 'syncing: height 1 of 2' };
  expect(await ask('GET', '/status')).toEqual([
    200,
    expect.objectContaining({
      network: 'development',
      version: '1.2.3',
      unhealthy: 'syncing: height 1 of 2',
      peers: expect.objectContaining({ address: '10.0.0.1:1789', id: 'A'.repeat(43) }) as object,
    }),
  ]);
  expect(await ask('GET', '/peers')).toEqual([200, { peers: [] }]);
  expect(await ask('POST', '/follow', 'known')).toEqual([200, { cut: 'known' }]);
  expect(await ask('POST', '/follow', 'other')).toEqual([409, { fault: 'no such cut' }]);
  expect(await ask('GET', '/follow')).toEqual([404, { fault: 'there is no GET /follow' }]);
  expect(await ask('POST', '/follow', 'x'.repeat(4097))).toEqual([
    413,
    { fault: 'the request is too long' },
  ]);
});

test('a node without peers says so', async () => {
  const { ask } = await served({});
  const alone = { fault: 'the node connects to no others: its configuration has no peers' };
  expect(await ask('GET', '/peers')).toEqual([409, alone]);
  expect(await ask('POST', '/follow', 'known')).toEqual([409, alone]);
  expect(await ask('GET', '/status')).toEqual([200, expect.not.objectContaining({ peers: {} })]);
});

test('only the user of the node can open the folder, and a socket of a killed process is replaced', async () => {
  const { data } = await served();
  expect(statSync(join(data, 'operator')).mode & 0o777).toBe(0o700);
  const troubles: string[] = [];
  const close = await serveOperator({
    data,
    node: new FakeNode(),
    onTrouble: (sentence) => troubles.push(sentence),
  });
  await close();
  expect(troubles).toEqual([]);
});

test('a node works without the socket', async () => {
  const troubles: string[] = [];
  const onTrouble = (sentence: string) => troubles.push(sentence);
  const long = join(newFolder(), 'x'.repeat(100));
  await (
    await serveOperator({ data: long, node: new FakeNode(), onTrouble })
  )();
  const taken = newFolder();
  writeFileSync(join(taken, 'operator'), '');
  await (
    await serveOperator({ data: taken, node: new FakeNode(), onTrouble })
  )();
  expect(troubles).toEqual([
    expect.stringContaining('the path of data is too long'),
    expect.stringContaining('pact node status, peers and follow do not work: '),
  ]);
});
