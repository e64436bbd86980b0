// A node that follows headers: it stores what was validated, moves its cut without executing, and says why it does not answer
// what needs a state.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { cutOf } from '../../../../src/chain/choice/cut.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { makePayload, withoutOutputs } from '../../../../src/chain/model/payload.ts';
import type { Network } from '../../../../src/chain/rules/network.ts';
import { mainnet01 } from '../../../../src/chain/rules/networks/mainnet01.ts';
import { findParents, validateHeader } from '../../../../src/chain/rules/validate-header.ts';
import { FollowingNode } from '../../../../src/node/following/following-node.ts';
import type { Ledger } from '../../../../src/p2p/ledger.ts';
import { headerOf } from '../../../support/chain-headers.ts';
import { chainVectorTest, type HeaderVector } from '../../../support/chain-vectors.ts';
import { transaction } from '../../../support/devnets.ts';
import { somePayload } from '../../../support/fake-node.ts';
import { hashesOf, HeaderWeb, networkOn } from '../../../support/header-web.ts';
import { configured } from '../../../support/real-nodes.ts';
import { valueOf } from '../../../support/value-of.ts';

const folders: string[] = [];
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'following-'));
  folders.push(made);
  return made;
}

type Started = { readonly data?: string; readonly trusted?: readonly BlockHeader[] };

function start(network: Network, { data = folder(), trusted }: Started = {}) {
  return FollowingNode.start({
    configuration: configured({ data, follow: 'headers', 'p2p.enabled': 'true' }),
    network,
    ...(trusted && { trusted }),
    packageVersion: '1.2.3',
    clock: systemClock,
    timer: systemTimer,
    onTrouble: (sentence) => {
      throw new Error(sentence);
    },
  });
}

const network = networkOn({ from: 0, graph: knownGraphs.triangle });

function grown(steps: number) {
  const web = new HeaderWeb(network);
  let chosen = 0;
  const cut = web.grow(web.start, steps, (below) => chosen++ % below);
  const headers = [0, 1, 2].flatMap((chain) => [...web.tree(chain).inOrder({ height: 1 })]);
  return { web, cut, headers };
}

test('headers are stored and the cut moves without executing, also over a restart', async () => {
  const { web, cut, headers } = grown(1100);
  const data = folder();
  const running = valueOf(start(network, { data }));
  const { ledger, node } = running;
  expect([running.isContinued, ledger.follow]).toEqual([false, 'headers']);
  const moves: number[] = [];
  ledger.onCut(({ added }) => moves.push(added.length));
  const moved = valueOf(await ledger.move({ cut, blocks: [], headers }));
  expect(moves).toEqual([512, 512, 76]);
  expect(moved.added).toHaveLength(1100);
  expect(hashesOf(node.cut())).toEqual(hashesOf(cut));
  expect(ledger.headerAt(1, 50)).toEqual(
    [...web.tree(1).inOrder({ height: 50 })].find(({ height }) => height === 50),
  );
  expect(node.health()).toEqual({ kind: 'well' });
  await running.stop();
  expect(await ledger.move({ cut, blocks: [] })).toMatchObject({
    ok: false,
    fault: { kind: 'ill' },
  });
});

test('a folder continues, and is not taken for that of another kind of node', async () => {
  const { cut, headers } = grown(30);
  const data = folder();
  const first = valueOf(start(network, { data }));
  await first.ledger.move({ cut, blocks: [], headers });
  await first.stop();
  const second = valueOf(start(network, { data }));
  expect(second.isContinued).toBe(true);
  expect(hashesOf(second.node.cut())).toEqual(hashesOf(cut));
  await second.stop();
  const other = start({ ...network, name: 'other' }, { data });
  expect(!other.ok && other.fault).toMatch(/holds something else: the headers of /);
});

