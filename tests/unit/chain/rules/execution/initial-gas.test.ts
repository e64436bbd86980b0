import { expect, test } from 'vitest';
import {
  type SignerScheme,
  initialGas,
  initialGasModels,
} from '../../../../../src/chain/rules/execution/gas.ts';

const { payload, proofs, signatures } = initialGasModels;

/** One signature of the most common kind has 138 bytes. */
const oneKey = (bytes: number, proof: number) => ({
  payload: bytes,
  proof,
  signatures: 138,
  signers: ['ED25519'] as readonly SignerScheme[],
});

test.each([
  [500, 0, [6n, 6n, 28n]],
  [1000, 0, [11n, 11n, 33n]],
  [1000, 2400, [11n, 35n, 57n]],
  [51_200, 0, [513n, 513n, 536n]],
  [200_000, 0, [15_878n, 15_878n, 15_968n]],
])('%i bytes with a proof of %i', (bytes, proof, gas) => {
  const sizes = oneKey(bytes, proof);
  expect([payload, proofs, signatures].map((model) => initialGas(model, sizes))).toEqual(gas);
});

test.each([
  [0, 0n],
  [1, 1n],
  [100, 2n],
  [1500, 16n],
  [10_000, 101n],
  [100_000, 1109n],
])('a payload of %i bytes alone costs %d', (bytes, gas) => {
  expect(initialGas(payload, { payload: bytes, proof: 0, signatures: 0, signers: [] })).toBe(gas);
});

test('each listed signer pays for its scheme', () => {
  const sizes = { payload: 0, proof: 0, signatures: 0 };
  const signers = ['ED25519', 'WebAuthn', 'WebAuthn'] as const;
  expect(initialGas(signatures, { ...sizes, signers })).toBe(21n + 2n * 526n);
  expect(initialGas(proofs, { ...sizes, signers })).toBe(0n);
});
