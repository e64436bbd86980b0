// The node of the HTTP thread over a devnet, both in this thread, with messages that are copied as between threads: it shows
// what the engine has committed, and what it is asked reaches the engine.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { OwnThread, Stopwatch } from '../../../../src/base/threads/index.ts';
import { DevnetControl } from '../../../../src/node/devnet/control.ts';
import { developmentNetwork } from '../../../../src/node/devnet/development-network.ts';
import { onDemandPort } from '../../../../src/node/devnet/on-demand-port.ts';
import { EngineDesk } from '../../../../src/node/front/engine-desk.ts';
import { frontBlocks } from '../../../../src/node/front/front-blocks.ts';
import { FrontNode } from '../../../../src/node/front/front-node.ts';
import type { FromEngine, ToEngine } from '../../../../src/node/front/messages.ts';
import { SharedNumbers } from '../../../../src/node/front/shared-numbers.ts';
import type { NodePort } from '../../../../src/node/port.ts';
import { answerChainQuestion } from '../../../../src/node/questions/answer-question.ts';
import { StoredChains } from '../../../../src/node/questions/stored-chains.ts';
import {
  BackgroundSignatures,
  verifyHere,
} from '../../../../src/node/signatures/background-signatures.ts';
import {
  outputOf,
  startDevnet,
  transaction,
  transferOf,
  type TestDevnet,
} from '../../../support/devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

let net: TestDevnet;
let front: FrontNode;
/** As clients see it. */
let port: NodePort;
let asked: StoredChains;
let faults: unknown[];

beforeEach(async () => {
  net = startDevnet({ chains: 2 });
  await net.devnet.engine.journal.committed();
  faults = [];
  const { engine, plainNode, onDemand, place, clock } = net.devnet;
  const numbers = SharedNumbers.for([...engine.chains.keys()]);
  clock.follow((aheadMs) => numbers.setAhead(aheadMs));
  const desk = new EngineDesk({
    engine,
    node: plainNode,
    onDemand,
    numbers,
    timer: systemTimer,
    onFault: (error) => faults.push(error),
  });
  const watch = new Stopwatch(systemTimerClock);
  const stored = () =>
    new StoredChains({
      place,
      network: valueOf(developmentNetwork(2)),
      isInterrupted: () => false,
      depthLimit: 1000,
    });
  asked = stored();
  const signatures = new BackgroundSignatures({ verify: verifyHere });
  front = new FrontNode({
    stored: stored(),
    answerers: new OwnThread(watch, (question) => {
      asked.beginQuestion();
      return answerChainQuestion(asked, structuredClone(question), signatures);
    }),
    settings: plainNode.settings,
    numbers: new SharedNumbers(numbers.numbers),
    progress: place.progress,
    hasMining: true,
    hasSealed: plainNode.sealed !== undefined,
    clock: net.time,
    send: (message: ToEngine) => {
      const copy = structuredClone(message);
      setImmediate(() => desk.take(copy));
    },
  });
  desk.begin({
    send: (message: FromEngine) => {
      const copy = structuredClone(message);
      setImmediate(() => front.line.take(copy));
    },
  });
  port = onDemandPort(front, frontBlocks({ node: front, clock: net.time, timer: systemTimer }));
});

afterEach(async () => {
  await front.stop();
  await asked.close();
  await net.devnet.stop();
  expect(faults).toEqual([]);
});

const systemTimerClock = { nowMs: () => performance.now(), dateMs: () => Date.now() };
const client = { network: '192.0.2.1', connection: 7 };

test('a transaction is admitted, mined when it is asked about, and its block is in the cut', async () => {
  const sent = transferOf(1);
  const chain = port.chain(0)!;
  expect(await chain.submit([sent])).toEqual({ ok: true, value: [sent.hash] });
  expect(chain.pending()).toBe(1);
  const polled = (await chain.poll([sent.hash])).get(sent.hash);
  expect(outputOf(polled).result.status).toBe('success');
  expect(chain.pending()).toBe(0);
  expect(port.cut().heads).toEqual(net.devnet.engine.cut.heads);
  const head = port.cut().heads.get(0)!;
  expect(chain.headerAt(head.height)).toEqual(head);
  expect(chain.headers.get(head.hash)).toEqual(head);
  expect(chain.payload(head.payloadHash)?.transactions.length).toBe(1);
  expect(await chain.submit([sent])).toMatchObject({ fault: { refused: [{ index: 0 }] } });
});

