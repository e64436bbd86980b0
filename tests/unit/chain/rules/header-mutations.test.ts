// Validation failures of changed headers, by the reference's names and in its order. The base headers are real ones; the
// cases follow test/unit/Chainweb/Test/BlockHeader/Validation.hs.
import { describe, expect, test } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
import { type BlockHeader, forkStateOf } from '../../../../src/chain/model/header.ts';
import type { HeaderFailure } from '../../../../src/chain/rules/header-failure.ts';
import { mainnet01 } from '../../../../src/chain/rules/networks/mainnet01.ts';
import { failuresOf, headerOf, type Family } from '../../../support/chain-headers.ts';
import type { HeaderVector } from '../../../support/chain-vectors.ts';
import { recapDevelopment } from '../../../support/recap-development.ts';
import { skipped } from '../../../support/skipped.ts';

const file = new URL(
  '../../../../../shared/vectors/chainweb/mainnet-headers.json',
  import.meta.url,
);
const isThere = existsSync(file);
const vectors = isThere ? (JSON.parse(readFileSync(file, 'utf8')) as readonly HeaderVector[]) : [];

type Change = (family: Family) => Partial<Family>;
type Case = readonly [string, Change, readonly HeaderFailure[]];

const networks = [mainnet01, recapDevelopment];
/** Later than all vectors. */
const now = 2_000_000_000_000_000n;
const second = 1_000_000n;

function family(name: string): Family {
  const found = vectors.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return {
    header: headerOf(found.header),
    parent: headerOf(found.parent),
    adjacents: found.adjacents.map(headerOf),
  };
}

const header =
  (change: (header: BlockHeader) => Partial<BlockHeader>): Change =>
  (given) => ({ header: { ...given.header, ...change(given.header) } });
const parent =
  (change: (parent: BlockHeader) => Partial<BlockHeader>): Change =>
  (given) => ({ parent: { ...given.parent, ...change(given.parent) } });
const both =
  (...changes: readonly Change[]): Change =>
  (given) =>
    changes.reduce<Family>((at, change) => ({ ...at, ...change(at) }), given);
const adjacents =
  (change: (header: BlockHeader, i: number) => Partial<BlockHeader>): Change =>
  (given) => ({ adjacents: given.adjacents.map((each, i) => ({ ...each, ...change(each, i) })) });

function flipped(hash: Uint8Array): Uint8Array {
  const changed = hash.slice();
  changed[0] = (changed[0] ?? 0) ^ 1;
  return changed;
}

const votes = (number: number, count: number) => () => ({
  forkState: forkStateOf({ number, votes: count }),
});
const unchanged: Change = () => ({});

function check(base: string, cases: readonly Case[]): void {
  describe.skipIf(!isThere)(`${base} (vectors: ${skipped(!isThere, cases)})`, () => {
    test.each(cases)('%s', (_, change, failures) => {
      const given = family(base);
      expect(failuresOf({ ...given, ...change(given) }, { networks, now })).toEqual(failures);
    });
  });
}

const hashAndPow = ['IncorrectHash', 'IncorrectPow'] as const;

