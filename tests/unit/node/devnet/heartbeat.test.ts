// Blocks that are made while clients look at the chains of a devnet on demand.
import { expect, test } from 'vitest';
import { ownClient } from '../../../../src/base/client.ts';
import type { Clock } from '../../../../src/base/ports/time.ts';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { DevnetControl } from '../../../../src/node/devnet/control.ts';
import { Heartbeat } from '../../../../src/node/devnet/heartbeat.ts';
import { minerOf } from '../../../../src/node/devnet/accounts.ts';
import { startDateMs, startDevnet, transaction, transferOf } from '../../../support/devnets.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function beating() {
  const time = new SimulatedTime({ settle });
  const rounds: number[] = [];
  const heartbeat = new Heartbeat({
    clock: time,
    timer: time,
    chains: [0, 1],
    beat: (chain) => {
      if (chain === 0) rounds.push(time.nowMs() / 1000);
    },
  });
  /** A client that asks every so many seconds, for a while. */
  const ask = async (everySeconds: number, seconds: number) => {
    for (let at = 0; at < seconds; at += everySeconds) {
      heartbeat.asked();
      await time.advance(everySeconds * 1000);
    }
  };
  return { time, heartbeat, rounds, ask };
}

test('a client that keeps asking sees rounds after a second, then ever less often', async () => {
  const { ask, rounds } = beating();
  await ask(0.5, 130);
  expect(rounds).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
});

test('a single question causes a single round', async () => {
  const { heartbeat, time, rounds } = beating();
  heartbeat.asked();
  heartbeat.asked();
  await time.advance(3_600_000);
  expect(rounds).toEqual([0]);
  expect(time.waiting).toBe(0);
  heartbeat.asked();
  await time.advance(1000);
  expect(rounds).toEqual([0, 3600]);
});

test('a transaction, or a quiet time, makes the rounds quick again', async () => {
  const { heartbeat, ask, rounds, time } = beating();
  await ask(1, 40);
  const before = rounds.length;
  heartbeat.hurry();
  await ask(1, 4);
  expect(rounds.length).toBeGreaterThan(before + 1);
  await time.advance(31_000);
  const quiet = rounds.length;
  await ask(1, 4);
  expect(rounds.length).toBe(quiet + 2);
});

test('an open stream sees rounds without asking, until it ends', async () => {
  const { heartbeat, time, rounds } = beating();
  const end = heartbeat.watched();
  await time.advance(100_000);
  expect(rounds.slice(0, 4)).toEqual([0, 1, 3, 7]);
  expect(rounds.length).toBe(8);
  end();
  end();
  await time.advance(100_000);
  expect(rounds.length).toBe(8);
  expect(time.waiting).toBe(0);
});

test('miners make the blocks themselves', async () => {
  const { heartbeat, ask, rounds } = beating();
  heartbeat.mining();
  await ask(1, 59);
  expect(rounds).toEqual([]);
  await ask(1, 2);
  expect(rounds).toHaveLength(1);
  heartbeat.stop();
  await ask(1, 60);
  expect(rounds).toHaveLength(1);
});

/** Asks by `local` for the time that contracts see, in milliseconds. */
async function blockTimeOf({ devnet }: Pick<ReturnType<typeof startDevnet>, 'devnet'>) {
  const reply = await devnet.node.chain(0)!.local({
    command: transaction({ code: '(at "block-time" (chain-data))' }),
    preflight: false,
    signatures: 'skip',
    rewindDepth: 0,
  });
  if (reply.kind !== 'result') throw new Error(reply.kind);
  const [, micros] = /"blockTime":(\d+)/.exec(String(reply.json)) ?? [];
  return Math.floor(Number(micros) / 1000);
}

test('a client that asks contracts for the time sees it pass, without transactions', async () => {
  const net = startDevnet();
  const first = await blockTimeOf(net);
  for (let seconds = 2; seconds < 20; seconds += 2) {
    await net.time.advance(2000);
    expect((await blockTimeOf(net)) - first).toBe(seconds * 1000);
  }
  await net.devnet.stop();
});