test('branches are left for a heavier side, and payloads that are given are checked', async () => {
  const { web, cut, headers } = grown(30);
  const running = valueOf(start(network));
  const { ledger } = running;
  await ledger.move({ cut, blocks: [], headers });
  const heavier = web.grow(web.start, 40, (below) => below - 1);
  const all = [0, 1, 2].flatMap((chain) => [...web.tree(chain).inOrder({ height: 1 })]);
  const moved = valueOf(await ledger.move({ cut: heavier, blocks: [], headers: all }));
  expect(moved.removed.length).toBeGreaterThan(0);
  expect(hashesOf(ledger.cut())).toEqual(hashesOf(heavier));
  const next = web.grow(heavier, 1, () => 0);
  const [header] = [...next.heads.values()].filter(
    (each) => !heavier.heads.get(each.chainId)?.hash.every((byte, i) => byte === each.hash[i]),
  );
  const payload = withoutOutputs(makePayload({ ...somePayload, transactions: [] }));
  expect(await ledger.move({ cut: next, blocks: [{ header: header!, payload }] })).toMatchObject({
    ok: false,
    fault: { kind: 'invalid-block', why: 'other-payload' },
  });
  expect(await ledger.move({ cut: next, blocks: [] })).toMatchObject({
    ok: false,
    fault: { kind: 'unknown-block' },
  });
  await running.stop();
});

test('from a checkpoint, nothing below it is needed or known', async () => {
  const { cut, headers, web } = grown(300);
  const trusted = headers.filter(({ height }) => height === 50);
  const above = headers.filter(({ height }) => height > 50);
  const data = folder();
  const running = valueOf(start(network, { data, trusted }));
  const { ledger } = running;
  expect(hashesOf(ledger.cut())).toEqual(
    hashesOf(cutOf(network, new Map(trusted.map((each) => [each.chainId, each])))),
  );
  await ledger.move({ cut, blocks: [], headers: above });
  expect([ledger.headerAt(0, 49), ledger.headerAt(0, 50)]).toEqual([undefined, trusted[0]]);
  // Another side that forks off below.
  expect(
    await ledger.move({ cut: web.grow(web.start, 310, (below) => below - 1), blocks: [] }),
  ).toMatchObject({ ok: false });
  await running.stop();
  const again = valueOf(start(network, { data }));
  expect(hashesOf(again.ledger.cut())).toEqual(hashesOf(cut));
  expect(again.ledger.headerAt(0, 49)).toBeUndefined();
  await again.stop();
});

test('what needs a state is refused with the reason', async () => {
  const running = valueOf(start(network));
  const chain = running.node.chain(0)!;
  const unserved = { kind: 'unserved', why: 'headers-only' };
  const command = transaction();
  expect(await chain.submit([command])).toEqual({ ok: false, fault: unserved });
  const question = { command, preflight: false, signatures: 'skip', rewindDepth: 0 } as const;
  expect(await chain.local(question)).toEqual(unserved);
  expect(await chain.spv({ requestKey: command.hash, targetChain: 1 })).toEqual({
    ok: false,
    fault: unserved,
  });
  expect((await chain.poll([command.hash])).size).toBe(0);
  const ledger: Ledger = running.ledger;
  expect(ledger.pool(0)).toBeUndefined();
  await running.stop();
});

chainVectorTest(
  'chainweb/mainnet-headers.json',
  'headers of a real network are followed from trusted blocks',
  async (text) => {
    const vectors = JSON.parse(text) as readonly HeaderVector[];
    for (const { header: own, parent, adjacents } of vectors) {
      const header = headerOf(own);
      const trusted = [headerOf(parent), ...adjacents.map(headerOf)];
      const running = valueOf(start(mainnet01, { trusted }));
      const { ledger } = running;
      const step = findParents(mainnet01, header, {
        networkOf: () => mainnet01,
        find: (chain, hash) => ledger.find(chain, hash),
      });
      expect(validateHeader(valueOf(step), ledger.now())).toEqual([]);
      const heads = new Map(trusted.map((each) => [each.chainId, each])).set(
        header.chainId,
        header,
      );
      valueOf(
        await ledger.move({ cut: { network: mainnet01, heads }, blocks: [], headers: [header] }),
      );
      expect(ledger.headerAt(header.chainId, header.height)).toEqual(header);
      await running.stop();
    }
  },
);