check('validation-base-318266', [
  ['unchanged', unchanged, []],
  [
    'created at the end of time',
    header(() => ({ creationTime: 2n ** 63n - 1n })),
    [...hashAndPow, 'BlockInTheFuture'],
  ],
  [
    'created a second later',
    header(({ creationTime }) => ({ creationTime: creationTime + second })),
    hashAndPow,
  ],
  ['hash of zeros', header(() => ({ hash: new Uint8Array(32) })), ['IncorrectHash']],
  [
    'created with its parent',
    (given) => header(() => ({ creationTime: given.parent.creationTime }))(given),
    [...hashAndPow, 'CreatedBeforeParent'],
  ],
  ['hash with a bit flipped', header(({ hash }) => ({ hash: flipped(hash) })), ['IncorrectHash']],
  [
    'target with a bit flipped',
    header(({ target }) => ({ target: target ^ 1n })),
    [...hashAndPow, 'IncorrectTarget'],
  ],
  [
    'parent of a different height, at the end of an epoch',
    parent(() => ({ height: 318_359 })),
    ['IncorrectHeight', 'IncorrectEpoch', 'IncorrectTarget'],
  ],
  ['unknown parent', header((each) => ({ parent: flipped(each.parent) })), ['MissingParent']],
  [
    'unknown adjacent parent',
    (given) => ({ adjacents: given.adjacents.slice(1) }),
    ['MissingAdjacentParent'],
  ],
  [
    'payload hash with a bit flipped',
    header(({ payloadHash }) => ({ payloadHash: flipped(payloadHash) })),
    hashAndPow,
  ],
  [
    'epoch a second later',
    header(({ epochStart }) => ({ epochStart: epochStart + second })),
    [...hashAndPow, 'IncorrectEpoch'],
  ],
  [
    'another chain',
    header(() => ({ chainId: 1 })),
    [...hashAndPow, 'AdjacentChainMismatch', 'ChainMismatch'],
  ],
  [
    'another network',
    header(() => ({ networkCode: recapDevelopment.code })),
    [
      ...hashAndPow,
      'AdjacentChainMismatch',
      'UnknownForkNumber',
      'VersionMismatch',
      'InvalidForkVotes',
      'IncorrectForkNumber',
      'CreatedBeforeParent',
      'InvalidAdjacentVersion',
      'InvalidForkVotes',
    ],
  ],
  ['weight 10', header(() => ({ weight: 10n })), [...hashAndPow, 'IncorrectWeight']],
  [
    'weight one more',
    header(({ weight }) => ({ weight: weight + 1n })),
    [...hashAndPow, 'IncorrectWeight'],
  ],
  ['height 10', header(() => ({ height: 10 })), [...hashAndPow, 'IncorrectHeight']],
  [
    'height one more',
    header(({ height }) => ({ height: height + 1 })),
    [...hashAndPow, 'IncorrectHeight'],
  ],
  ['nonce 0', header(() => ({ nonce: 0n })), hashAndPow],
  [
    'votes at the last height where they are free',
    header(() => ({ forkState: 1n << 56n, height: 530_499 })),
    [...hashAndPow, 'IncorrectHeight'],
  ],
  [
    'votes at the first height where they are checked',
    header(() => ({ forkState: 1n << 56n, height: 530_500 })),
    [
      ...hashAndPow,
      'IncorrectHeight',
      'InvalidForkVotes',
      'IncorrectForkNumber',
      'InvalidForkVotes',
    ],
  ],
  [
    'no adjacent parents',
    header(() => ({ adjacents: [] })),
    [...hashAndPow, 'AdjacentChainMismatch'],
  ],
  [
    'adjacent parents of another network',
    adjacents(() => ({ networkCode: recapDevelopment.code })),
    ['InvalidAdjacentVersion'],
  ],
  [
    'an adjacent parent of another chain',
    adjacents((_, i) => (i === 0 ? { chainId: 0 } : {})),
    ['AdjacentParentChainMismatch'],
  ],
]);

check('legacy-da-600000', [
  ['unchanged', unchanged, []],
  [
    'target one more',
    header(({ target }) => ({ target: target + 1n })),
    [...hashAndPow, 'IncorrectWeight', 'IncorrectTarget'],
  ],
  ['epoch of the parent from zero', parent(() => ({ epochStart: 0n })), ['IncorrectTarget']],
  [
    'parent created at zero',
    parent(() => ({ creationTime: 0n })),
    ['IncorrectEpoch', 'IncorrectTarget'],
  ],
]);

check('mainnet-475492', [
  ['unchanged', unchanged, []],
  ['fork number one more', header(votes(1, 0)), hashAndPow],
  ['one vote', header(votes(0, 1000)), hashAndPow],
  ['two votes', header(votes(0, 2000)), hashAndPow],
  ['a thousandth of a vote', header(votes(0, 1)), hashAndPow],
]);

const twiceVotes = ['InvalidForkVotes', 'InvalidForkVotes'] as const;

