// The ledger of an engine: long moves end at consistent cuts on the way, moves wait for each other, and can be given up.
import { expect, test } from 'vitest';
import { braidFaults, cutWeight } from '../../../../src/chain/choice/cut.ts';
import { moveLimits } from '../../../../src/node/limits.ts';
import type { LedgerChange } from '../../../../src/p2p/ledger.ts';
import { transferOf } from '../../../support/devnets.ts';
import {
  contentOf,
  moveTo,
  startFollowed,
  type Followed,
} from '../../../support/followed-devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

/** The maker has this number of rounds. */
async function startBehind(rounds: number, chains = 3): Promise<Followed> {
  const followed = startFollowed(chains);
  await followed.maker.time.advance(1_000);
  followed.maker.devnet.mine(rounds);
  return followed;
}

function changesOf({ ledger }: Followed): LedgerChange[] {
  const changes: LedgerChange[] = [];
  ledger.onCut((change) => changes.push(change));
  return changes;
}

test('a long move ends at consistent cuts on the way', async () => {
  const followed = await startBehind(45);
  const { maker, follower, ledger } = followed;
  const changes = changesOf(followed);
  const { engine } = maker.devnet;
  const moved = valueOf(await ledger.move(moveTo(engine)));
  expect(contentOf(follower.devnet.engine)).toEqual(contentOf(engine));
  expect(ledger.cut()).toBe(engine.cut);
  expect(changes.map(({ added }) => added.length)).toEqual([
    moveLimits.blocksAtOnce,
    moveLimits.blocksAtOnce,
    135 - 2 * moveLimits.blocksAtOnce,
  ]);
  for (const { cut } of changes) expect(braidFaults(cut)).toEqual([]);
  expect(moved.added).toEqual(changes.flatMap(({ added }) => added));
  expect(moved.cut).toBe(engine.cut);
});

test('blocks are taken back only for a heavier cut', async () => {
  const followed = await startBehind(30);
  const { maker, follower, ledger } = followed;
  await follower.time.advance(2_000);
  follower.devnet.mine(20);
  const changes = changesOf(followed);
  const before = cutWeight(ledger.cut());
  await ledger.move(moveTo(maker.devnet.engine));
  expect(changes.length).toBeGreaterThan(1);
  expect(changes[0]?.removed).toHaveLength(60);
  for (const { cut } of changes) expect(cutWeight(cut)).toBeGreaterThan(before);
  expect(contentOf(follower.devnet.engine)).toEqual(contentOf(maker.devnet.engine));
});

test('moves wait for each other', async () => {
  const { maker, ledger } = await startBehind(10);
  const { engine } = maker.devnet;
  const first = moveTo(engine);
  maker.devnet.mine(1);
  const second = moveTo(engine);
  const [one, other, third] = await Promise.all(
    [first, second, second].map((each) => ledger.move(each)),
  );
  expect([one, other, third].map((each) => valueOf(each!).added.length)).toEqual([30, 3, 0]);
});

test('a move that is given up changes nothing more', async () => {
  const { maker, follower, ledger } = await startBehind(10);
  const before = contentOf(follower.devnet.engine);
  const stop = new AbortController();
  const moved = ledger.move(moveTo(maker.devnet.engine), stop.signal);
  stop.abort();
  expect(await moved).toEqual({ ok: false, fault: { kind: 'aborted' } });
  expect(contentOf(follower.devnet.engine)).toEqual(before);
  expect((await ledger.move(moveTo(maker.devnet.engine))).ok).toBe(true);
});

test('a node that shuts down ends its moves', async () => {
  const { maker, ledger } = await startBehind(10);
  const moved = ledger.move(moveTo(maker.devnet.engine));
  ledger.close();
  expect(await moved).toMatchObject({ ok: false, fault: { kind: 'ill' } });
});

test('headers and payloads are those of the blocks; own blocks are told as own', async () => {
  const followed = await startBehind(1);
  const { maker, ledger, follower } = followed;
  const move = moveTo(maker.devnet.engine);
  await ledger.move(move);
  const changes = changesOf(followed);
  for (const { header, payload } of move.blocks) {
    expect(ledger.find(header.chainId, header.hash)).toEqual(header);
    expect(ledger.headerAt(header.chainId, 1)).toEqual(header);
    expect(ledger.payload(header)).toEqual(payload);
  }
  await follower.devnet.plainNode.chain(0)!.submit([transferOf(1)]);
  follower.devnet.mine(1, 0);
  expect(changes).toMatchObject([{ isOwn: true, removed: [] }]);
});
