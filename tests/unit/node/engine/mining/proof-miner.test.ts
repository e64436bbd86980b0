// Mining with proof of work: the headers found follow every rule, and the work follows new parents and transactions.
import { afterEach, describe, expect, test } from 'vitest';
import { validateHeader, findParents } from '../../../../../src/chain/rules/validate-header.ts';
import { powHash } from '../../../../../src/chain/model/block-hash.ts';
import { word256Of } from '../../../../../src/chain/model/binary.ts';
import { SimulatedTime } from '../../../../../src/base/ports/simulated-time.ts';
import { SeededRandom } from '../../../../../src/base/ports/random.ts';
import { bad, good } from '../../../../../src/base/result.ts';
import { ProofMiner } from '../../../../../src/node/engine/mining/proof-miner.ts';
import type { Work } from '../../../../../src/node/engine/mining/search-threads.ts';
import type { MiningPort } from '../../../../../src/node/port.ts';
import { transferOf } from '../../../../support/devnets.ts';
import { minerKey, smallNetwork, startNode, until } from '../../../../support/real-nodes.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test('blocks with proofs of work follow every rule of headers, and contain what was sent', async () => {
  const small = smallNetwork({ chains: 2, target: 2n ** 256n / 50n });
  const { running, troubles } = startNode(small, {
    'mining.enabled': 'true',
    'mining.keys': minerKey,
    'mining.refreshSeconds': '1',
  });
  ends.push(() => running.stop());
  const { node, engine } = running;
  // The first blocks have an old date.
  await until(() => (engine.cut.heads.get(0)!.height >= 1 ? true : undefined));
  const command = transferOf(1.5, { creationTime: Math.floor(Date.now() / 1000) - 10 });
  const sent = await node.chain(0)?.submit([command]);
  expect(sent).toEqual(good([command.hash]));
  const mined = await node.chain(0)?.whenMined(command.hash, AbortSignal.timeout(20_000));
  expect(mined?.kind).toBe('mined');
  await until(() => (engine.cut.heads.get(1)!.height >= 4 ? true : undefined));
  const { network, store } = engine;
  let checked = 0;
  for (const chain of [0, 1]) {
    for (const header of store.headers(chain).inOrder({ height: 1 })) {
      const step = findParents(network, header, {
        networkOf: () => network,
        find: (id, hash) => store.find(id, hash),
      });
      if (!step.ok) throw new Error(step.fault);
      expect(validateHeader(step.value, engine.now())).toEqual([]);
      expect(word256Of(powHash(header)) <= header.target).toBe(true);
      checked++;
    }
  }
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(troubles).toEqual([]);
});

describe('work of a miner', () => {
  const work = (fill: number): Uint8Array => new Uint8Array(322).fill(fill);
  type Work322 = Awaited<ReturnType<MiningPort['work']>>;
  function mined(answers: Work322[]) {
    const time = new SimulatedTime();
    const searched: number[] = [];
    const solved: Uint8Array[] = [];
    const troubles: string[] = [];
    let rests = 0;
    let find: (work: Work, nonce: bigint) => void = () => undefined;
    let cutChanges: () => void = () => undefined;
    let transactionsCome: () => void = () => undefined;
    let last: Work322 = answers[0] ?? good(work(0));
    const miner = new ProofMiner({
      mining: {
        work: () => Promise.resolve((last = answers.shift() ?? last)),
        solved: (bytes) => {
          solved.push(bytes);
          return Promise.resolve(good('accepted' as const));
        },
        updates: () => undefined,
      },
      miner: { account: 'm', predicate: 'keys-all', publicKeys: [] },
      searchers: (onFound) => {
        find = onFound;
        return {
          search: ({ header }) => searched.push(header[0]!),
          rest: () => {
            rests++;
          },
          stop: () => searched.push(-1),
        };
      },
      onCut: (listener) => {
        cutChanges = listener;
        return () => undefined;
      },
      onTransactions: (listener) => {
        transactionsCome = listener;
        return () => undefined;
      },
      timer: time,
      random: new SeededRandom(1),
      onTrouble: (sentence) => troubles.push(sentence),
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const found = (nonce: bigint) => {
      find({ header: work(5).slice(36), target: work(5).slice(4, 36) }, nonce);
      return settle();
    };
    const cut = () => {
      cutChanges();
      return settle();
    };
    const transactions = () => {
      transactionsCome();
      return settle();
    };
    const said = { searched, solved, troubles, rests: () => rests };
    return { ...said, time, miner, found, cut, transactions, settle };
  }

  test('the same work continues; other work replaces it when the cut or the pool has changed', async () => {
    const run = mined([good(work(1)), good(work(1)), good(work(2)), good(work(3))]);
    await run.settle();
    expect(run.searched).toEqual([1]);
    await run.cut();
    expect(run.searched).toEqual([1]);
    await run.cut();
    expect(run.searched).toEqual([1, 2]);
    await run.transactions();
    expect(run.searched).toEqual([1, 2, 3]);
    run.miner.stop();
    await run.cut();
    expect(run.searched).toEqual([1, 2, 3, -1]);
  });

  test('a nonce is returned at the end of the header', async () => {
    const run = mined([good(work(5))]);
    await run.settle();
    await run.found(0x0102n);
    expect([...(run.solved[0] ?? [])].slice(-9)).toEqual([5, 2, 1, 0, 0, 0, 0, 0, 0]);
    expect(run.searched).toEqual([5, 5]);
  });

  test('without work the threads rest, the reason is reported once, and work is requested again', async () => {
    const none = bad({ kind: 'unavailable', sentence: 'the disk is full' } as const);
    const run = mined([none, none, good(work(7))]);
    await run.settle();
    expect([run.searched, run.rests()]).toEqual([[], 1]);
    for (let i = 0; i < 3; i++) {
      await run.time.advance(1_000);
      await run.settle();
    }
    expect(run.troubles).toEqual(['cannot mine: the disk is full']);
    expect(run.searched).toEqual([7]);
  });
});
