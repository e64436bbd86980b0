// Common properties of all answers of a node: headers, product names, paths, methods.
import { expect, test } from 'vitest';
import { StoreFault } from '../../../../src/storage/entries/index.ts';
import { base, chain0, fakeApi } from '../../../support/node-api.ts';

test('an answer has the time of the node, its version, and the address of the client', async () => {
  const { ask } = await fakeApi();
  for (const path of [`${base}/cut`, '/health-check', '/nowhere']) {
    const { headers } = await ask(path);
    expect(headers.get('x-server-timestamp')).toBe('1700000000');
    expect(headers.get('x-multichain-node-version')).toBe('1.2.3');
    expect(headers.get('x-peer-addr')).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('an IPv4 client of an IPv6 socket is told its address as nodes can read it', async () => {
  const { address } = await fakeApi({ host: '::' });
  const { headers } = await fetch(`http://127.0.0.1:${new URL(address).port}/health-check`);
  expect(headers.get('x-peer-addr')).toMatch(/^127\.0\.0\.1:\d+$/);
});

test('an alias uses its own product name, and only if it is on', async () => {
  const { ask, node } = await fakeApi({ aliases: ['chainweb'] });
  const { hash } = node.mine(3);
  const path = `/0.0/development/chain/3/header/${Buffer.from(hash).toString('base64url')}`;
  const accept = 'application/json;blockheader-encoding=object';
  for (const [word, other] of [
    ['chainweb', 'multichain'],
    ['multichain', 'chainweb'],
  ] as const) {
    const answer = await ask(`/${word}${path}`, { headers: { accept } });
    expect(answer.headers.get(`x-${word}-node-version`)).toBe('1.2.3');
    expect(answer.headers.get(`x-${other}-node-version`)).toBeNull();
    const header = (await answer.json()) as object;
    expect(header).toHaveProperty(`${word}Version`, 'development');
    expect(header).not.toHaveProperty(`${other}Version`);
  }
  const both = await ask('/info');
  expect(both.headers.get('x-chainweb-node-version')).toBe('1.2.3');
  expect(both.headers.get('x-multichain-node-version')).toBe('1.2.3');
  const without = await fakeApi();
  expect((await without.get('/chainweb/0.0/development/cut'))[0]).toBe(404);
});

test('an unknown path says where the paths are listed', async () => {
  const { get } = await fakeApi();
  const wrong = [
    '/multichain/0.0/mainnet01/cut',
    '/multichain/0.1/development/cut',
    `${base}/chain/20/header`,
    `${base}/chain/00/header`,
    `${base}/chain/1.0/header`,
    `${base}/chain/-1/header`,
    `${base}/chain/99999999999999999999/header`,
    `${base}/chain/%zz/header`,
    `${base}/chain/%c0%ae/header`,
    `${base}/chain/..%2f..%2fetc/header`,
    '//',
    '/%',
  ];
  for (const path of wrong) {
    const [status, text] = await get(path);
    expect([status, text], path).toEqual([404, expect.stringContaining('GET /openapi.json')]);
    expect(text).not.toContain('\n');
  }
  expect((await get(`${base}/cut/`))[0]).toBe(200);
});

test('a wrong method is answered with the right ones; HEAD and OPTIONS work', async () => {
  const { ask } = await fakeApi();
  const wrong = await ask(`${chain0}/pact/api/v1/local`);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect((await ask(`${base}/cut`, { method: 'PUT', body: '{}' })).status).toBe(405);
  expect((await ask(`${base}/cut`, { method: 'DELETE' })).status).toBe(405);
  const head = await ask(`${base}/cut`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const options = await ask(`${chain0}/pact/send`, {
    method: 'OPTIONS',
    headers: { origin: 'http://x', 'access-control-request-method': 'POST' },
  });
  expect(options.status).toBe(204);
  expect(options.headers.get('access-control-allow-headers')).toContain('content-type');
});

test('routes of the caller are served on the same address', async () => {
  const { get } = await fakeApi({
    extraRoutes: [
      {
        method: 'GET',
        path: '/control/heights',
        summary: '',
        answers: '',
        needs: [],
        run: () => ({ kind: 'text', text: 'here' }),
      },
    ],
  });
  expect(await get('/control/heights')).toEqual([200, 'here']);
});

test('an exception in the engine is an internal error that reveals nothing', async () => {
  const { get, node, faults } = await fakeApi();
  const error = new Error('a secret of the inside');
  node.cut = () => {
    throw error;
  };
  const [status, text] = await get(`${base}/cut`);
  expect([status, text]).toEqual([500, 'internal error; the log of the server has details']);
  expect(faults).toEqual([error]);
});

test('what is damaged on the disk is named, in one request', async () => {
  const { get, node, faults } = await fakeApi();
  const cut = node.cut.bind(node);
  node.cut = () => {
    throw new StoreFault('damaged', 'an entry of lines on the disk is damaged');
  };
  expect(await get(`${base}/cut`)).toEqual([500, 'an entry of lines on the disk is damaged']);
  expect(faults).toHaveLength(1);
  node.cut = cut;
  expect((await get(`${base}/cut`))[0]).toBe(200);
});
