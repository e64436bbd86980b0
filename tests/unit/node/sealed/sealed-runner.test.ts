// The order of sealed commands, and what becomes of one that has no answer: threads are faked, the storage is real.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { fromBase64Url, toBase64Url } from '../../../../src/base/base64url.ts';
import { bad, good } from '../../../../src/base/result.ts';
import { decodeUtf8, utf8 } from '../../../../src/base/bytes.ts';
import { encodeCommand, type Command } from '../../../../src/chain/command/index.ts';
import { encodeHeader } from '../../../../src/chain/model/header.ts';
import type { ChainId } from '../../../../src/chain/graph/chain-graph.ts';
import type { ChainQuestions } from '../../../../src/node/engine/chain-questions.ts';
import type { SealedQuestion } from '../../../../src/node/questions/sealed.ts';
import { sealedTables, SealedRecords } from '../../../../src/node/sealed/sealed-records.ts';
import type { WaitingSpace } from '../../../../src/node/sealed/sealed-queue.ts';
import { SealedRunner } from '../../../../src/node/sealed/sealed-runner.ts';
import { sealedLimits } from '../../../../src/node/sealed/limits.ts';
import { Environment } from '../../../../src/storage/disk/index.ts';
import { MemoryEntries, StoreFault } from '../../../../src/storage/entries/index.ts';
import { passingFolder } from '../../../../src/storage/file/index.ts';
import { FakeNode } from '../../../support/fake-node.ts';
import { entity } from '../../../support/sealed-commands.ts';
import { sealed } from '../../../support/sealed-devnets.ts';
import { join } from 'node:path';

type Reply = Awaited<ReturnType<ChainQuestions['sealed']>>;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const block = new FakeNode().cut().heads.get(0)!;

function storage() {
  const folder = passingFolder('network');
  closing.push(folder.remove);
  const path = join(folder.path, 'node.mdb');
  const environment = new Environment({ path, tables: sealedTables, isPassing: true });
  closing.push(() => environment.close());
  return environment;
}

/** Every command is carried. */
const everything = { get: (): string => '{}' };

type Surroundings = {
  readonly time?: SimulatedTime;
  /** Texts by request key. */
  readonly carried?: Pick<ReadonlyMap<string, string>, 'get'>;
  readonly space?: WaitingSpace;
};

/** `replies`: of the threads, in the order in which they are asked. */
function runnerOn(
  environment: Environment,
  replies: (Reply | Error)[],
  { time = new SimulatedTime({ startDateMs: 0 }), carried = everything, space }: Surroundings = {},
) {
  const records = new SealedRecords(environment);
  const asked: string[] = [];
  const done: string[] = [];
  const troubles: string[] = [];
  const parts = {
    entity: entity('bob'),
    records,
    journal: environment,
    questions: {
      sealed: (_: ChainId, { command }: SealedQuestion): Promise<Reply> => {
        asked.push(command.hash);
        const reply = replies.shift();
        if (reply instanceof Error) return Promise.reject(reply);
        return reply === undefined ? new Promise(() => undefined) : Promise.resolve(reply);
      },
    },
    entriesOf: () => new MemoryEntries(),
    timer: time,
    carried: (requestKey: string) => carried.get(requestKey),
    onDone: (_: ChainId, requestKey: string) => done.push(requestKey),
    onFault: (error: unknown) => troubles.push(String(error)),
    onTrouble: (sentence: string) => troubles.push(sentence),
  };
  const runner = new SealedRunner(parts, space);
  const add = (command: Command): void => {
    runner.add({ chain: 0, requestKey: command.hash, block, text: encodeCommand(command) });
    environment.endStep();
    runner.start();
  };
  return { records, runner, asked, done, troubles, time, add };
}

const executed = (inner: string, output = '{}'): Reply =>
  good({
    block: encodeHeader(block),
    output: utf8(output),
    executed: { hash: inner, entries: [], nextTransaction: 1n },
  });

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a command without a thread is asked about again, and those behind it wait', async () => {
  const [one, two] = [sealed('1'), sealed('2')];
  const replies = [bad('busy' as const), executed(one.hash), executed(two.hash)];
  const { add, asked, done, time, runner } = runnerOn(storage(), replies);
  add(one);
  add(two);
  await settled();
  expect([asked, done, runner.waiting]).toEqual([[one.hash], [], 2]);
  await time.advance(sealedLimits.retryMs);
  await settled();
  expect([asked, done]).toEqual([
    [one.hash, one.hash, two.hash],
    [one.hash, two.hash],
  ]);
});

test('one that takes too long, needs too much memory or finds damage fails, and the next one runs', async () => {
  const commands = ['1', '2', '3', '4'].map((code) => sealed(code));
  const damage = new StoreFault('damaged', 'a row is damaged');
  const replies = [bad('limit' as const), bad('memory' as const), damage, executed('x')];
  const { add, records, done } = runnerOn(storage(), replies);
  for (const each of commands) add(each);
  await settled();
  expect(done).toEqual(commands.map(({ hash }) => hash));
  const said = commands.map(({ hash }) => decodeUtf8(records.result(hash)!.output) ?? '');
  expect(said[0]).toContain('was stopped after 30 seconds');
  expect(said[1]).toContain('needs more memory');
  expect(said[2]).toContain('a row is damaged');
  expect(said[3]).toBe('{}');
  const passing = commands.map(({ hash }) => records.result(hash)!.isPassing);
  expect(passing).toEqual([true, true, true, false]);
});

