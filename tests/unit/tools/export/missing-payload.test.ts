// Payloads that a node does not have: an export ends only if their blocks are deleted, not if they were on a fork or come late.
import { expect, test } from 'vitest';
import { httpService } from '../../../../src/apps/cli/export/http-service.ts';
import { systemClock } from '../../../../src/base/platform/system.ts';
import { cutOf } from '../../../../src/chain/choice/cut.ts';
import { exportBlocks, ExportProgress } from '../../../../src/tools/export/index.ts';
import { exportLimits } from '../../../../src/tools/export/limits.ts';
import { changedService, withJson, withStatus } from '../../../support/changed-service.ts';
import { startDevnet, type TestDevnet } from '../../../support/devnets.ts';
import { instantTimer } from '../../../support/instant-timer.ts';
import { MemorySink } from '../../../support/memory-sink.ts';
import { apiOf } from '../../../support/node-api.ts';
import { valueOf } from '../../../support/value-of.ts';

type Missing = {
  readonly blocks: number;
  readonly follow: boolean;
  /** Called for each request of a single payload; returns whether the node does not have it. */
  readonly isMissing: (net: TestDevnet, height: number) => boolean;
};

/** Exports chain 0 of a node that answers requests for several payloads with none. */
async function exported({ blocks, follow, isMissing }: Missing) {
  const net = startDevnet();
  net.devnet.mine(blocks);
  const { address } = await apiOf(net.devnet.node);
  const asked: number[] = [];
  const port = changedService(httpService(address), ({ path }, answer) => {
    if (path.endsWith('/batch')) return withJson(answer, () => []);
    const height = /\/payload\/.*height=(\d+)$/.exec(path)?.[1];
    if (height === undefined) return undefined;
    asked.push(Number(height));
    return isMissing(net, Number(height)) ? withStatus(404) : undefined;
  });
  const sink = new MemorySink();
  const ending = new AbortController();
  const result = await exportBlocks({
    port,
    sink,
    timer: instantTimer,
    signal: ending.signal,
    chains: [0],
    from: undefined,
    follow,
    progress: new ExportProgress(systemClock, () => undefined),
    onRetry: () => undefined,
    onHint: () => undefined,
    onCaughtUp: () => ending.abort(),
  });
  return { result, hashes: hashesOf(sink), asked, net };
}

const hashesOf = (sink: MemorySink) => (sink.lines.get(0) ?? []).map(({ block }) => block.hash);

/** Takes back two blocks of every chain, and makes three on another fork. */
function reorganize({ devnet }: TestDevnet): void {
  const { engine } = devnet;
  const heads = [...engine.chains.values()].map(
    ({ id, line }) => [id, line.at(engine.cut.heads.get(id)!.height - 2)!] as const,
  );
  valueOf(devnet.moveTo(cutOf(engine.cut.network, new Map(heads))));
  devnet.clock.setOffset(devnet.clock.offsetMs + 60_000, 0);
  devnet.mine(3);
}

/** Another export of the node as it is now. */
async function exportedNow({ devnet }: TestDevnet): Promise<readonly string[]> {
  const { address } = await apiOf(devnet.node);
  const sink = new MemorySink();
  valueOf(
    await exportBlocks({
      port: httpService(address),
      sink,
      timer: instantTimer,
      signal: new AbortController().signal,
      chains: [0],
      from: undefined,
      follow: false,
      progress: new ExportProgress(systemClock, () => undefined),
      onRetry: () => undefined,
      onHint: () => undefined,
      onCaughtUp: () => undefined,
    }),
  );
  return hashesOf(sink);
}

test.each([true, false])(
  'a payload of a fork that the node has left is not asked for again (follow: %s)',
  async (follow) => {
    let hasMoved = false;
    const { result, hashes, net } = await exported({
      blocks: 8,
      follow,
      isMissing: (node, height) => {
        if (hasMoved || height < node.devnet.engine.cut.heads.get(0)!.height) return false;
        hasMoved = true;
        reorganize(node);
        return true;
      },
    });
    expect(hasMoved).toBe(true);
    if (!follow) valueOf(result);
    else expect(result).toMatchObject({ ok: false, fault: { kind: 'ended' } });
    expect(hashes).toEqual(await exportedNow(net));
  },
);

test('the payload of a new block is asked for again: a replica may be behind', async () => {
  let missing = exportLimits.newBlockTries - 1;
  const { result, hashes, net } = await exported({
    blocks: 3,
    follow: false,
    isMissing: ({ devnet }, height) =>
      height === devnet.engine.cut.heads.get(0)!.height && missing-- > 0,
  });
  valueOf(result);
  expect(hashes).toEqual(await exportedNow(net));
});

test.each([true, false])('one that stays missing ends the export (follow: %s)', async (follow) => {
  const { result, asked } = await exported({
    blocks: 3,
    follow,
    isMissing: (_, height) => height === 2,
  });
  expect(result).toMatchObject({ ok: false, fault: { kind: 'unavailable' } });
  expect(asked.filter((height) => height === 2)).toHaveLength(exportLimits.newBlockTries);
});

test('an old one that is missing ends the export at once', async () => {
  const { result, asked } = await exported({
    blocks: exportLimits.newBlocks,
    follow: true,
    isMissing: () => true,
  });
  expect(result.ok ? '' : result.fault.sentence).toMatch(
    /has no payload of chain 0 at height 0: it probably deletes old ones\. .* with --from$/,
  );
  expect(asked).toEqual([0]);
});
