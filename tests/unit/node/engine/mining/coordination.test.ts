// Work for miners: what they receive, and which solutions are accepted.
import { expect, test } from 'vitest';
import { decodeHeaderWithoutHash, headerRestAt } from '../../../../../src/chain/model/header.ts';
import type { Miner } from '../../../../../src/chain/model/payload-json.ts';
import { MiningGate } from '../../../../../src/node/engine/mining/mining-gate.ts';
import { Coordination } from '../../../../../src/node/engine/mining/coordination.ts';
import { miningLimits } from '../../../../../src/node/limits.ts';
import type { MiningEvent, WorkRequest } from '../../../../../src/node/port.ts';
import { ownClient, type Client } from '../../../../../src/base/client.ts';
import { utf8 } from '../../../../../src/base/bytes.ts';
import { encodeCommand, type Command } from '../../../../../src/chain/command/index.ts';
import { startDevnet, transferOf } from '../../../../support/devnets.ts';
import type { SimulatedTime } from '../../../../../src/base/ports/simulated-time.ts';
import { SeededRandom } from '../../../../../src/base/ports/random.ts';

const publicKey = 'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f';
const miner: Miner = {
  account: `k:${publicKey}`,
  predicate: 'keys-all',
  publicKeys: [publicKey],
};

/** Runs what is due until the promise is settled. */
async function within<T>(time: SimulatedTime, settled: Promise<T>): Promise<T> {
  const state = { isDone: false };
  void settled.finally(() => (state.isDone = true));
  for (let i = 0; i < 10_000 && !state.isDone; i++) {
    await time.advance(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return settled;
}

function coordinated(isMiner?: (asking: Miner) => boolean, gate = new MiningGate()) {
  const { devnet, time } = startDevnet();
  const { engine } = devnet;
  const mining = new Coordination({
    engine,
    maxTransactions: 10,
    random: new SeededRandom(2),
    timer: time,
    refreshMs: 1_000,
    gate,
    ...(isMiner !== undefined && { isMiner }),
  });
  const heights = () => [...devnet.node.cut().heads.values()].map(({ height }) => height);
  const ask = (request: Omit<WorkRequest, 'client'>) =>
    within(time, mining.work({ ...request, client: ownClient }));
  const workOn = async (chain?: number) => {
    const work = await ask({ miner, chain });
    if (!work.ok) throw new Error(work.fault.kind);
    return work.value;
  };
  return { devnet, time, mining, heights, ask, workOn };
}

const chainOf = (work: Uint8Array) => new DataView(work.buffer, work.byteOffset).getUint32(0, true);
/** What a miner sends back: the work without chain and target. */
const headerOf = (work: Uint8Array) => work.slice(36);

function withNonce(work: Uint8Array, nonce: bigint): Uint8Array {
  const header = headerOf(work);
  const view = new DataView(header.buffer);
  const degree = view.getUint16(48, true);
  view.setBigUint64(headerRestAt(degree).nonce, nonce, true);
  return header;
}

test('solved work is the next block of its chain', async () => {
  const { mining, heights, workOn } = coordinated();
  const work = await workOn(1);
  expect([chainOf(work), work.length]).toEqual([1, 36 + 178 + 36]);
  expect(decodeHeaderWithoutHash(headerOf(work)).ok).toBe(true);
  expect(await mining.solved(withNonce(work, 77n))).toEqual({ ok: true, value: 'accepted' });
  expect(heights()).toEqual([0, 1]);
  // The work is used up.
  expect(await mining.solved(withNonce(work, 78n))).toEqual({
    ok: false,
    fault: { kind: 'unknown-work' },
  });
});

test('a chain that must wait for a neighbour is replaced by another one', async () => {
  const { mining, workOn } = coordinated();
  await mining.solved(headerOf(await workOn(1)));
  expect(chainOf(await workOn(1))).toBe(0);
  await mining.solved(headerOf(await workOn()));
  expect(chainOf(await workOn(1))).toBe(1);
});

test('repeated requests get the same work until there is something new', async () => {
  const { devnet, workOn } = coordinated();
  const first = await workOn(0);
  expect(await workOn(0)).toEqual(first);
  devnet.mine(1);
  expect(await workOn(0)).not.toEqual(first);
});

test('work that came too late changes nothing', async () => {
  const { devnet, mining, heights, workOn } = coordinated();
  const work = await workOn(0);
  devnet.mine(1);
  const before = heights();
  expect(await mining.solved(headerOf(work))).toEqual({ ok: true, value: 'stale' });
  expect(heights()).toEqual(before);
});

test('only nonce and time may be changed', async () => {
  const { mining, heights, workOn } = coordinated();
  const work = await workOn(0);
  for (const at of [0, 16, 52, 90, 170]) {
    const changed = headerOf(work);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const solved = await mining.solved(changed);
    expect(solved.ok, String(at)).toBe(false);
  }
  const early = headerOf(work);
  new DataView(early.buffer).setBigInt64(8, 1n, true);
  expect(await mining.solved(early)).toMatchObject({ ok: false, fault: { kind: 'invalid' } });
  for (const wrong of [new Uint8Array(0), work, headerOf(work).slice(1)]) {
    expect((await mining.solved(wrong)).ok).toBe(false);
  }
  expect(heights()).toEqual([0, 0]);
  expect(await mining.solved(headerOf(work))).toEqual({ ok: true, value: 'accepted' });
});

test('work is forgotten after its time', async () => {
  const { time, mining, workOn } = coordinated();
  const work = await workOn(0);
  await time.advance(Number(miningLimits.workMicros / 1000n) + 1);
  expect(await mining.solved(headerOf(work))).toMatchObject({ fault: { kind: 'unknown-work' } });
});

test('a miner that is not on the list gets no work', async () => {
  const { ask } = coordinated(({ account }) => account === 'other');
  expect(await ask({ miner })).toEqual({
    ok: false,
    fault: { kind: 'unauthorized', account: miner.account },
  });
});

test('a miner whose account cannot be paid is told why', async () => {
  const { ask } = coordinated();
  expect(await ask({ miner: { ...miner, account: 'sender00' }, chain: 0 })).toEqual({
    ok: false,
    fault: {
      kind: 'unavailable',
      sentence: expect.stringContaining('account guards do not match') as unknown,
    },
  });
});

test('updates report new blocks of their chain, until the signal', async () => {
  const { devnet, mining } = coordinated();
  const ending = new AbortController();
  const heard: MiningEvent[] = [];
  const stream = mining.updates(0, { client: ownClient, signal: ending.signal })!;
  const reading = (async () => {
    for await (const event of stream) heard.push(event);
  })();
  devnet.mine(1, 0);
  devnet.mine(1, 1);
  await new Promise((resolve) => setImmediate(resolve));
  ending.abort();
  await reading;
  expect(heard).toEqual(['new-parent']);
  expect(mining.updates(9, { client: ownClient, signal: ending.signal })).toBeUndefined();
});

/** Adds transfers to the mempool of chain 0 without admission. */
function adding({ devnet }: ReturnType<typeof coordinated>) {
  const pool = devnet.engine.chain(0).mempool;
  return (amount: number): void => {
    const command: Command = transferOf(amount);
    const read = devnet.engine.chain(0).host.transactions.read(utf8(encodeCommand(command)));
    if (read.ok) pool.add(read.value);
  };
}

test('updates report new transactions soon after a quiet time, and then once in an interval', async () => {
  const run = coordinated();
  const { devnet, time, mining } = run;
  const add = adding(run);
  const ending = new AbortController();
  const heard: MiningEvent[] = [];
  const reading = (async () => {
    for await (const event of mining.updates(0, { client: ownClient, signal: ending.signal })!)
      heard.push(event);
  })();
  await time.advance(3000);
  expect(heard).toEqual([]);
  add(1);
  add(2);
  await time.advance(miningLimits.gatherMs);
  expect(heard).toEqual(['new-transactions']);
  add(3);
  await time.advance(900);
  add(4);
  expect(heard).toEqual(['new-transactions']);
  await time.advance(100);
  expect(heard).toEqual(['new-transactions', 'new-transactions']);
  await time.advance(3000);
  expect(heard).toHaveLength(2);
  // Work on a new parent includes the pending transactions, so there is no other event.
  add(5);
  devnet.mine(1, 0);
  await time.advance(3000);
  expect(heard.slice(2)).toEqual(['new-parent']);
  ending.abort();
  await reading;
});

test('work includes new transactions at once after a quiet time, and then once in an interval', async () => {
  const run = coordinated();
  const { time, mining, workOn, devnet } = run;
  const add = adding(run);
  // Transactions dated today are not valid after the first block, which is old.
  devnet.mine(1);
  const empty = await workOn(0);
  add(1);
  const one = await workOn(0);
  expect(one).not.toEqual(empty);
  add(2);
  await time.advance(999);
  expect(await workOn(0)).toEqual(one);
  await time.advance(1);
  const two = await workOn(0);
  expect(two).not.toEqual(one);
  expect(await mining.solved(withNonce(two, 1n))).toEqual({ ok: true, value: 'accepted' });
  expect(devnet.engine.chain(0).mempool.size).toBe(0);
});

test('streams of updates are limited, and free their places when they end', () => {
  const { mining } = coordinated();
  const endings = Array.from({ length: miningLimits.updateStreams }, () => new AbortController());
  const open = endings.map(({ signal }) => mining.updates(0, { client: ownClient, signal }));
  expect(open.every((each) => each !== undefined)).toBe(true);
  const one = new AbortController().signal;
  expect(mining.updates(0, { client: ownClient, signal: one })).toBeUndefined();
  endings[0]?.abort();
  expect(mining.updates(0, { client: ownClient, signal: one })).toBeDefined();
});

const invented = (i: number): Miner => {
  const key = i.toString(16).padStart(64, '0');
  return { account: `k:${key}`, predicate: 'keys-all', publicKeys: [key] };
};

test('any number of invented accounts leaves work for others, in bounded memory', async () => {
  const run = coordinated();
  const crowd: Client = { network: '192.0.2.1', connection: 1 };
  const own: Client = { network: '192.0.2.1', connection: 2 };
  const first = await within(run.time, run.mining.work({ miner, chain: 0, client: own }));
  for (let i = 0; i < miningLimits.workItems + 50; i++) {
    const work = await within(
      run.time,
      run.mining.work({ miner: invented(i), chain: 0, client: crowd }),
    );
    expect(work.ok).toBe(true);
  }
  // The work of a client with little is kept: it is not built again, and its solution is accepted.
  expect(await run.mining.work({ miner, chain: 0, client: own })).toEqual(first);
  const solved = first.ok ? withNonce(first.value, 5n) : new Uint8Array();
  expect(await run.mining.solved(solved)).toEqual({ ok: true, value: 'accepted' });
});

test('requests beyond what a connection may have waiting are refused; other clients come in between', async () => {
  const run = coordinated();
  const crowd: Client = { network: '192.0.2.1', connection: 1 };
  const other: Client = { network: '192.0.2.1', connection: 2 };
  const order: string[] = [];
  const asked = Array.from({ length: 8 }, (_, i) =>
    run.mining.work({ miner: invented(i), chain: 0, client: crowd }).then((work) => {
      order.push(work.ok ? `crowd ${i}` : work.fault.kind);
    }),
  );
  const own = run.mining.work({ miner, chain: 0, client: other }).then(() => order.push('own'));
  await within(run.time, Promise.all([...asked, own]));
  const refused = order.filter((each) => each === 'too-many').length;
  expect(refused).toBe(8 - 1 - miningLimits.waiting.itemsOfConnection);
  const built = order.filter((each) => each !== 'too-many');
  // The first one was built at once, and the second was first in the line.
  expect(built.indexOf('own')).toBe(2);
});

test('a miner that has solved work comes before others, whatever their number', async () => {
  const run = coordinated();
  const work = await run.workOn(0);
  await run.mining.solved(withNonce(work, 3n));
  const order: string[] = [];
  const crowd = Array.from({ length: 20 }, (_, i) =>
    run.mining
      .work({ miner: invented(i), client: { network: `192.0.2.${i}`, connection: i } })
      .then(() => order.push('crowd')),
  );
  const client = { network: '192.0.2.99', connection: 99 };
  const own = run.mining.work({ miner, client }).then(() => order.push('own'));
  await within(run.time, Promise.all([...crowd, own]));
  // The first request was served at once.
  expect(order.indexOf('own')).toBeLessThanOrEqual(1);
  expect(order).toHaveLength(21);
});

test('a request of a client that left is not built', async () => {
  const run = coordinated();
  const client: Client = { network: '192.0.2.1', connection: 1 };
  const leaving = new AbortController();
  const first = run.mining.work({ miner: invented(0), chain: 0, client });
  const second = run.mining.work({ miner: invented(1), chain: 0, client });
  const gone = run.mining.work({
    miner: invented(2),
    chain: 0,
    client,
    left: leaving.signal,
  });
  leaving.abort();
  expect(await gone).toEqual({ ok: false, fault: { kind: 'too-many' } });
  await within(run.time, Promise.all([first, second]));
});

test('the oldest stream of the network with the most makes room for a miner of another network', async () => {
  const { mining } = coordinated();
  const crowd: Client = { network: '192.0.2.1', connection: 1 };
  const open = Array.from({ length: miningLimits.updateStreams }, () =>
    mining.updates(0, { client: crowd, signal: new AbortController().signal }),
  );
  const signal = new AbortController().signal;
  const client: Client = { network: '192.0.2.2', connection: 2 };
  expect(mining.updates(0, { client, signal })).toBeDefined();
  const [oldest] = open;
  expect((await oldest?.[Symbol.asyncIterator]().next())?.done).toBe(true);
  expect(mining.updates(0, { client: crowd, signal })).toBeUndefined();
});

test('no work is given while the gate is closed', async () => {
  const gate = new MiningGate();
  const { ask } = coordinated(undefined, gate);
  expect(await ask({ miner })).toMatchObject({ ok: true });
  gate.closeWhile(() => 'it lacks blocks');
  const fault = { kind: 'unavailable', sentence: 'it lacks blocks' };
  expect(await ask({ miner })).toEqual({ ok: false, fault });
});