test('a client that reads the cut sees blocks with the time of now', async () => {
  const { devnet, time } = startDevnet();
  const newest = () => Number([...devnet.node.cut().heads.values()][0]!.creationTime / 1000n);
  newest();
  await time.advance(10);
  expect(newest()).toBe(startDateMs);
  for (let i = 0; i < 10; i++) {
    newest();
    await time.advance(1000);
  }
  expect(newest()).toBeGreaterThan(startDateMs + 5000);
  const before = devnet.plainNode.cut();
  await time.advance(600_000);
  expect(devnet.plainNode.cut()).toBe(before);
  await devnet.stop();
});

test('a stream of blocks gets some, and other watchers cause none', async () => {
  const { devnet, time } = startDevnet();
  const seen: number[] = [];
  devnet.plainNode.onCut(() => undefined);
  await time.advance(60_000);
  const end = devnet.node.onCut(({ added }) => seen.push(added.length));
  expect(seen).toEqual([]);
  await time.advance(10_000);
  end();
  expect(seen.length).toBeGreaterThanOrEqual(6);
  const { length } = seen;
  await time.advance(60_000);
  expect(seen).toHaveLength(length);
  await devnet.stop();
});

test('work of a miner is not spoiled by looking at the cut', async () => {
  const { devnet, time } = startDevnet();
  const asked = devnet.node.mining!.work({ miner: minerOf('11'.repeat(32)), client: ownClient });
  await time.advance(0);
  expect((await asked).ok).toBe(true);
  const { cut } = devnet.engine;
  for (let i = 0; i < 10; i++) {
    devnet.node.cut();
    await time.advance(1000);
  }
  expect(devnet.engine.cut).toBe(cut);
  await devnet.stop();
});

/** A clock of the system that can be set. */
function settable(time: SimulatedTime) {
  const set = { aheadMs: 0 };
  const clock: Clock = {
    nowMs: () => time.nowMs(),
    dateMs: () => time.dateMs() + set.aheadMs,
  };
  return { set, clock };
}

test('when the clock of the machine goes back, time goes on from the newest block', async () => {
  const time = new SimulatedTime({ startDateMs });
  const { set, clock } = settable(time);
  const net = startDevnet({ clock, timer: time });
  const control = new DevnetControl(net.devnet, [], time);
  await control.mine(1, undefined);
  control.snapshot();
  const yearMs = 365 * 86_400_000;
  set.aheadMs = yearMs;
  await time.advance(5000);
  expect(net.troubles[0]).toContain('the clock of this machine went forward by 365 days');
  const first = await blockTimeOf(net);
  expect(first).toBe(startDateMs + yearMs + 5000);
  set.aheadMs = 0;
  await time.advance(5000);
  expect(net.troubles[1]).toContain('went back by 365 days: the newest block is of 2027-06-01');
  expect(net.troubles[1]).toContain("'pact devnet revert' returns to a snapshot with its time");
  for (let seconds = 2; seconds < 10; seconds += 2) {
    await time.advance(2000);
    expect((await blockTimeOf(net)) - first).toBe(seconds * 1000);
  }
  const before = await blockTimeOf(net);
  control.travel(60);
  expect((await blockTimeOf(net)) - before).toBe(60_000);
  control.revert(undefined);
  await time.advance(2000);
  expect(await blockTimeOf(net)).toBe(clock.dateMs());
  await net.devnet.stop();
});

test('transactions with the time of the network are accepted while it is ahead', async () => {
  const time = new SimulatedTime({ startDateMs });
  const { set, clock } = settable(time);
  const { devnet } = startDevnet({ clock, timer: time });
  set.aheadMs = 86_400_000;
  devnet.mine(1);
  set.aheadMs = 0;
  await time.advance(10_000);
  const creationTime = Math.floor(devnet.clock.dateMs() / 1000) - 1;
  const sent = transferOf(3, { creationTime });
  expect((await devnet.node.chain(0)!.submit([sent])).ok).toBe(true);
  expect((await devnet.node.chain(0)!.poll([sent.hash])).size).toBe(1);
  await devnet.stop();
});
