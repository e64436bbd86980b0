// The engine: its blocks follow every rule, replaying them gives the same states, and a refused cut with an invalid block
// leaves no trace.
import { expect, test } from 'vitest';
import { toHex } from '../../../../src/base/bytes.ts';
import { executionHost, prepareBlocks, replayBlocks } from '../../../../src/chain/blocks/index.ts';
import { braidFaults, cutOf, minableChains } from '../../../../src/chain/choice/cut.ts';
import { withNonce } from '../../../../src/chain/rules/next-header.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { findParents, validateHeader } from '../../../../src/chain/rules/validate-header.ts';
import { ChainState } from '../../../../src/chain/state/chain-state.ts';
import { lineInfo } from '../../../../src/lang/session/store.ts';
import type { Engine } from '../../../../src/node/engine/engine.ts';
import { MemoryEntries } from '../../../../src/storage/entries/index.ts';
import { emptyBlock, startDevnet, transferOf, type TestDevnet } from '../../../support/devnets.ts';

/** Makes some blocks on every chain, with transactions. */
async function grown(chains = 3): Promise<TestDevnet> {
  const net = startDevnet({ chains });
  const chain = net.devnet.node.chain(0)!;
  for (let i = 0; i < 3; i++) {
    await chain.submit([transferOf(i + 1)]);
    await net.time.advance(1_000);
    net.devnet.mine(1);
  }
  return net;
}

const blocksOf = ({ chains }: Engine, id: number): readonly BlockHeader[] => {
  const { line } = chains.get(id)!;
  return Array.from({ length: line.head.height + 1 }, (_, height) => line.at(height)!);
};

const statesOf = ({ chains }: Engine): readonly string[] =>
  [...chains.values()].map(({ state }) => toHex(state.computeStateHash()));

test('headers of blocks follow all rules, and the cut is consistent', async () => {
  const { devnet } = await grown();
  const { engine } = devnet;
  const { network, store } = engine;
  for (const id of engine.chains.keys()) {
    for (const header of blocksOf(engine, id)) {
      const step = findParents(network, header, {
        networkOf: () => network,
        find: (chain, hash) => store.find(chain, hash),
      });
      if (!step.ok) throw new Error(step.fault);
      expect(validateHeader(step.value, engine.now())).toEqual([]);
    }
  }
  expect(braidFaults(engine.cut)).toEqual([]);
});

test('a replay of the blocks gives the same states', async () => {
  const { engine } = (await grown()).devnet;
  const { network, store } = engine;
  for (const [id, { state }] of engine.chains) {
    const host = executionHost({ network, headers: store, depthLimit: 1_000 });
    const parentOf = ({ chainId, parent }: BlockHeader) => store.find(chainId, parent);
    const blocks = blocksOf(engine, id).map((header) => ({
      header,
      payload: store.payload(id, header.payloadHash)!,
    }));
    const again = new ChainState({ entries: new MemoryEntries(), depth: 100, info: lineInfo });
    const done = replayBlocks(again, blocks, {
      prepare: prepareBlocks({ network, host, parentOf }),
    });
    expect(done).toEqual({ ok: true, value: blocks.length });
    expect(toHex(again.computeStateHash())).toBe(toHex(state.computeStateHash()));
  }
});

test('a cut with an invalid block is refused, and everything stays unchanged', async () => {
  const { engine, node } = (await grown(1)).devnet;
  const before = { cut: engine.cut, states: statesOf(engine) };
  const head = engine.chain(0).line.head;
  const parent = engine.chain(0).line.at(head.height - 1)!;
  const { transactions: _, ...real } = engine.store.payload(0, head.payloadHash)!;
  const false_ = makePayload({ ...real, transactions: [], coinbase: new Uint8Array([123, 125]) });
  const header = withNonce(
    { ...head, parent: parent.hash, payloadHash: false_.payloadHash },
    head.nonce + 1n,
  );
  engine.add({ header, payload: false_ });
  const reported: unknown[] = [];
  node.onCut((change) => reported.push(change));
  const moved = engine.moveTo(cutOf(engine.network, new Map([[0, header]])));
  expect(moved).toMatchObject({
    ok: false,
    fault: { kind: 'invalid-block', why: 'payload-mismatch' },
  });
  expect([engine.cut, statesOf(engine), reported]).toEqual([before.cut, before.states, []]);
  expect(engine.chain(0).line.head).toBe(head);
});

test('a block on an old parent is stale', async () => {
  const { engine, miner } = (await grown(2)).devnet;
  const [chain = 0] = minableChains(engine.cut);
  const first = emptyBlock(engine, chain);
  miner.round();
  expect(first.ok && engine.extend(first.value, first.value.header)).toBe('stale');
});

test('a chain that is ahead of its neighbour waits for it', async () => {
  const { engine, miner } = (await grown(2)).devnet;
  miner.mine(0);
  expect(emptyBlock(engine, 0)).toEqual({ ok: false, fault: { kind: 'waits' } });
  expect(miner.mine(0)?.height).toBe(engine.cut.heads.get(1)!.height + 1);
});
