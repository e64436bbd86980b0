// The node's information about itself, and its backups.
import { expect, test } from 'vitest';
import { printJson } from '../../../../../src/base/json.ts';
import { reportedConfiguration } from '../../../../../src/node/api/routes/about.ts';
import type { BackupState, Backups } from '../../../../../src/node/api/index.ts';
import { base, fakeApi } from '../../../../support/node-api.ts';

test('the node returns its network and graphs', async () => {
  const { get, ask } = await fakeApi();
  const info = JSON.parse((await get('/info'))[1]) as Record<string, unknown>;
  expect(info).toMatchObject({
    nodeVersion: 'development',
    nodePackageVersion: '1.2.3',
    nodeApiVersion: '0.0',
    nodeNumberOfChains: 20,
    nodeLatestBehaviorHeight: 1,
  });
  expect(info['nodeChains']).toHaveLength(20);
  expect(info['nodeChains']).toContain('19');
  const [[from, graph]] = info['nodeGraphHistory'] as [[number, [number, number[]][]]];
  expect([from, graph.length, graph[0]?.[1].length]).toEqual([0, 20, 3]);
  expect((await ask('/info')).headers.get('content-type')).toBe('application/json;charset=utf-8');
});

test('the health check says what is wrong', async () => {
  const { get, node } = await fakeApi();
  expect(await get('/health-check')).toEqual([200, 'Health check OK.\n']);
  node.wellness = { kind: 'ill', sentence: 'the disk is full' };
  expect(await get('/health-check')).toEqual([503, 'the disk is full']);
  node.wellness = { kind: 'ending' };
  expect(await get('/health-check')).toEqual([503, 'Failed health check due to service drain.\n']);
});

test('the configuration has the shape that tools know, and nothing private', async () => {
  const { get } = await fakeApi();
  const reported = JSON.parse((await get('/config'))[1]) as Record<string, Record<string, unknown>>;
  expect(reported['multichainVersion']).toBe('development');
  expect(reported['serviceApi']).toMatchObject({ port: 0, interface: 'invalid' });
  expect(reported['minGasPrice']).toBe(1e-8);
  expect(reported['p2p']?.['peer']).toMatchObject({ key: null });
});

test("the configuration shows the node's settings", async () => {
  const { node } = await fakeApi();
  const values = {
    coordination: false,
    ownMining: true,
    refreshMs: 15_000,
    waiting: 77,
    stateDepth: 9,
    isPruned: true,
  };
  const of = {
    node,
    productWord: 'chainweb',
    headerStream: false,
    payloadBatch: 12,
    updateStreamSeconds: 7,
    values,
  };
  expect(JSON.parse(printJson(reportedConfiguration(of)))).toMatchObject({
    chainwebVersion: 'development',
    cuts: { pruneChainDatabase: 'full' },
    mining: {
      coordination: {
        enabled: false,
        miners: [],
        updateStreamTimeout: 7,
        payloadRefreshDelay: 15_000_000,
      },
      nodeMining: {
        enabled: true,
        miner: { account: '', predicate: 'keys-all', 'public-keys': [] },
      },
    },
    headerStream: false,
    pactQueueSize: 77,
    reorgLimit: 9,
    serviceApi: { port: 0, interface: 'invalid', payloadBatchLimit: 12 },
    backup: { api: { enabled: false }, directory: null },
  });
});

test('a backup is started, reported, and looked up by its id', async () => {
  let asked = 0;
  const states = new Map<string, BackupState>();
  const backups: Backups = {
    start: () => {
      asked++;
      states.set('17', 'backup-in-progress');
      return '17';
    },
    state: (id) => states.get(id),
  };
  const { post, get } = await fakeApi({ backups });
  expect(await get(`${base}/check-backup/17`)).toEqual([404, 'no such backup']);
  for (const query of ['', '?backupPact', '?backupPact=true', '?backupPact=1', '?backupPact=no']) {
    expect(await post(`${base}/make-backup${query}`, '')).toEqual([202, '17']);
  }
  expect(asked).toBe(5);
  expect(await get(`${base}/check-backup/17`)).toEqual([200, 'backup-in-progress']);
  states.set('17', 'backup-done');
  expect(await get(`${base}/check-backup/17`)).toEqual([200, 'backup-done']);
  states.set('../17', 'backup-done');
  expect((await get(`${base}/check-backup/..%2f17`))[0]).toBe(404);
});

test('a node without backups has no such paths', async () => {
  const { post, get } = await fakeApi();
  expect((await post(`${base}/make-backup`, ''))[0]).toBe(404);
  expect((await get(`${base}/check-backup/1`))[0]).toBe(404);
});
