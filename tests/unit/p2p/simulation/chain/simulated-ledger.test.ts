import { expect, test } from 'vitest';
import { systemTimer } from '../../../../../src/base/platform/system.ts';
import { SeededRandom } from '../../../../../src/base/ports/random.ts';
import { SimulatedTime } from '../../../../../src/base/ports/simulated-time.ts';
import { braidFaults, cutWeight, type Cut } from '../../../../../src/chain/choice/cut.ts';
import { joinCuts, limitCut } from '../../../../../src/chain/choice/join.ts';
import { knownGraphs, type ChainId } from '../../../../../src/chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../../../../src/chain/model/header.ts';
import { findParents, validateHeader } from '../../../../../src/chain/rules/validate-header.ts';
import type { Bundle, LedgerChange } from '../../../../../src/p2p/ledger.ts';
import { mineOn } from '../../../../../src/p2p/simulation/chain/mine.ts';
import { SimulatedDisk } from '../../../../../src/p2p/simulation/chain/simulated-disk.ts';
import { SimulatedLedger } from '../../../../../src/p2p/simulation/chain/simulated-ledger.ts';
import { simulatedNetwork } from '../../../../../src/p2p/simulation/chain/simulated-network.ts';
import { simulatedTransaction } from '../../../../../src/p2p/simulation/chain/transactions.ts';

const startDateMs = 1_800_000_000_000;
const network = simulatedNetwork({ graph: knownGraphs.triangle, blockMs: 10_000, startDateMs });

/** Until no promise is left to go on. */
const settle = (): Promise<void> => new Promise((resolve) => systemTimer.soon(resolve));

class Nodes {
  readonly time = new SimulatedTime({ startDateMs, settle });
  readonly random = new SeededRandom(5);

  ledger(disk = new SimulatedDisk()): SimulatedLedger {
    const { time: clock, time: timer } = this;
    const costs = { blockMs: 2, transactionMs: 0.1 };
    return new SimulatedLedger({ network, disk, clock, timer, nonce: 7n, ...costs });
  }

  /** Mines so many blocks, a second apart. */
  async mine(ledger: SimulatedLedger, blocks: number): Promise<void> {
    for (let i = 0; i < blocks; i++) {
      await this.time.advance(1000);
      const { header, payload } = mineOn(ledger, { random: this.random, miner: 'm' });
      expect(ledger.extend(header, payload)).toBe(true);
    }
  }

  async move(
    to: SimulatedLedger,
    from: SimulatedLedger,
    cut = from.cut(),
  ): ReturnType<SimulatedLedger['move']> {
    const moved = to.move({ cut, blocks: bundles(from) });
    await this.time.advance(60_000);
    return moved;
  }
}

function headers(ledger: SimulatedLedger): readonly BlockHeader[] {
  return [0, 1, 2].flatMap((chain) => {
    const top = ledger.cut().heads.get(chain)?.height ?? 0;
    return Array.from({ length: top }, (_, at) => ledger.headerAt(chain, at + 1) as BlockHeader);
  });
}

const bundles = (ledger: SimulatedLedger): readonly Bundle[] =>
  headers(ledger).map((header) => ({ header, payload: ledger.payload(header)! }));

const hashes = (cut: Cut): readonly Hash[] => [...cut.heads.values()].map(({ hash }) => hash);

test('mined headers obey all rules', async () => {
  const nodes = new Nodes();
  const ledger = nodes.ledger();
  await nodes.mine(ledger, 60);
  const lookup = {
    networkOf: () => network,
    find: (chain: ChainId, hash: Hash) => ledger.find(chain, hash),
  };
  for (const header of headers(ledger)) {
    const step = findParents(network, header, lookup);
    expect(step.ok && validateHeader(step.value, ledger.now())).toEqual([]);
  }
  expect(headers(ledger).length).toBe(60);
});