test('who waits for a transaction learns of it when a block comes by itself', async () => {
  const sent = transferOf(2);
  const plain = front.chain(0)!;
  await port.chain(0)!.submit([sent]);
  const waiting = plain.whenMined(sent.hash, AbortSignal.timeout(20_000));
  net.devnet.mine(1, 0);
  expect(outputOf(await waiting).result.status).toBe('success');
  const gone = new AbortController();
  const never = plain.whenMined(transferOf(3).hash, gone.signal);
  gone.abort();
  expect(await never).toBeUndefined();
});

test('a transaction that fails to validate is refused there as well', async () => {
  const { engine } = net.devnet;
  const bad = transferOf(4);
  const waiting = front.chain(0)!.whenMined(bad.hash, AbortSignal.timeout(20_000));
  engine.chain(0).mempool.refuse(bad.hash, engine.now() + 1_000_000_000n);
  expect(await waiting).toEqual({ kind: 'bad-listed' });
  expect((await front.chain(0)!.poll([bad.hash])).get(bad.hash)?.kind).toBe('bad-listed');
  const again = await port.chain(0)!.submit([bad]);
  expect(again).toMatchObject({ ok: false, fault: { kind: 'refused' } });
});

test('changes of the cut are told when their blocks can be read, also those that take blocks back', async () => {
  const told: [string, number][] = [];
  front.onCut(({ cut, added, removed }) => {
    for (const header of added) {
      expect(front.chain(header.chainId)!.headerAt(header.height)).toEqual(header);
      told.push(['added', header.height]);
    }
    for (const { height } of removed) told.push(['removed', height]);
    expect(cut.heads.get(0)).toEqual(front.cut().heads.get(0));
  });
  const control = new DevnetControl(net.devnet, [], systemTimer);
  control.snapshot();
  const height = front.cut().heads.get(0)!.height;
  net.devnet.mine(1, 0);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  expect(await control.whenKept(control.revert(undefined))).toMatchObject({ ok: true });
  expect(front.cut().heads.get(0)!.height).toBe(height);
  await expect.poll(() => told.some(([kind]) => kind === 'removed')).toBe(true);
});

test('the time of the network moves there too, and old chains get a block before code runs', async () => {
  const before = front.clock.dateMs();
  const control = new DevnetControl(net.devnet, [], systemTimer);
  control.travel(3_600);
  expect(front.clock.dateMs() - before).toBeGreaterThanOrEqual(3_600_000);
  await control.whenKept(control.travel(3_600));
  const code = "(at 'block-time (chain-data))";
  const question = {
    command: transaction({ code, creationTime: Math.floor(front.clock.dateMs() / 1000) - 30 }),
    preflight: false,
    signatures: 'check',
    rewindDepth: 0,
  } as const;
  const reply = await port.chain(0)!.local(question, { client });
  expect(reply.kind).toBe('result');
});

test('miners get work and events, solve it, and may leave', async () => {
  const mining = port.mining!;
  const miner = { account: 'miner', predicate: 'keys-all', publicKeys: ['11'.repeat(32)] };
  const work = await mining.work({ miner, chain: 0, client });
  expect(valueOf(work).length).toBeGreaterThan(200);
  const ending = new AbortController();
  const events = await mining.updates(0, { client, signal: ending.signal });
  const first = events![Symbol.asyncIterator]().next();
  net.devnet.mine(1, 0);
  expect(await first).toEqual({ done: false, value: 'new-parent' });
  ending.abort();
  expect(await mining.updates(99, { client, signal: ending.signal })).toBeUndefined();
  expect(await mining.solved(new Uint8Array(3))).toMatchObject({ fault: { kind: 'undecodable' } });
  const left = AbortSignal.abort();
  await mining.work({ miner: { ...miner, account: 'other' }, client, left });
});
