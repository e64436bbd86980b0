// Work that was handed out: what is kept of it, and what makes room.
import { expect, test } from 'vitest';
import type { Client } from '../../../../../src/base/client.ts';
import type { Candidate } from '../../../../../src/node/engine/engine.ts';
import { AllGivenWork, bytesOf } from '../../../../../src/node/engine/mining/given-work.ts';
import { emptyBlock, startDevnet } from '../../../../support/devnets.ts';

const { devnet } = startDevnet();
const block = emptyBlock(devnet.engine, 0);
if (!block.ok) throw new Error('no block');
const some: Candidate = block.value;

/** A block with this number as its payload hash. */
function candidateOf(number: number): Candidate {
  const payloadHash = new Uint8Array(32).fill(number);
  return { ...some, header: { ...some.header, payloadHash } };
}

function given(limits = {}, proven: readonly string[] = []) {
  const all = new AllGivenWork({
    limits: { workItems: 3, workBytes: 1000, workMicros: 100n, staleItems: 2, ...limits },
    isProven: (miner) => proven.includes(miner),
  });
  const add = (number: number, client: Client, more: { miner?: string; bytes?: number } = {}) => {
    const { miner = `m${number}`, bytes = 1 } = more;
    const since = BigInt(number);
    all.add({ candidate: candidateOf(number), miner, client, arrivals: 0, since, bytes });
  };
  const kinds = (...numbers: readonly number[]) =>
    numbers.map((number) => all.find(candidateOf(number).header)?.kind);
  return { all, add, kinds };
}

const crowd: Client = { network: 'a', connection: 1 };
const neighbour: Client = { network: 'a', connection: 2 };
const other: Client = { network: 'b', connection: 3 };

test('the oldest work of the client with the most makes room', () => {
  const { all, add, kinds } = given();
  add(1, other);
  add(2, neighbour);
  add(3, crowd);
  add(4, crowd);
  expect([all.size, ...kinds(1, 2, 3, 4)]).toEqual([3, 'current', 'current', undefined, 'current']);
  add(5, crowd);
  expect(kinds(1, 2, 4, 5)).toEqual(['current', 'current', undefined, 'current']);
});

test('work of a miner that has solved some before is dropped last', () => {
  const { add, kinds } = given({}, ['known']);
  add(1, crowd, { miner: 'known' });
  add(2, other);
  add(3, crowd, { miner: 'known' });
  add(4, crowd, { miner: 'known' });
  expect(kinds(1, 2, 3, 4)).toEqual(['current', undefined, 'current', 'current']);
});

test('large blocks make room as well, but never the newest one', () => {
  const { all, add, kinds } = given();
  add(1, crowd, { bytes: 600 });
  add(2, other, { bytes: 300 });
  add(3, crowd, { bytes: 600 });
  expect([all.usedBytes, ...kinds(1, 2, 3)]).toEqual([900, undefined, 'current', 'current']);
  add(4, other, { bytes: 5000 });
  expect([all.size, all.usedBytes, ...kinds(4)]).toEqual([1, 5000, 'current']);
});

test('only the header is kept of work that is stale, and only of some', () => {
  const { all, add, kinds } = given();
  for (const number of [1, 2, 3]) add(number, crowd);
  all.dropStale(({ header }) => header.payloadHash[0] === 2);
  expect([all.size, all.usedBytes, ...kinds(1, 2, 3)]).toEqual([1, 1, 'stale', 'current', 'stale']);
  expect(all.newestOf('m1', 0)).toBeUndefined();
  expect(all.newestOf('m2', 0)).toBeDefined();
  all.dropStale(() => false);
  expect(kinds(1, 2, 3)).toEqual([undefined, 'stale', 'stale']);
  all.remove(candidateOf(3).header);
  expect(kinds(2, 3)).toEqual(['stale', undefined]);
});

test('work is forgotten after its time, stale or not', () => {
  const { all, add, kinds } = given();
  for (const number of [1, 2, 3]) add(number, crowd);
  all.dropStale(({ header }) => header.payloadHash[0] === 3);
  all.dropOld(102n);
  expect(kinds(1, 2, 3)).toEqual([undefined, 'stale', 'current']);
  all.dropOld(104n);
  expect([all.size, all.usedBytes, ...kinds(2, 3)]).toEqual([0, 0, undefined, undefined]);
});

test('a block counts twice what its payload has', () => {
  expect(bytesOf(some)).toBe(2 * some.built.payload.coinbase.length);
});
