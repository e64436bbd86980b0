// Moves to another cut in turns: everything is as before until the last one, an invalid block changes nothing, blocks that are
// made meanwhile are not lost, and nothing is executed twice.
import { expect, test } from 'vitest';
import { braidFaults } from '../../../../src/chain/choice/cut.ts';
import { withNonce } from '../../../../src/chain/rules/next-header.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { makePayload, withoutOutputs } from '../../../../src/chain/model/payload.ts';
import type { CutMove } from '../../../../src/node/engine/cut-move.ts';
import type { Engine } from '../../../../src/node/engine/engine.ts';
import type { Bundle, LedgerChange, Move } from '../../../../src/p2p/ledger.ts';
import { minerOf } from '../../../../src/node/devnet/accounts.ts';
import { BlockInTurns } from '../../../../src/node/engine/mining/make-block.ts';
import {
  emptyBlock,
  makeBlock,
  startDevnet,
  transferOf,
  type TestDevnet,
} from '../../../support/devnets.ts';
import { contentOf, moveTo, withHead } from '../../../support/followed-devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

/** Mines rounds, each with a transfer on the first chain. */
async function grow({ devnet, time }: TestDevnet, rounds = 3): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await devnet.plainNode.chain(0)!.submit([transferOf(i + 1)]);
    await time.advance(1_000);
    devnet.mine(1);
  }
}

async function grown(chains = 3, rounds = 3): Promise<readonly [TestDevnet, TestDevnet]> {
  const nets = [startDevnet({ chains }), startDevnet({ chains })] as const;
  // Both make the same first round: transactions must not be newer than the block below them.
  for (const { devnet, time } of nets) {
    await time.advance(1_000);
    devnet.mine(1);
  }
  expect(contentOf(nets[0].devnet.engine)).toEqual(contentOf(nets[1].devnet.engine));
  await grow(nets[0], rounds);
  return nets;
}

const begin = (engine: Engine, move: Move): CutMove => valueOf(engine.beginMove(move));

/** Does one step at a time. Returns the number of steps. */
function run(
  move: CutMove,
  between: () => void = () => undefined,
): [number, ReturnType<CutMove['turn']>] {
  for (let steps = 1; ; steps++) {
    const moved = move.turn(-Infinity);
    if (moved !== undefined) return [steps, moved];
    between();
  }
}

/** The same block with a result that execution does not have. */
function falsified({ store }: Engine, header: BlockHeader) {
  const { transactions, ...real } = store.payload(header.chainId, header.payloadHash)!;
  const wrong = transactions.map(({ input }) => ({ input, output: new Uint8Array([123, 125]) }));
  const payload = makePayload({ ...real, transactions: wrong, coinbase: new Uint8Array([1]) });
  const changed = withNonce({ ...header, payloadHash: payload.payloadHash }, header.nonce);
  return { header: changed, payload: withoutOutputs(payload) };
}

test('the old cut is visible until the last turn; then everything is as on the node that made the blocks', async () => {
  const [{ devnet: maker }, { devnet }] = await grown();
  const { engine, plainNode } = devnet;
  const before = contentOf(engine);
  const told: LedgerChange[] = [];
  engine.listen((change) => told.push(change));
  const [{ header }] = moveTo(maker.engine, 1).blocks as readonly [Bundle];
  const [steps, moved] = run(begin(engine, moveTo(maker.engine, 1)), () => {
    expect(contentOf(engine)).toEqual(before);
    expect(engine.store.find(header.chainId, header.hash)).toBeUndefined();
    expect(told).toEqual([]);
  });
  expect(steps).toBeGreaterThan(9);
  expect(contentOf(engine)).toEqual(contentOf(maker.engine));
  expect(told).toEqual([valueOf(moved!)]);
  expect(told[0]).toMatchObject({ isOwn: false, removed: [] });
  expect(told[0]?.added.map(({ height, chainId }) => [height, chainId])).toEqual(
    [2, 3, 4].flatMap((height) => [0, 1, 2].map((chain) => [height, chain])),
  );
  for (const { chainId, payloadHash } of told[0]?.added ?? []) {
    const made = maker.engine.store.payload(chainId, payloadHash);
    expect(plainNode.chain(chainId)?.payload(payloadHash)).toEqual(made);
  }
});

test('an invalid block changes nothing, and what was executed is not executed again', async () => {
  const [{ devnet: maker }, { devnet }] = await grown(1);
  const { engine } = devnet;
  const before = contentOf(engine);
  const { blocks } = moveTo(maker.engine, 1);
  const [first, second, third] = blocks as [Bundle, Bundle, Bundle];
  const bad = falsified(maker.engine, third.header);
  const wrong = { cut: withHead(maker.engine.cut, bad.header), blocks: [first, second, bad] };
  const [steps, moved] = run(begin(engine, wrong));
  expect(moved).toMatchObject({ ok: false, fault: { kind: 'invalid-block', header: bad.header } });
  expect(contentOf(engine)).toEqual(before);
  expect(engine.executed.size).toBe(2);
  const [again, arrived] = run(begin(engine, moveTo(maker.engine, 1)));
  expect(arrived?.ok).toBe(true);
  expect(again).toBeLessThan(steps);
  expect(contentOf(engine)).toEqual(contentOf(maker.engine));
  expect(engine.executed.size).toBe(0);
});

