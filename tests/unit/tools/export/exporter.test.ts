// Exports of a real node over HTTP: what is stored equals the chains, whatever happened on the way.
import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { httpService } from '../../../../src/apps/cli/export/http-service.ts';
import { cutOf, type Cut } from '../../../../src/chain/choice/cut.ts';
import {
  exportBlocks,
  ExportProgress,
  rowsOfBlock,
  type ExportOptions,
  type ServicePort,
} from '../../../../src/tools/export/index.ts';
import { changedService, withJson } from '../../../support/changed-service.ts';
import { startDevnet, transferOf, type TestDevnet } from '../../../support/devnets.ts';
import { MemorySink } from '../../../support/memory-sink.ts';
import { apiOf } from '../../../support/node-api.ts';
import { valueOf } from '../../../support/value-of.ts';

type Changed = Partial<Omit<ExportOptions, 'port'>> & { readonly port?: ServicePort };

async function started(changed: Parameters<typeof startDevnet>[0] = {}) {
  const net = startDevnet(changed);
  const { address } = await apiOf(net.devnet.node);
  return { net, port: httpService(address) };
}

function optionsFor(port: ServicePort, sink: MemorySink, changed: Changed = {}): ExportOptions {
  return {
    port,
    sink,
    timer: systemTimer,
    signal: new AbortController().signal,
    chains: undefined,
    from: undefined,
    follow: false,
    progress: new ExportProgress(systemClock, () => undefined),
    onRetry: () => undefined,
    onHint: () => undefined,
    onCaughtUp: () => undefined,
    ...changed,
  };
}

/** The stored lines are those of the node, row for row. */
function expectEqual(sink: MemorySink, { devnet }: TestDevnet, from = 0): void {
  const { cut, chains, store } = devnet.engine;
  for (const [id, head] of cut.heads) {
    const stored = sink.lines.get(id) ?? [];
    expect(stored.length).toBe(head.height + 1 - from);
    for (const rows of stored) {
      const header = chains.get(id)!.line.at(rows.block.height)!;
      const payload = store.payload(id, header.payloadHash)!;
      expect(rows).toEqual(valueOf(rowsOfBlock(header, payload)));
    }
  }
}

async function send({ devnet }: TestDevnet, count: number, chain = 0): Promise<void> {
  const commands = Array.from({ length: count }, (_, i) =>
    transferOf(1 + i, { chain: String(chain) }),
  );
  valueOf(await devnet.node.chain(chain)!.submit(commands));
}

/** Moves the node to other blocks from this height of every chain on. */
function reorganize({ devnet }: TestDevnet, height: number, rounds: number): void {
  const { engine } = devnet;
  const heads = [...engine.chains.values()].map(({ id, line }) => [id, line.at(height)!] as const);
  const earlier: Cut = cutOf(engine.cut.network, new Map(heads));
  valueOf(devnet.moveTo(earlier));
  devnet.clock.setOffset(devnet.clock.offsetMs + 60_000, 0);
  devnet.mine(rounds);
}

test('stores every block of every chain once, with all rows', async () => {
  const { net, port } = await started();
  net.devnet.mine(5);
  await send(net, 3);
  net.devnet.mine(4);
  const sink = new MemorySink();
  const progress = new ExportProgress(systemClock, () => undefined);
  valueOf(await exportBlocks(optionsFor(port, sink, { progress })));
  expect(sink.isClosed).toBe(true);
  expect(sink.network).toBe('development');
  expectEqual(sink, net);
  const all = [...sink.lines.values()].flat();
  expect(progress.blocks).toBe(all.length);
  expect(progress.transactions).toBe(all.flatMap(({ transactions }) => transactions).length);
  expect(progress.left).toBe(0);
});

test('continues where an earlier export ended', async () => {
  const { net, port } = await started();
  net.devnet.mine(3);
  const first = new MemorySink();
  valueOf(await exportBlocks(optionsFor(port, first)));
  net.devnet.mine(3);
  const sink = first.copy();
  const progress = new ExportProgress(systemClock, () => undefined);
  valueOf(await exportBlocks(optionsFor(port, sink, { progress })));
  expectEqual(sink, net);
  expect(progress.blocks).toBe(6);
});

test('begins at a height, and adds older blocks when they are asked for', async () => {
  const { net, port } = await started();
  net.devnet.mine(40);
  const first = new MemorySink();
  valueOf(await exportBlocks(optionsFor(port, first, { from: 30 })));
  expectEqual(first, net, 30);
  const sink = first.copy();
  // Without a height it goes on above what is stored.
  valueOf(await exportBlocks(optionsFor(port, sink)));
  expectEqual(sink, net, 30);
  const more = sink.copy();
  valueOf(await exportBlocks(optionsFor(port, more, { from: 2 })));
  expectEqual(more, net, 2);
  expect(more.changes.length).toBeGreaterThan(2);
});

describe('after a reorganisation', () => {
  test.each([
    ['of one block', 11, 2],
    ['of many blocks', 2, 14],
    ['down to the first block', 0, 13],
    ['to a lower height', 4, 2],
  ])('%s, the stored line is the new one', async (_, height, rounds) => {
    const { net, port } = await started();
    net.devnet.mine(12);
    const first = new MemorySink();
    valueOf(await exportBlocks(optionsFor(port, first)));
    reorganize(net, height, rounds);
    const sink = first.copy();
    const progress = new ExportProgress(systemClock, () => undefined);
    valueOf(await exportBlocks(optionsFor(port, sink, { progress })));
    expectEqual(sink, net);
    expect(progress.removed).toBeGreaterThan(0);
  });
});

