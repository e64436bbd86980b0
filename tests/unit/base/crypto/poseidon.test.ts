import { grainGenConstants, poseidon as noblePoseidon } from '@noble/curves/abstract/poseidon.js';
import { bn254_Fr } from '@noble/curves/bn254.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maximumPoseidonInputs, poseidon } from '../../../../src/base/crypto/poseidon.ts';
import { referenceTest } from './vectors.ts';

// The values of circomlib's tests and of the reference's PoseidonTests.
test.each([
  [1, 18586133768512220936620570745912940619677854269274689475585506675881198879027n],
  [2, 7853200120776062878684798364095072458815029376092732009249414926327459813530n],
  [3, 6542985608222806190361240322586112750744169038454362455181422643027100751666n],
  [4, 18821383157269793795438455681495246036402687001665670618754263018637548127333n],
  [5, 6183221330272524995739186171720101788151706631170188140075976616310159254464n],
  [6, 20400040500897583745843009878988256314335038853985262692600694741116813247201n],
  [7, 12748163991115452309045839028154629052133952896122405799815156419278439301912n],
  [8, 18604317144381847857886385684060986177838410221561136253933256952257712543953n],
])('the hash of 1 .. %i is %i', (count, expected) => {
  const inputs = Array.from({ length: count }, (_, i) => BigInt(i + 1));
  expect(poseidon(inputs)).toBe(expected);
});

test('there is no hash of nothing, nor of more than eight', () => {
  expect(poseidon([])).toBeUndefined();
  expect(poseidon(new Array<bigint>(maximumPoseidonInputs + 1).fill(1n))).toBeUndefined();
  expect(maximumPoseidonInputs).toBe(8);
});

test('integers count modulo the order of the field', () => {
  const { ORDER } = bn254_Fr;
  expect(poseidon([ORDER + 5n, -1n])).toBe(poseidon([5n, ORDER - 1n]));
  expect(poseidon([-(10n ** 300n)])).toBe(poseidon([ORDER - (10n ** 300n % ORDER)]));
});

test('an independent permutation agrees', () => {
  const options = { Fp: bn254_Fr, t: 5, roundsFull: 8, roundsPartial: 60 };
  const { mds, roundConstants } = grainGenConstants(options);
  const permute = noblePoseidon({ ...options, mds, roundConstants, sboxPower: 5 });
  const element = fc.bigInt({ min: 0n, max: bn254_Fr.ORDER - 1n });
  fc.assert(
    fc.property(fc.tuple(element, element, element, element), (inputs) => {
      expect(poseidon(inputs)).toBe(permute([0n, ...inputs])[0]);
    }),
    { numRuns: 5 },
  );
});

referenceTest(
  'crypto/Pact/Core/Crypto/Hash/Poseidon.hs',
  'the generated constants are the table of the reference',
  (source) => {
    const [matrices, constants] = source.split('\ngetC ::').map(hexadecimals);
    let [inMatrices, inConstants] = [0, 0];
    [56, 57, 56, 60, 60, 63, 64, 63].forEach((roundsPartial, i) => {
      const t = i + 2;
      const made = grainGenConstants({ Fp: bn254_Fr, t, roundsFull: 8, roundsPartial });
      const cells = made.mds.flat();
      const row = made.roundConstants.flat();
      expect(matrices!.slice(inMatrices, inMatrices + cells.length)).toEqual(cells);
      expect(constants!.slice(inConstants, inConstants + row.length)).toEqual(row);
      inMatrices += cells.length;
      inConstants += row.length;
    });
    expect([matrices!.length, constants!.length]).toEqual([inMatrices, inConstants]);
  },
);

function hexadecimals(text: string): bigint[] {
  return [...text.matchAll(/0x[0-9a-f]+/g)].map(([digits]) => BigInt(digits));
}

referenceTest('pact-tests/pact-tests/poseidon-hash.repl', 'poseidon-hash.repl', (source) => {
  const cases = [
    ...source.matchAll(/" (\d+) \((?:poseidon-hash-hack-a-chain|hash-poseidon)([ \d]+)\)/g),
  ];
  expect(cases.length).toBe(16);
  for (const [, expected, inputs] of cases) {
    expect(poseidon(inputs!.trim().split(/\s+/).map(BigInt))).toBe(BigInt(expected!));
  }
});
