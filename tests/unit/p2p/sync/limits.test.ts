// Bounds of synchronization: what peers are asked at once, what is held of them, and what headers may cost.
import { describe, expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { bad, good } from '../../../../src/base/result.ts';
import { maxWord256 } from '../../../../src/chain/model/binary.ts';
import type { PayloadData } from '../../../../src/chain/model/payload.ts';
import { Candidates } from '../../../../src/p2p/sync/candidates.ts';
import { readClaim } from '../../../../src/p2p/sync/claim.ts';
import { Fetcher, type Wanted } from '../../../../src/p2p/sync/fetch.ts';
import { Inbox, SeenCuts } from '../../../../src/p2p/sync/inbox.ts';
import { Lanes } from '../../../../src/p2p/sync/lanes.ts';
import { fetchLimits, inboxLimits, poolLimits } from '../../../../src/p2p/sync/limits.ts';
import type { SyncPeers } from '../../../../src/p2p/sync/port.ts';
import { targetBaseOf } from '../../../../src/p2p/sync/shared.ts';
import { targetBound } from '../../../../src/p2p/sync/target-bound.ts';
import { Verdicts } from '../../../../src/p2p/sync/verdicts.ts';
import { verdictLimits } from '../../../../src/p2p/sync/limits.ts';
import { BlockWorld, syncNetwork, wireCut } from '../../../support/block-world.ts';

const newTime = () =>
  new SimulatedTime({
    settle: async () => {
      for (let i = 0; i < 20; i++) await Promise.resolve();
    },
  });

const never = new AbortController().signal;
const peerOf = (host: string) => ({ address: { host, port: 1 }, id: undefined });
const wait = (time: SimulatedTime, ms: number) =>
  new Promise<void>((resume) => time.after(ms, resume));

describe('lanes', () => {
  test('a peer has six requests at once, and all peers have 64', async () => {
    const time = newTime();
    const lanes = new Lanes({ clock: time, timer: time });
    const running = new Map<string, number>();
    let most = 0;
    for (let i = 0; i < 200; i++) {
      const peer = `p${i % 20}`;
      const request = async () => {
        running.set(peer, (running.get(peer) ?? 0) + 1);
        most = Math.max(
          most,
          [...running.values()].reduce((sum, each) => sum + each, 0),
        );
        expect(running.get(peer)).toBeLessThanOrEqual(fetchLimits.inFlightOfPeer);
        await wait(time, 10);
        running.set(peer, running.get(peer)! - 1);
      };
      void lanes.run(peer, request, never);
    }
    await time.advance(1000);
    expect(most).toBe(fetchLimits.inFlight);
    expect([...running.values()].every((each) => each === 0)).toBe(true);
  });

  test('after a burst of 40 a peer is asked 40 times a second, and half as often once it says that this is too much', async () => {
    const time = newTime();
    const lanes = new Lanes({ clock: time, timer: time });
    let count = 0;
    const request = () => Promise.resolve(++count);
    for (let i = 0; i < 1000; i++) void lanes.run('p', request, never);
    await time.advance(0);
    expect(count).toBe(40);
    await time.advance(5000);
    expect(count).toBe(240);
    lanes.slow('p');
    await time.advance(5000);
    expect(count).toBeGreaterThanOrEqual(339);
    expect(count).toBeLessThanOrEqual(342);
    lanes.close();
    expect(time.waiting).toBe(0);
  });

  test('what is aborted before its turn never runs', async () => {
    const time = newTime();
    const lanes = new Lanes({ clock: time, timer: time });
    const controller = new AbortController();
    let count = 0;
    const asked = Array.from({ length: 50 }, () =>
      lanes.run('p', () => wait(time, 5).then(() => ++count), controller.signal),
    );
    controller.abort();
    await time.advance(100);
    expect(count).toBe(6);
    expect((await Promise.all(asked)).filter((each) => each === undefined)).toHaveLength(44);
  });
});

describe('fetching', () => {
  function fetching() {
    const time = newTime();
    const faults: string[] = [];
    const peers: SyncPeers = {
      current: () => [],
      groupOf: (peer) => peer,
      isConfigured: () => false,
      fault: (peer, fault) => void faults.push(`${peer} ${fault}`),
      useful: () => undefined,
    };
    const lanes = new Lanes({ clock: time, timer: time });
    const asked: string[] = [];
    const wanted = (answers: Readonly<Record<string, number | 'never' | 'missing'>>) =>
      ({
        key: 'it',
        ask: async ({ address: { host } }, signal) => {
          asked.push(`${host} at ${time.nowMs()}`);
          const answer = answers[host]!;
          await new Promise<void>((resume) => {
            time.after(typeof answer === 'number' ? 20 : 3000, resume);
            signal.addEventListener('abort', () => resume());
          });
          if (signal.aborted) return bad({ kind: 'aborted', sentence: '' });
          if (answer === 'missing') return bad({ kind: 'status', status: 404, sentence: '' });
          if (answer === 'never') return bad({ kind: 'too-slow', sentence: '' });
          return good(answer);
        },
        check: (value) => (value === 0 ? { fault: 'fatal', what: 'zero' } : undefined),
      }) satisfies Wanted<number | string>;
    return {
      time,
      faults,
      asked,
      wanted,
      fetcher: new Fetcher({ lanes, clock: time, timer: time, peers }),
    };
  }

  const sources = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(peerOf);

  test('a second peer is asked after 250 ms, and the first that answers ends it', async () => {
    const at = fetching();
    const result = at.fetcher.fetch(at.wanted({ a: 'never', b: 7 }), sources, never);
    await at.time.advance(1000);
    expect(await result).toEqual(good({ value: 7, from: sources[1] }));
    expect(at.asked).toEqual(['a at 0', 'b at 250']);
    expect(at.faults).toEqual([]);
  });

  test('a wrong answer is its fault, what is missing nobody’s; five peers are asked', async () => {
    const at = fetching();
    const answers = { a: 'missing', b: 0, c: 'missing', d: 'missing', e: 'missing', f: 7 } as const;
    const result = at.fetcher.fetch(at.wanted(answers), sources, never);
    await at.time.advance(5000);
    expect(await result).toEqual(bad('missing'));
    expect(at.asked).toHaveLength(fetchLimits.peers);
    expect(at.faults).toEqual(['b:1 fatal']);
  });

  test('who wants the same waits for the same request, which ends soon after nobody does', async () => {
    const at = fetching();
    const one = new AbortController();
    const other = new AbortController();
    const wanted = at.wanted({ a: 'never' });
    const first = at.fetcher.fetch(wanted, sources.slice(0, 1), one.signal);
    const second = at.fetcher.fetch(wanted, sources.slice(0, 1), other.signal);
    one.abort();
    expect(await first).toEqual(bad('aborted'));
    other.abort();
    expect(await second).toEqual(bad('aborted'));
    const third = at.fetcher.fetch(wanted, sources.slice(0, 1), never);
    await at.time.advance(fetchLimits.graceMs);
    expect(at.asked).toEqual(['a at 0']);
    await at.time.advance(2000);
    expect(await third).toEqual(bad('late'));
    expect(at.faults).toEqual(['a:1 late']);
    expect(at.time.waiting).toBe(0);
    for (let i = 0; i < 5; i++) {
      const again = at.fetcher.fetch(wanted, sources.slice(0, 1), never);
      await at.time.advance(3000);
      expect(await again).toEqual(bad('late'));
    }
    expect(at.faults).toEqual(['a:1 late']);
  });
});

describe('pools', () => {
  const world = new BlockWorld(syncNetwork('singleton'));

  test('a peer fills a quarter with headers, and all of them the whole', () => {
    const candidates = new Candidates(newTime());
    const header = world.start.heads.get(0)!;
    const put = (n: number, from: string) => {
      const hash = new Uint8Array(32);
      new DataView(hash.buffer).setUint32(0, n);
      candidates.addHeader({ ...header, hash }, { from, isValid: false });
    };
    for (let n = 0; n <= poolLimits.headersOfPeer; n++) put(n, 'one');
    expect(candidates.counts.headers).toBe(poolLimits.headersOfPeer);
    for (let n = 0; n < 25_000; n++) put(100_000 + n, `p${n % 10}`);
    expect(candidates.counts.headers).toBe(poolLimits.headers);
  });

  test('a peer fills a quarter with payloads', () => {
    const candidates = new Candidates(newTime());
    const payload = (n: number): PayloadData => ({
      kind: 'data',
      transactions: [new Uint8Array(1024 * 1024)],
      minerData: new Uint8Array(),
      transactionsHash: new Uint8Array(32),
      outputsHash: new Uint8Array(32),
      payloadHash: new Uint8Array(32).fill(n),
    });
    for (let n = 0; n < 30; n++) candidates.addPayload(payload(n), 'one');
    expect(candidates.counts.payloadBytes).toBeLessThanOrEqual(poolLimits.payloadBytesOfPeer);
    expect(candidates.payload(payload(0).payloadHash)).toBeUndefined();
    expect(candidates.payload(payload(29).payloadHash)).toBeDefined();
    for (let n = 30; n < 130; n++) candidates.addPayload(payload(n), `p${n % 9}`);
    expect(candidates.counts.payloadBytes).toBeLessThanOrEqual(poolLimits.payloadBytes);
  });

  test('seen cuts and slots are bounded', () => {
    const time = newTime();
    const inbox = new Inbox(time);
    const seen = new SeenCuts(time);
    const claim = readClaim(world.network, wireCut(world.mine(world.start, 0)));
    if (!claim.ok) throw new Error(claim.fault);
    for (let n = 0; n < 2000; n++) {
      const sender = `p${n}`;
      inbox.put({ claim: claim.value, origin: peerOf(sender), sender });
      inbox.failed(sender, 'useless');
    }
    expect(inbox.size).toBe(inboxLimits.slots);
    for (let n = 0; n <= inboxLimits.seen; n++) seen.add(`${n}`, undefined, 1000);
    expect([seen.has('0', 'p'), seen.has('1', 'p')]).toEqual([false, true]);
  });

  test('invalid blocks are forgotten one by one, and after a day', async () => {
    const time = newTime();
    const peers = { isConfigured: () => false, groupOf: () => '', fault: () => undefined };
    const verdicts = new Verdicts({
      clock: time,
      timer: time,
      peers: { ...peers, current: () => [], useful: () => undefined },
      onDoubt: () => undefined,
    });
    const header = world.start.heads.get(0)!;
    const numbered = (n: number) => {
      const hash = new Uint8Array(32);
      new DataView(hash.buffer).setUint32(0, n);
      return { ...header, hash };
    };
    for (let n = 1; n <= verdictLimits.invalid + 1; n++) verdicts.add(numbered(n), 'bad', []);
    expect(verdicts.size).toBe(verdictLimits.invalid);
    expect([numbered(1), numbered(2)].map((each) => verdicts.refuses(each))).toEqual([false, true]);
    await time.advance(verdictLimits.keptMs);
    expect(verdicts.refuses(numbered(2))).toBe(false);
    verdicts.close();
  });
});

describe('the easiest target of a header before its parents are known', () => {
  const network = { ...syncNetwork('singleton'), isPowDisabled: false };
  const header = new BlockWorld(syncNetwork('singleton')).start.heads.get(0)!;
  const at = (height: number, target: bigint, epochStart = 0n) => ({
    ...header,
    height,
    target,
    epochStart,
  });
  const base = [at(1000, 1000n), at(1480, 500n, 60_000_000n)];

  test('is the easiest own one within an epoch, and grows with the time at each end of one', () => {
    // 120 blocks of half a second: a minute. The epochs end with blocks 1079, 1199, ...
    const now = 120_000_000n;
    expect(targetBound({ network, base }, { height: 1001, now })).toBe(1000n);
    expect(targetBound({ network, base }, { height: 1079, now })).toBe(1000n);
    expect(targetBound({ network, base }, { height: 1080, now })).toBe(2001n);
    expect(targetBound({ network, base }, { height: 1200, now })).toBe(4003n);
    expect(targetBound({ network, base }, { height: 1200, now: now / 4n })).toBe(1000n);
  });

  test('is none after very long, or without own blocks', () => {
    const now = 2n ** 62n;
    expect(targetBound({ network, base }, { height: 2000, now })).toBe(maxWord256);
    expect(targetBound({ network, base: [] }, { height: 2000, now })).toBe(maxWord256);
  });

  test('is that of own blocks: the deepest one of a fork, and one of each epoch above it', () => {
    const heightsBelow = (head: number, first: number): readonly number[] => {
      const { base: own } = targetBaseOf({
        network,
        cut: () => ({ network, heads: new Map([[0, at(head, 1n)]]) }),
        headerAt: (_, height) => (height < first ? undefined : at(height, 1n)),
      });
      return own.map(({ height }) => height);
    };
    expect(heightsBelow(2000, 0)).toEqual([2000, 1520, 1640, 1760, 1880]);
    // The first epochs are shorter.
    const early = [0, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120];
    expect(heightsBelow(300, 0)).toEqual([300, ...early, 132, 252]);
    // Blocks below are not kept.
    expect(heightsBelow(2000, 1700)).toEqual([2000, 1700, 1820, 1940]);
  });
});