test('a node that is behind what is stored changes nothing', async () => {
  const { net, port } = await started();
  net.devnet.mine(8);
  const before = net.devnet.engine.cut;
  const first = new MemorySink();
  valueOf(await exportBlocks(optionsFor(port, first)));
  const heads = [...net.devnet.engine.chains.values()].map(
    ({ id, line }) => [id, line.at(3)!] as const,
  );
  valueOf(net.devnet.moveTo(cutOf(before.network, new Map(heads))));
  const sink = first.copy();
  valueOf(await exportBlocks(optionsFor(port, sink)));
  expect(sink.changes).toEqual([]);
  expect(sink.lines.get(0)!.length).toBe(before.heads.get(0)!.height + 1);
});

test('follows the node through reorganisations until it is told to end', async () => {
  const { net, port } = await started();
  const ending = new AbortController();
  const sink = new MemorySink();
  let round = 0;
  const onCaughtUp = (): void => {
    expectEqual(sink, net);
    round++;
    if (round === 1) net.devnet.mine(2);
    else if (round === 2) reorganize(net, 1, 4);
    else if (round === 3) net.devnet.mine(1);
    else ending.abort();
  };
  const ended = await exportBlocks(
    optionsFor(port, sink, { follow: true, signal: ending.signal, onCaughtUp }),
  );
  expect(ended).toEqual({
    ok: false,
    fault: expect.objectContaining({ kind: 'ended' }) as unknown,
  });
  expect(round).toBe(4);
  expectEqual(sink, net);
  expect(sink.isClosed).toBe(true);
});

test('chains that begin while it follows are exported, too', async () => {
  const { net, port } = await started();
  net.devnet.mine(3);
  const ending = new AbortController();
  const sink = new MemorySink();
  let rounds = 0;
  const young = changedService(port, ({ path }, answer) =>
    path.endsWith('/cut') && rounds === 0
      ? withJson(answer, (cut: { readonly hashes: Record<string, unknown> }) => ({
          ...cut,
          hashes: { 0: cut.hashes['0'] },
        }))
      : undefined,
  );
  const onCaughtUp = (): void => {
    rounds++;
    if (rounds === 1) {
      expect([...sink.lines.keys()]).toEqual([0]);
      net.devnet.mine(1);
    } else ending.abort();
  };
  await exportBlocks(optionsFor(young, sink, { follow: true, signal: ending.signal, onCaughtUp }));
  expectEqual(sink, net);
});

test('exports the chains that were chosen', async () => {
  const { net, port } = await started();
  net.devnet.mine(2);
  const sink = new MemorySink();
  valueOf(await exportBlocks(optionsFor(port, sink, { chains: [1] })));
  expect([...sink.lines.keys()]).toEqual([1]);
  const wrong = await exportBlocks(optionsFor(port, new MemorySink(), { chains: [0, 5] }));
  expect(wrong).toEqual({
    ok: false,
    fault: {
      kind: 'unavailable',
      sentence: `the network development has no chain 5 at ${port.address}: it has 0, 1`,
    },
  });
});

test('refuses to mix in another network of the same name', async () => {
  const one = await started({ chains: 2 });
  one.net.devnet.mine(2);
  const first = new MemorySink();
  valueOf(await exportBlocks(optionsFor(one.port, first)));
  const other = await started({
    chains: 2,
    miner: { account: 'x', predicate: 'keys-all', publicKeys: [] },
    blockTimeMs: undefined,
  });
  other.net.devnet.mine(2);
  const sink = first.copy();
  for (const line of sink.lines.values()) {
    const { block, ...rest } = line[0]!;
    line[0] = { ...rest, block: { ...block, hash: toBase64Url(new Uint8Array(32)) } };
    line.length = 1;
  }
  const refused = await exportBlocks(optionsFor(other.port, sink));
  expect(refused).toMatchObject({ ok: false, fault: { kind: 'other-network' } });
  expect(sink.changes).toEqual([]);
});

test('says when --from asks for nothing', async () => {
  const { net, port } = await started();
  net.devnet.mine(2);
  const top = Math.max(...[...net.devnet.engine.cut.heads.values()].map(({ height }) => height));
  const hints: string[] = [];
  const onHint = (sentence: string): void => void hints.push(sentence);
  const empty = new MemorySink();
  valueOf(await exportBlocks(optionsFor(port, empty, { from: 1000, onHint })));
  expect(empty.changes).toEqual([]);
  const full = new MemorySink();
  valueOf(await exportBlocks(optionsFor(port, full, { from: 1, onHint, chains: [0] })));
  const again = full.copy();
  valueOf(await exportBlocks(optionsFor(port, again, { from: 2, onHint, chains: [0] })));
  expect(hints).toEqual([
    `there are no blocks at --from 1000 yet: the newest one is at height ${top}. Give a lower height, or wait with --follow`,
    `--from 2 changes nothing: chain 0 is already stored from height 1 to ${full.lines.get(0)!.length}, and goes on from there`,
  ]);
});
