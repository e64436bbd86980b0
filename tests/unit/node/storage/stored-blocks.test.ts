// Blocks on the disk: what is read back, what is cached, and what is pruned.

import { afterAll, expect, test } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { makePayload, type PayloadWithOutputs } from '../../../../src/chain/model/payload.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { ChainLine } from '../../../../src/node/engine/blocks.ts';
import { blockTables, StoredBlocks } from '../../../../src/node/storage/stored-blocks.ts';
import { Environment } from '../../../../src/storage/disk/index.ts';
import { folderWith } from '../../../support/command.ts';

const folder = folderWith({});
const environments: Environment[] = [];
afterAll(async () => {
  for (const each of environments) await each.close();
  folder.remove();
});

function environment(): Environment {
  const path = `${folder.path}/${environments.length}.mdb`;
  const made = new Environment({ path, tables: blockTables, isPassing: true });
  environments.push(made);
  return made;
}

const payloadOf = (text: string): PayloadWithOutputs =>
  makePayload({
    minerData: utf8('{}'),
    coinbase: utf8(`"${text}"`),
    transactions: [{ input: utf8('in'), output: utf8('out') }],
  });

const first = genesisHeader(development, 0)!;

/** Headers above the first one; hash and payload are unlike those of any other. */
function chainOf(
  count: number,
  branch = 0,
): readonly (readonly [BlockHeader, PayloadWithOutputs])[] {
  const made: (readonly [BlockHeader, PayloadWithOutputs])[] = [];
  for (let i = 1; i <= count; i++) {
    const parent = made.at(-1)?.[0] ?? first;
    const hash = new Uint8Array(32).fill(i).fill(branch, 30);
    const payload = payloadOf(`${i} ${branch}`);
    const { payloadHash } = payload;
    made.push([{ ...first, height: i, parent: parent.hash, hash, payloadHash }, payload]);
  }
  return made;
}

const blocksOn = (on: Environment, cacheBytes = 0): StoredBlocks =>
  new StoredBlocks({ environment: on, network: development, cacheBytes });

test('blocks are read back, also by another reader', async () => {
  const on = environment();
  const blocks = blocksOn(on);
  blocks.begin(new Map());
  for (const [header, payload] of [...chainOf(100), ...chainOf(70, 1)])
    blocks.add({ header, payload });
  on.endStep();
  await on.committed();
  for (const each of [blocks, blocksOn(on, 1_000_000)]) {
    for (const [header, payload] of chainOf(100)) {
      expect(each.find(0, header.hash)).toEqual(header);
      expect(each.payload(0, header.payloadHash)).toEqual(payload);
      expect(each.payload(1, header.payloadHash)).toBeUndefined();
    }
    const heights = [...each.headers(0).inOrder({ height: 60 })].map(({ height }) => height);
    expect(heights).toHaveLength(41 + 11);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
  }
});

test('a payload that is in the cache is not read again', () => {
  const on = environment();
  const [cached, without] = [blocksOn(on, 1_000_000), blocksOn(on)];
  const [[header, payload]] = chainOf(1) as [[BlockHeader, PayloadWithOutputs]];
  for (const each of [cached, without]) each.begin(new Map());
  for (const each of [cached, without]) each.add({ header, payload });
  expect(cached.payload(0, header.payloadHash)).toBe(payload);
  expect(without.payload(0, header.payloadHash)).not.toBe(payload);
  expect(without.payload(0, header.payloadHash)).toEqual(payload);
});

test('the payloads of all blocks of a height are pruned', () => {
  const blocks = blocksOn(environment(), 1_000_000);
  blocks.begin(new Map());
  const all = [...chainOf(3), ...chainOf(3, 1)];
  for (const [header, payload] of all) blocks.add({ header, payload });
  blocks.prune(0, 2);
  const kept = all.filter(([{ payloadHash }]) => blocks.payload(0, payloadHash) !== undefined);
  expect(kept.map(([{ height }]) => height)).toEqual([1, 3, 1, 3]);
  expect(blocks.find(0, all[1]![0].hash)).toEqual(all[1]![0]);
});

test('ancestors are found by height in the cut, and by their parents beside it', () => {
  const blocks = blocksOn(environment());
  blocks.begin(new Map());
  const find = (hash: Uint8Array) => blocks.find(0, hash);
  const line = new ChainLine(first, { rows: blocks.line(0), find });
  for (const [header, payload] of chainOf(80)) {
    blocks.add({ header, payload });
    line.push(header);
  }
  const beside = chainOf(5, 1);
  for (const [header, payload] of beside) blocks.add({ header, payload });
  expect(blocks.ancestor(line.head, 3)?.height).toBe(3);
  expect(blocks.ancestor(line.head, 3)).toEqual(line.at(3));
  expect(blocks.ancestor(beside[4]![0], 2)).toEqual(beside[1]![0]);
  expect(blocks.ancestor(beside[4]![0], 0)).toEqual(first);
  expect(blocks.ancestor(line.head, 81)).toBeUndefined();
  expect(line.cutAbove(10).map(({ height }) => height)).toHaveLength(70);
  const again = new ChainLine(first, { rows: blocks.line(0), find });
  expect(again.head).toEqual(line.head);
  expect(again.at(11)).toBeUndefined();
});