// A block in the part of the fork epoch that casts votes.
check('mainnet-6326122', [
  ['unchanged', unchanged, []],
  ['fork number one more', header(votes(1, 0)), [...hashAndPow, 'IncorrectForkNumber']],
  ['one vote', header(votes(0, 1000)), hashAndPow],
  ['a thousandth of a vote', header(votes(0, 1)), [...hashAndPow, ...twiceVotes]],
  ['two votes', header(votes(0, 2000)), [...hashAndPow, ...twiceVotes]],
  ['one, as the parent', both(parent(votes(0, 1000)), header(votes(0, 1000))), hashAndPow],
  ['one more than the parent', both(parent(votes(0, 1000)), header(votes(0, 2000))), hashAndPow],
  ['fewer than the parent', parent(votes(0, 2000)), twiceVotes],
  [
    'a little less than the parent',
    both(parent(votes(0, 2000)), header(votes(0, 1999))),
    [...hashAndPow, ...twiceVotes],
  ],
  [
    'fork number that no release knows, as the parent',
    both(parent(votes(250, 0)), header(votes(250, 0))),
    [...hashAndPow, 'UnknownForkNumber'],
  ],
  [
    'fork number below the parent',
    both(parent(votes(250, 0)), header(votes(249, 0))),
    [...hashAndPow, 'UnknownForkNumber', 'IncorrectForkNumber'],
  ],
]);

// A block in the part of the fork epoch that counts votes.
check('mainnet-6321599-fork-epoch-end', [
  ['unchanged', unchanged, []],
  ['one vote', header(votes(0, 1000)), [...hashAndPow, 'InvalidForkVotes']],
  [
    'as the parent',
    both(parent(votes(0, 1000)), header(votes(0, 1000))),
    [...hashAndPow, 'InvalidForkVotes'],
  ],
  [
    'as all parents',
    both(parent(votes(0, 1000)), adjacents(votes(0, 1000)), header(votes(0, 1000))),
    hashAndPow,
  ],
  [
    'half, as two of four parents have one',
    both(
      parent(votes(0, 1000)),
      adjacents((_, i) => (i === 0 ? votes(0, 1000)() : {})),
      header(votes(0, 500)),
    ),
    hashAndPow,
  ],
  [
    'half, but three of four parents have one',
    both(
      parent(votes(0, 1000)),
      adjacents((_, i) => (i < 2 ? votes(0, 1000)() : {})),
      header(votes(0, 500)),
    ),
    [...hashAndPow, 'InvalidForkVotes'],
  ],
]);

const threeTimesVotes = [...twiceVotes, 'InvalidForkVotes'] as const;
/** Just below and above two thirds of the blocks that cast votes. */
const below = ((14_280 * 2) / 3 - 1) * 1000;
const above = ((14_280 * 2) / 3 + 1) * 1000;

// The first block of a fork epoch.
check('mainnet-6321600-fork-epoch-start-da', [
  ['unchanged', unchanged, []],
  ['from two votes to none', parent(votes(0, 2000)), []],
  ['one vote', both(parent(votes(0, 2000)), header(votes(0, 1000))), hashAndPow],
  [
    'two votes',
    both(parent(votes(0, 2000)), header(votes(0, 2000))),
    [...hashAndPow, ...threeTimesVotes],
  ],
  ['all voted, the number stays', parent(votes(0, 14_400_000)), ['IncorrectForkNumber']],
  [
    'all voted, the number rises',
    both(parent(votes(0, 14_400_000)), header(votes(1, 0))),
    hashAndPow,
  ],
  ['too few voted, the number stays', parent(votes(0, below)), []],
  [
    'too few voted, the number rises',
    both(parent(votes(0, below)), header(votes(1, 0))),
    [...hashAndPow, 'IncorrectForkNumber'],
  ],
  [
    'enough voted, the number rises',
    both(parent(votes(0, above)), header(votes(1, 0))),
    hashAndPow,
  ],
  ['enough voted, the number stays', parent(votes(0, above)), ['IncorrectForkNumber']],
]);

check('mainnet-6326123', [['unchanged', unchanged, []]]);

describe.skipIf(!isThere)('vectors: chainweb/mainnet-headers.json', () => {
  test('every real header follows every rule above its parents', () => {
    expect(vectors).toHaveLength(7);
    for (const { name } of vectors) {
      expect(failuresOf(family(name), { networks, now }), name).toEqual([]);
    }
  });
});
