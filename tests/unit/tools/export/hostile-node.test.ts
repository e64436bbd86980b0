// Nodes that lie, are overloaded or lack blocks: nothing wrong is ever stored, and the error names the block.
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/base/platform/system.ts';
import { fromBase64Url, toBase64Url } from '../../../../src/base/base64url.ts';
import { httpService } from '../../../../src/apps/cli/export/http-service.ts';
import { exportBlocks, ExportProgress } from '../../../../src/tools/export/index.ts';
import { exportLimits } from '../../../../src/tools/export/limits.ts';
import {
  changedService,
  withJson,
  withStatus,
  type Change,
} from '../../../support/changed-service.ts';
import { startDevnet, transferOf } from '../../../support/devnets.ts';
import { instantTimer } from '../../../support/instant-timer.ts';
import { MemorySink } from '../../../support/memory-sink.ts';
import { apiOf } from '../../../support/node-api.ts';
import { valueOf } from '../../../support/value-of.ts';

async function exported(change: Change, more: { readonly follow?: boolean } = {}) {
  const { devnet } = startDevnet();
  valueOf(await devnet.node.chain(0)!.submit([transferOf(1), transferOf(2)]));
  devnet.mine(6);
  const { address } = await apiOf(devnet.node);
  const port = changedService(httpService(address), change);
  const sink = new MemorySink();
  const retries: { sentence: string; pauseMs: number }[] = [];
  const ending = new AbortController();
  const result = await exportBlocks({
    port,
    sink,
    timer: instantTimer,
    signal: ending.signal,
    chains: [0],
    from: undefined,
    follow: more.follow ?? false,
    progress: new ExportProgress(systemClock, () => undefined),
    onRetry: (sentence, pauseMs) => retries.push({ sentence, pauseMs }),
    onHint: () => undefined,
    onCaughtUp: () => ending.abort(),
  });
  return { result, sink, retries, devnet, address };
}

const isPayloads = ({ path }: { readonly path: string }) => path.includes('/payload/');
const isHeaders = ({ path }: { readonly path: string }) => path.includes('/header/branch');

type Payload = { transactions: [string, string][]; coinbase: string; minerData: string };
type Page = { items: string[] };

test.each<[string, (payload: Payload) => void, string]>([
  [
    'an output',
    ({ transactions }) => {
      const [first] = transactions;
      if (first !== undefined) first[1] = first[0];
    },
    'outputsHash',
  ],
  [
    'a transaction',
    ({ transactions }) => {
      const [first] = transactions;
      if (first !== undefined) first[0] = first[1];
    },
    'transactionsHash',
  ],
  [
    'the miner',
    (payload) => {
      payload.minerData = payload.coinbase;
    },
    'transactionsHash',
  ],
])('a payload with %s changed is refused', async (_, change, name) => {
  const { result, sink } = await exported((request, answer) =>
    isPayloads(request)
      ? withJson(answer, (list: Payload[]) => {
          for (const payload of list) change(payload);
          return list;
        })
      : undefined,
  );
  expect(result).toMatchObject({ ok: false, fault: { kind: 'wrong-answer' } });
  expect(result.ok ? '' : result.fault.sentence).toMatch(
    new RegExp(
      `the payload of block [\\w-]{43} of chain 0 at height \\d+ does not have the ${name} of its content$`,
    ),
  );
  expect(
    sink.changes
      .flatMap(({ blocks }) => blocks)
      .every(({ transactions }) => transactions.length === 0),
  ).toBe(true);
});

test.each<[string, (items: string[]) => string[], RegExp]>([
  [
    'a byte changed',
    (items) =>
      items.map((item) => {
        const bytes = fromBase64Url(item)!;
        bytes[10]! ^= 1;
        return toBase64Url(bytes);
      }),
    /has another hash than its bytes have/,
  ],
  ['another order', (items) => items.toReversed(), /has height \d+ instead of \d+/],
  ['the genesis block only', (items) => items.slice(-1), /has height 0 instead of \d+/],
])('headers with %s are refused', async (_, change, sentence) => {
  const { result, sink } = await exported((request, answer) =>
    isHeaders(request)
      ? withJson(answer, (page: Page) => ({ ...page, items: change(page.items) }))
      : undefined,
  );
  expect(result).toMatchObject({ ok: false, fault: { kind: 'wrong-answer' } });
  expect(result.ok ? '' : result.fault.sentence).toMatch(sentence);
  expect(sink.changes).toEqual([]);
});

