import { expect, it } from 'vitest';
import {
  builtinAt,
  builtinIndex,
  coreBuiltins,
  isReplBuiltin,
  replBuiltins,
} from '../../../../../src/lang/core/encoding/builtin-index.ts';

it.each([
  ['+', 0],
  ['round-prec', 22],
  ['define-read-keyset', 82],
  ['select-with-fields', 88],
  ['hyperlane-encode-token-message', 132],
  ['hash-poseidon', 137],
  ['expect', 138],
  ['continue-pact-rollback-yield-object', 169],
  ['typecheck', 181],
])('%s has the number %i', (name, index) => {
  expect(builtinIndex(name)).toBe(index);
  expect(builtinAt(index)).toBe(name);
  expect(isReplBuiltin(name)).toBe(index >= 138);
});

it('has as many builtins as the reference, each once', () => {
  expect(coreBuiltins).toHaveLength(138);
  expect(replBuiltins).toHaveLength(44);
  expect(new Set([...coreBuiltins, ...replBuiltins]).size).toBe(182);
});

it.each(['constructor', '__proto__', 'txlog', ''])('has no builtin %j', (name) => {
  expect(builtinIndex(name)).toBeUndefined();
});
