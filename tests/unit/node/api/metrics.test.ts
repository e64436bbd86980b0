// A node's metrics in Prometheus format: figures of its chains and requests, and no label that a client chose.
import { expect, onTestFinished, test } from 'vitest';
import { loggerOf } from '../../../../src/base/ports/logger.ts';
import { NodeMetrics, startMetrics } from '../../../../src/node/api/metrics.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { FakeNode } from '../../../support/fake-node.ts';
import { apiOf, base, chain0 } from '../../../support/node-api.ts';

async function measured() {
  const node = new FakeNode();
  const metrics = new NodeMetrics(node);
  const api = await apiOf(node, { onAnswer: (answered) => metrics.answered(answered) });
  const server = await startMetrics({
    metrics,
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    timer: systemTimer,
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => api.faults.push(error),
  });
  onTestFinished(() => server.stop());
  const read = async () => (await fetch(`${server.address}/metrics`)).text();
  return { node, api, server, read };
}

/** Returns the lines with this prefix. */
const linesOf = (text: string, start: string) =>
  text.split('\n').filter((line) => line.startsWith(start));

test('heights, blocks and intervals follow the cut', async () => {
  const { node, read } = await measured();
  node.mineAll(1);
  node.mine(0);
  const text = await read();
  expect(linesOf(text, 'pact_chain_height{chain="0"}')).toEqual(['pact_chain_height{chain="0"} 2']);
  expect(linesOf(text, 'pact_chain_height{chain="3"}')).toEqual(['pact_chain_height{chain="3"} 1']);
  expect(linesOf(text, 'pact_blocks_total{chain="0"}')).toEqual(['pact_blocks_total{chain="0"} 2']);
  expect(text).toContain('pact_block_interval_seconds_count{chain="0"} 2');
  expect(text).toContain('pact_mempool_transactions{chain="0"} 0');
  expect(text).toContain('pact_healthy 1');
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
  node.wellness = { kind: 'ill', sentence: 'the disk is full' };
  expect(await read()).toContain('pact_healthy 0');
});

test('requests are counted by route, and invented paths share one series', async () => {
  const { api, read } = await measured();
  const { ask } = api;
  await ask(`${base}/cut`);
  await ask(`${base}/cut`, { method: 'DELETE' });
  for (const path of ['/a', '/b', `${chain0}/nothing`, '/multichain/0.0/other/cut'])
    await ask(path);
  await ask('/info', { method: 'PROPFIND' });
  const text = await read();
  expect(linesOf(text, 'pact_http_requests_total').sort()).toEqual([
    'pact_http_requests_total{route="/{word}/0.0/{network}/cut",method="GET",status="200"} 1',
    'pact_http_requests_total{route="unknown",method="other",status="404"} 4',
    'pact_http_requests_total{route="unknown",method="other",status="405"} 2',
  ]);
  expect(text).toContain('pact_http_request_seconds_count{route="/{word}/0.0/{network}/cut"} 1');
});

test('the text has its content type, other paths do not exist, and nothing listens at the end', async () => {
  const { node, server } = await measured();
  const answer = await fetch(`${server.address}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await fetch(`${server.address}/`)).status).toBe(404);
  expect(node.listening).toBe(1);
  await server.stop();
  expect(node.listening).toBe(0);
});

test('other nodes: counts, how far it is behind, and the mode as one of a fixed set', async () => {
  const node = new FakeNode();
  const metrics = new NodeMetrics(node);
  metrics.addPeers({
    counts: () => ({ known: 7, sessions: 3, banned: 1 }),
    progress: () => ({
      mode: 'far-behind',
      height: 10,
      goal: 900,
      blocksPerSecond: 150,
      secondsLeft: 6,
      problem: undefined,
      doubtedChains: [2],
    }),
  });
  const text = await metrics.text();
  expect(linesOf(text, 'pact_peer')).toEqual([
    'pact_peers_known 7',
    'pact_peer_sessions 3',
    'pact_peers_banned 1',
  ]);
  expect(linesOf(text, 'pact_sync')).toEqual([
    'pact_sync_heights_behind 890',
    'pact_sync_blocks_per_second 150',
    'pact_sync_doubted_chains 1',
    'pact_sync_mode{mode="alone"} 0',
    'pact_sync_mode{mode="near"} 0',
    'pact_sync_mode{mode="behind"} 0',
    'pact_sync_mode{mode="far-behind"} 1',
    'pact_sync_mode{mode="diverged"} 0',
  ]);
  expect(text).toMatch(/^pact_cut_age_seconds \d/m);
  metrics.stop();
});