test('a block of this node on another chain stays', async () => {
  const [{ devnet: maker }, { devnet }] = await grown(2, 0);
  const header = maker.mine(1, 0)[0]!;
  const { engine } = devnet;
  const own = valueOf(emptyBlock(engine, 1));
  const [, moved] = run(begin(engine, moveTo(maker.engine, 1)), () => {
    engine.extend(own, own.header);
  });
  expect(moved?.ok).toBe(true);
  expect([...engine.cut.heads.values()]).toEqual([header, own.header]);
  expect(braidFaults(engine.cut)).toEqual([]);
  expect(engine.chain(1).line.head).toEqual(own.header);
});

test('a block of this node on a chain of the move ends it; the next move takes it back', async () => {
  const [{ devnet: maker }, { devnet }] = await grown(2);
  const { engine } = devnet;
  const own = valueOf(emptyBlock(engine, 1));
  let isAdded = false;
  const [steps, moved] = run(begin(engine, moveTo(maker.engine, 1)), () => {
    if (engine.executed.size > 0 || isAdded) return;
    isAdded = engine.extend(own, own.header) === 'accepted';
  });
  expect(moved).toEqual({ ok: false, fault: { kind: 'overtaken' } });
  expect(engine.cut.heads.get(1)).toEqual(own.header);
  const [again, arrived] = run(begin(engine, moveTo(maker.engine, 1)));
  expect(arrived).toMatchObject({ ok: true, value: { removed: [own.header] } });
  expect(again).toBeGreaterThan(steps);
  expect(contentOf(engine)).toEqual(contentOf(maker.engine));
});

test('a block that is being made meanwhile is not disturbed, and can be put on another chain', async () => {
  const [{ devnet: maker }, { devnet }] = await grown(2, 0);
  const { engine, plainNode } = devnet;
  maker.mine(1, 0);
  await plainNode.chain(1)!.submit([transferOf(7, { chain: '1' })]);
  const making = { engine, miner: minerOf('22'.repeat(32)), maxTransactions: 9 };
  const made = valueOf(BlockInTurns.begin(making, 1));
  const move = begin(engine, moveTo(maker.engine, 1));
  expect([move.turn(-Infinity), made.turn(-Infinity)]).toEqual([undefined, undefined]);
  expect([move.turn(-Infinity), made.isCurrent]).toEqual([undefined, true]);
  const own = valueOf(made.turn(Infinity)!);
  expect(engine.extend(own, own.header)).toBe('accepted');
  expect(run(move)[1]?.ok).toBe(true);
  expect(engine.cut.heads.get(1)).toEqual(own.header);
  expect(own.built.payload.transactions).toHaveLength(1);
});

test('blocks of one chain are made and executed alternately', async () => {
  const [{ devnet: maker }, { devnet }] = await grown(1, 4);
  const { engine, plainNode } = devnet;
  await plainNode.chain(0)!.submit([1, 2, 3].map((amount) => transferOf(amount + 20)));
  const making = { engine, miner: minerOf('22'.repeat(32)), maxTransactions: 9 };
  const alone = valueOf(makeBlock(making, 0)).built;
  const made = valueOf(BlockInTurns.begin(making, 0));
  const [, moved] = run(begin(engine, moveTo(maker.engine, 1)), () => {
    if (made.isCurrent) made.turn(-Infinity);
  });
  expect(moved?.ok).toBe(true);
  expect(made.isCurrent).toBe(false);
  expect(alone.payload.transactions).toHaveLength(3);
  expect(contentOf(engine)).toEqual(contentOf(maker.engine));
});

test('a reorganisation takes back blocks of several chains, and their transactions wait again', async () => {
  const [{ devnet: maker }, net] = await grown(3, 4);
  const { engine, plainNode } = net.devnet;
  const own = [transferOf(11), transferOf(12, { chain: '1' })];
  await plainNode.chain(0)!.submit([own[0]!]);
  await plainNode.chain(1)!.submit([own[1]!]);
  await net.time.advance(500);
  net.devnet.mine(2);
  const [, moved] = run(begin(engine, moveTo(maker.engine, 1)));
  expect(moved).toMatchObject({ ok: true });
  const { removed } = valueOf(moved!);
  expect(removed.map(({ height, chainId }) => [height, chainId])).toEqual(
    [3, 2].flatMap((height) => [2, 1, 0].map((chain) => [height, chain])),
  );
  expect(contentOf(engine)).toEqual(contentOf(maker.engine));
  expect(engine.chain(0).mempool.has(own[0]!.hash)).toBe(true);
  expect(engine.chain(1).mempool.has(own[1]!.hash)).toBe(true);
  net.devnet.mine(1);
  expect((await plainNode.chain(1)!.poll([own[1]!.hash])).get(own[1]!.hash)?.kind).toBe('mined');
});

test('a cut below is reached without executing anything', async () => {
  const [net] = await grown(2);
  const { engine } = net.devnet;
  const { cut } = engine;
  net.devnet.mine(2);
  const [steps, moved] = run(begin(engine, { cut, blocks: [] }));
  expect(steps).toBe(1);
  expect(valueOf(moved!).removed).toHaveLength(4);
  expect(engine.cut).toBe(cut);
});

test('a block whose parent is unknown, or whose payload is missing, is named', async () => {
  const [{ devnet: maker }, { devnet }] = await grown(1);
  const { cut, blocks } = moveTo(maker.engine, 1);
  const [, second, third] = blocks.map(({ header }) => header);
  const without = (i: number) =>
    devnet.engine.beginMove({ cut, blocks: blocks.filter((_, at) => at !== i) });
  expect(without(1)).toEqual({ ok: false, fault: { kind: 'unknown-block', header: third } });
  expect(without(0)).toEqual({ ok: false, fault: { kind: 'unknown-block', header: second } });
});