test('pages and batches that end early are continued', async () => {
  const { result, sink, devnet } = await exported((request, answer) => {
    if (isHeaders(request))
      return withJson(answer, (page: Page) => ({ items: page.items.slice(0, 2) }));
    if (isPayloads(request)) return withJson(answer, (list: Payload[]) => list.slice(0, 2));
    return undefined;
  });
  valueOf(result);
  expect(sink.lines.get(0)!.length).toBe(devnet.engine.cut.heads.get(0)!.height + 1);
});

test('a node without batches is asked for single payloads', async () => {
  const { result, sink, devnet } = await exported((request) =>
    request.path.endsWith('/batch') ? withStatus(404) : undefined,
  );
  valueOf(result);
  expect(sink.lines.get(0)!.length).toBe(devnet.engine.cut.heads.get(0)!.height + 1);
});

test('answers that are too large lead to smaller requests', async () => {
  const { result } = await exported((request) =>
    request.path.endsWith('/batch') && request.body!.length > 300
      ? { kind: 'too-large' }
      : undefined,
  );
  valueOf(result);
});

test('a missing payload names the height, and what to do', async () => {
  const { result } = await exported((request, answer) => {
    if (request.path.endsWith('/batch')) return withJson(answer, () => []);
    return isPayloads(request) ? withStatus(404) : undefined;
  });
  expect(result).toMatchObject({ ok: false, fault: { kind: 'unavailable' } });
  expect(result.ok ? '' : result.fault.sentence).toMatch(
    /has no payload of chain 0 at height 0: .* with --from$/,
  );
});

test('an overloaded node is asked again, after the time that it names', async () => {
  let busy = 2;
  const { result, retries } = await exported((request) =>
    isHeaders(request) && busy-- > 0 ? withStatus(503, 45_000) : undefined,
  );
  valueOf(result);
  expect(retries.map(({ pauseMs }) => pauseMs)).toEqual([45_000, 45_000]);
  expect(retries[0]!.sentence).toMatch(/answers 503: busy$/);
});

test('a node that is busy at the first request is asked again', async () => {
  let busy = 2;
  const { result, retries } = await exported((request) =>
    request.path === '/info' && busy-- > 0 ? withStatus(503) : undefined,
  );
  valueOf(result);
  expect(retries).toHaveLength(2);
});

test('a long answer of an error is cut, wherever that is', async () => {
  const body = new TextEncoder().encode(`no:${'é'.repeat(exportLimits.quotedLength)}`);
  const { result, address } = await exported((request) =>
    request.path === '/info'
      ? { kind: 'answer', status: 400, body, retryAfterMs: undefined }
      : undefined,
  );
  expect(result).toMatchObject({
    ok: false,
    fault: { kind: 'unavailable', sentence: `${address}/info answers 400: no:` },
  });
});

test('a node that stays silent ends the export after some attempts, and never while following', async () => {
  const { result, retries } = await exported((request) =>
    isHeaders(request)
      ? { kind: 'silence', reason: 'the server closed the connection' }
      : undefined,
  );
  expect(result).toMatchObject({ ok: false, fault: { kind: 'unreachable' } });
  expect(retries).toHaveLength(exportLimits.attempts - 1);
  let silent = 20;
  const following = await exported(
    (request) =>
      isHeaders(request) && silent-- > 0 ? { kind: 'silence', reason: 'it is gone' } : undefined,
    { follow: true },
  );
  expect(following.result).toMatchObject({ ok: false, fault: { kind: 'ended' } });
  expect(following.retries).toHaveLength(20);
  expect(following.sink.lines.get(0)!.length).toBeGreaterThan(6);
});

test('a wrong address is reported at once', async () => {
  const { result, retries, address } = await exported(() => ({
    kind: 'silence',
    reason: 'the connection was refused',
  }));
  expect(retries).toEqual([]);
  expect(result).toEqual({
    ok: false,
    fault: {
      kind: 'unreachable',
      sentence: `cannot reach ${address}: the connection was refused. Check the address of --node, and whether the node runs (pact devnet runs one)`,
    },
  });
});

test.each([
  ['no JSON', 'hello', /\/info: the answer is not JSON/],
  ['no network', '{}', /\/info: the answer names no network/],
  ['a path as network', '{"nodeVersion":"../x"}', /\/info: the answer names no network/],
])('what has %s is no node', async (_, body, sentence) => {
  const { result } = await exported(({ path }, answer) =>
    path === '/info' && answer.kind === 'answer'
      ? { ...answer, body: new TextEncoder().encode(body) }
      : undefined,
  );
  expect(result.ok ? '' : result.fault.sentence).toMatch(sentence);
});
