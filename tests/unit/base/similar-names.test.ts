import { expect, test } from 'vitest';
import { similarNames } from '../../../src/base/prose.ts';

test.each([
  ['tranfer', ['transfer', 'transform'], ['transfer']],
  ['TRANSFER', ['transfer'], ['transfer']],
  ['recieve', ['receive'], ['receive']],
  ['mpa', ['map', 'mod', 'max'], ['map']],
  ['abcdef', ['abcxyz', 'abcdex', 'abcdeg', 'abcdeh', 'abcdey'], ['abcdeg', 'abcdeh', 'abcdex']],
  ['map', ['map'], []],
  ['x', ['y', '+'], []],
  ['', ['a'], []],
  ['a'.repeat(65), ['a'.repeat(64)], []],
  ['__proto_', ['__proto__', 'constructor'], ['__proto__']],
])('names like %s among %j: %j', (name, candidates, expected) => {
  expect(similarNames(name, candidates)).toEqual(expected);
});