test('what waits is executed by the next process, in the same order', async () => {
  const environment = storage();
  // More than fit into one byte of their places.
  const one = sealed('1');
  const commands = Array.from({ length: 300 }, (_, i) => {
    const hash = toBase64Url(Uint8Array.of(...new Uint8Array(30), i >> 8, i & 255));
    return { ...one, hash };
  });
  const first = runnerOn(environment, []);
  for (const each of commands) first.add(each);
  await settled();
  first.runner.stop();
  const replies = commands.map(({ hash }) => executed(hash));
  const next = runnerOn(environment, replies);
  expect(next.runner.isWaiting(commands[7]!.hash)).toBe(true);
  next.runner.start();
  await settled();
  expect(next.done).toEqual(commands.map(({ hash }) => hash));
  expect(next.runner.waiting).toBe(0);
  expect(new SealedRecords(environment).waiting().commands).toEqual([]);
});

test('after a command has ended, a later one starts the work again', async () => {
  const [one, two] = [sealed('1'), sealed('2')];
  const { add, done, runner } = runnerOn(storage(), [executed(one.hash), executed(two.hash)]);
  add(one);
  await settled();
  expect([done, runner.waiting]).toEqual([[one.hash], 0]);
  add(two);
  await settled();
  expect(done).toEqual([one.hash, two.hash]);
});

test('a damaged command that waits is reported, and the others run', async () => {
  const environment = storage();
  const [one, two] = [sealed('1'), sealed('2')];
  environment.table('sealedQueue').put(new Uint8Array(8), Uint8Array.of(1, 2, 3));
  const records = new SealedRecords(environment);
  for (const [i, { hash: requestKey, ...own }] of [one, two].entries()) {
    const text = encodeCommand({ hash: requestKey, ...own });
    records.wait({ sequence: i + 1, chain: 0, requestKey, block, text });
  }
  environment.endStep();
  const { runner, done, troubles } = runnerOn(environment, [executed('a'), executed('b')]);
  runner.start();
  await settled();
  expect(done).toEqual([one.hash, two.hash]);
  expect(troubles).toEqual([expect.stringContaining('1 of the sealed commands that wait cannot')]);
  // It is reported once.
  expect(runnerOn(environment, []).troubles).toEqual([]);
});

test('a result that is damaged stays when its command is not carried any more', () => {
  const environment = storage();
  const { hash } = sealed('1');
  const records = new SealedRecords(environment);
  environment.table('sealedResults').put(fromBase64Url(hash)!, Uint8Array.of(1, 2, 3));
  environment.endStep();
  expect(() => records.result(hash)).toThrow('is damaged on the disk');
  records.drop(hash);
  environment.endStep();
  expect(records.hasResult(hash)).toBe(true);
});

test('a command of which the disk cannot tell whether it was executed is not executed', async () => {
  const [one, two] = [sealed('1'), sealed('2')];
  const { add, records, done, troubles } = runnerOn(storage(), [executed('a'), executed('b')]);
  vi.spyOn(records, 'wasOpened').mockImplementationOnce(() => {
    throw new StoreFault('damaged', 'an entry is damaged');
  });
  add(one);
  add(two);
  await settled();
  expect(done).toEqual([one.hash, two.hash]);
  expect(decodeUtf8(records.result(one.hash)!.output)).toContain('an entry is damaged');
  expect([troubles, records.wasOpened('b')]).toEqual([[], true]);
});

describe('behind many others', () => {
  const commands = ['1', '2', '3', '4'].map((code) => sealed(code));
  const keys = commands.map(({ hash }) => hash);
  const texts = new Map(commands.map((command) => [command.hash, encodeCommand(command)]));
  const { length } = encodeCommand(commands[0]!);

  test.each([
    ['commands', { waiting: 1, waitingCharacters: 10 * length }],
    ['characters', { waiting: 10, waitingCharacters: length }],
  ])('commands wait as long as they are carried: limit of %s', async (_, space) => {
    const environment = storage();
    const carried = new Map(texts);
    const first = runnerOn(environment, [], { carried, space });
    for (const each of commands) first.add(each);
    expect(first.records.waiting().commands.map(({ text }) => text !== undefined)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(first.troubles).toEqual([
      expect.stringContaining('wait to be executed: those that come now'),
    ]);
    first.runner.dropped(keys[0]!);
    first.runner.dropped(keys[2]!);
    environment.endStep();
    expect(first.runner.waiting).toBe(3);
    first.runner.stop();

    carried.delete(keys[3]!);
    const next = runnerOn(environment, [executed('a'), executed('b')], {
      carried,
      space,
    });
    next.runner.start();
    await settled();
    expect(next.done).toEqual([keys[0], keys[1]]);
    expect([next.runner.waiting, next.records.waiting().commands]).toEqual([0, []]);
  });

  test('a large command waits with its text if it is the only one', () => {
    const { add, records } = runnerOn(storage(), [], {
      space: { waiting: 2, waitingCharacters: 1 },
    });
    add(commands[0]!);
    expect(records.waiting().commands[0]?.text).toBe(texts.get(keys[0]!));
  });
});
