// All rules of a header, and the explanations for headers that break one: each is a change of a valid header.
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { blockHash } from '../../../../src/chain/model/block-hash.ts';
import { type BlockHeader, forkStateOf } from '../../../../src/chain/model/header.ts';
import { explainHeader, headerFailures } from '../../../../src/chain/rules/header-failure.ts';
import { isLastInEpoch, targetAbove, weightAbove } from '../../../../src/chain/rules/difficulty.ts';
import { StdlibChains } from '../../../support/stdlib-chains.ts';

const chains = new StdlibChains('triangle');
chains.growBy(13);
const { network } = chains;
const all = chains.blocks.flat().map(({ header }) => header);
const byHash = new Map(all.map((header) => [toBase64Url(header.hash), header]));
const now = 2_000_000_000_000_000n;

function rulesOf(
  header: BlockHeader,
  find = (_: number, hash: Uint8Array) => byHash.get(toBase64Url(hash)),
) {
  return explainHeader(network, header, { now, networkOf: () => network, find });
}

const failing = (...given: Parameters<typeof rulesOf>): readonly string[] =>
  rulesOf(...given)
    .filter(({ fails }) => fails === true)
    .map(({ rule }) => rule);

test('blocks over an epoch follow every rule, and each rule is named once', () => {
  for (const header of all) {
    const rules = rulesOf(header);
    expect(rules.filter(({ fails }) => fails !== false)).toEqual([]);
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length);
  }
  const missing = ['MissingParent', 'MissingAdjacentParent'];
  expect(rulesOf(all[3]!).length).toBe(Object.keys(headerFailures).length - missing.length);
});

/** Block 5 of chain 0; the hash of a changed header is recomputed. */
const base = chains.blocks[0]![5]!.header;
const changed = (change: Partial<BlockHeader>): BlockHeader => {
  const header = { ...base, ...change };
  return { ...header, hash: blockHash(header) };
};

test.each<readonly [string, Partial<BlockHeader>, readonly string[]]>([
  ['a height too much', { height: 6 }, ['IncorrectHeight']],
  ['more weight', { weight: base.weight + 1n }, ['IncorrectWeight']],
  ['an easier target', { target: base.target + 1n }, ['IncorrectWeight', 'IncorrectTarget']],
  ['a target of 0', { target: 0n }, ['IncorrectWeight', 'IncorrectTarget']],
  ['a different start of the epoch', { epochStart: base.epochStart + 1n }, ['IncorrectEpoch']],
  [
    'the time of its parent',
    { creationTime: chains.blocks[0]![4]!.header.creationTime },
    ['CreatedBeforeParent'],
  ],
  ['a time in the future', { creationTime: now + 1n }, ['BlockInTheFuture']],
  [
    'a different fork number',
    { forkState: forkStateOf({ number: 1, votes: 0 }) },
    ['IncorrectForkNumber'],
  ],
  [
    'an unknown fork number',
    { forkState: forkStateOf({ number: 2, votes: 0 }) },
    ['UnknownForkNumber', 'IncorrectForkNumber'],
  ],
  ['two votes', { forkState: forkStateOf({ number: 0, votes: 2000 }) }, ['InvalidForkVotes']],
  ['one vote', { forkState: forkStateOf({ number: 0, votes: 1000 }) }, []],
  ['one neighbour', { adjacents: base.adjacents.slice(1) }, ['AdjacentChainMismatch']],
  [
    'neighbours that are swapped',
    {
      adjacents: base.adjacents.map(({ chainId }, i) => ({
        chainId,
        hash: base.adjacents[1 - i]!.hash,
      })),
    },
    ['AdjacentParentChainMismatch'],
  ],
  ['a different parent', { parent: new Uint8Array(32) }, ['MissingParent']],
])('a header with %s', (_, change, failures) => {
  expect(failing(changed(change))).toEqual(failures);
});

test('a header with another hash', () => {
  expect(failing({ ...base, hash: base.parent })).toEqual(['IncorrectHash']);
});

test('without the blocks of neighbours, the rules of the parent are still checked', () => {
  const ownOnly = (chain: number, hash: Uint8Array) =>
    chain === 0 ? byHash.get(toBase64Url(hash)) : undefined;
  expect(failing(base, ownOnly)).toEqual(['MissingAdjacentParent']);
  expect(failing(changed({ weight: 1n }), ownOnly)).toEqual(
    expect.arrayContaining(['IncorrectWeight', 'MissingAdjacentParent']),
  );
  const open = rulesOf(base, ownOnly).filter(({ fails }) => fails === undefined);
  expect(open.map(({ rule }) => rule)).toEqual([
    'IncorrectTarget',
    'CreatedBeforeParent',
    'AdjacentParentChainMismatch',
    'InvalidAdjacentVersion',
  ]);
});

// chainweb-node #393: no division by the next target.
test('#50: an epoch of equal times ends with a target of 0, which has no weight', () => {
  const { parent, adjacentParents } = epochOfEqualTimes();
  const target = targetAbove(network, { parent, adjacentParents }, parent.creationTime);
  expect(target).toBe(0n);
  expect(weightAbove(parent, target)).toBe(parent.weight);
});

/** Returns the last block of an epoch and its neighbours, all with the time of the epoch's start. */
function epochOfEqualTimes() {
  const last = chains.blocks.map((line) =>
    line.find(({ header }) => isLastInEpoch(network, header)),
  );
  const [parent, ...adjacentParents] = last.map((block) => {
    if (block === undefined) throw new Error('no epoch ends');
    return { ...block.header, creationTime: block.header.epochStart };
  });
  if (parent === undefined) throw new Error('no chain');
  return { parent, adjacentParents };
}