test('two sides of a split join to one cut, and transactions of lost blocks are pending again', async () => {
  const nodes = new Nodes();
  const [one, other] = [nodes.ledger(), nodes.ledger()];
  await nodes.mine(one, 12);
  expect((await nodes.move(other, one)).ok).toBe(true);
  expect(hashes(other.cut())).toEqual(hashes(one.cut()));

  const createdSeconds = Number(one.now() / 1_000_000n);
  const sent = [0, 1, 2].map((chain) =>
    simulatedTransaction({ chain, number: chain, createdSeconds, lifeSeconds: 600 }),
  );
  for (const { chain, text } of sent) await one.poolOf(chain).insert([text]);
  await nodes.mine(one, 9);
  await nodes.mine(other, 15);
  expect(sent.every(({ chain, key }) => one.isIncluded(chain, key))).toBe(true);
  const trees = (chain: ChainId) => ({
    get: (hash: Hash) => one.find(chain, hash) ?? other.find(chain, hash),
  });
  const joined = joinCuts(trees, one.cut(), other.cut())!;
  const changes: LedgerChange[] = [];
  one.onCut((change) => changes.push(change));
  const moved = await nodes.move(one, other, joined);
  expect(moved.ok && moved.value.removed.length).toBe(9);
  expect(changes.length).toBe(1);
  expect(hashes(one.cut())).toEqual(hashes(joined));
  expect(sent.every(({ chain, key }) => one.poolOf(chain).has(key))).toBe(true);
  await nodes.mine(one, 6);
  expect(sent.every(({ chain, key }) => one.isIncluded(chain, key))).toBe(true);
  expect(sent.some(({ chain, key }) => one.poolOf(chain).has(key))).toBe(false);
});

test('an invalid block changes nothing, and unknown ones are named', async () => {
  const nodes = new Nodes();
  const [one, other] = [nodes.ledger(), nodes.ledger()];
  await nodes.mine(one, 6);
  const good = bundles(one);
  const wrong = good.map((each, at) =>
    at === 3
      ? { ...each, payload: { ...each.payload, outputsHash: each.payload.transactionsHash } }
      : each,
  );
  const refused = other.move({ cut: one.cut(), blocks: wrong });
  await nodes.time.advance(1000);
  expect(await refused).toMatchObject({
    fault: { kind: 'invalid-block', why: 'its outputs differ' },
  });
  const missing = other.move({ cut: one.cut(), blocks: good.slice(1) });
  await nodes.time.advance(1000);
  expect(await missing).toMatchObject({ fault: { kind: 'unknown-block' } });
  expect(cutWeight(other.cut())).toBe(0n);
});

test('a move ends when a block of the node comes in between, or when it is aborted', async () => {
  const nodes = new Nodes();
  const [one, other] = [nodes.ledger(), nodes.ledger()];
  await nodes.mine(one, 12);
  const overtaken = other.move({ cut: one.cut(), blocks: bundles(one) });
  await nodes.time.advance(5);
  const { header, payload } = mineOn(other, { random: nodes.random, miner: 'm' });
  expect(other.extend(header, payload)).toBe(true);
  await nodes.time.advance(50);
  expect(await overtaken).toMatchObject({ fault: { kind: 'overtaken' } });
  const controller = new AbortController();
  const aborted = other.move({ cut: one.cut(), blocks: bundles(one) }, controller.signal);
  await nodes.time.advance(5);
  controller.abort();
  await nodes.time.advance(50);
  expect(await aborted).toMatchObject({ fault: { kind: 'aborted' } });
  expect(nodes.time.waiting).toBe(0);
});

test('a long move ends at cuts on the way, each consistent and heavier', async () => {
  const nodes = new Nodes();
  const [one, other] = [nodes.ledger(), nodes.ledger()];
  await nodes.mine(one, 300);
  await nodes.mine(other, 100);
  const cuts: Cut[] = [other.cut()];
  other.onCut(({ cut }) => cuts.push(cut));
  const moved = await nodes.move(other, one);
  expect(moved.ok && moved.value.added.length).toBe(300);
  expect(cuts.length).toBeGreaterThan(3);
  for (const [at, cut] of cuts.entries()) {
    expect(braidFaults(cut)).toEqual([]);
    if (at > 0) expect(cutWeight(cut) > cutWeight(cuts[at - 1]!)).toBe(true);
  }
});

test('a node goes on where its disk ended, without what was lost', async () => {
  const nodes = new Nodes();
  const disk = new SimulatedDisk();
  const ledger = nodes.ledger(disk);
  await nodes.mine(ledger, 20);
  expect(hashes(nodes.ledger(disk).cut())).toEqual(hashes(ledger.cut()));
  disk.loseAfter(nodes.time.nowMs() - 4500);
  const again = nodes.ledger(disk);
  expect(headers(again).length).toBe(15);
  await nodes.mine(again, 5);
});

test('a fork that is too deep is refused', async () => {
  const nodes = new Nodes();
  const [one, other] = [nodes.ledger(), nodes.ledger()];
  await nodes.mine(one, 481 * 3 + 4);
  await nodes.mine(other, 482 * 3 + 40);
  expect(await nodes.move(one, other)).toMatchObject({ fault: { kind: 'not-kept' } });
  const trees = (chain: ChainId) => ({ get: (hash: Hash) => one.find(chain, hash) });
  const shallow = limitCut(trees, one.cut(), 470)!;
  expect((await nodes.move(one, one, shallow)).ok).toBe(true);
});
