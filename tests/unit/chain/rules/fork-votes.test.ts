import { expect, test } from 'vitest';
import {
  countVotes,
  forkEpochLength,
  forkPhase,
  isDecided,
} from '../../../../src/chain/rules/fork-votes.ts';

const production = { voteCastingLength: 14_280 };

test.each([
  [0, 'start'],
  [1, 'vote'],
  [14_279, 'vote'],
  [14_280, 'count'],
  [14_399, 'count'],
  [14_400, 'start'],
])('height %i is in the phase %s', (height, phase) => {
  expect(forkPhase(production, height)).toBe(phase);
  expect(forkEpochLength(production)).toBe(14_400);
});

// Decided from exactly 9519.5 votes: that half rounds up to an even number.
test.each([
  [9_519_499, false],
  [9_519_500, true],
  [9_520_000, true],
  [0, false],
])('%i thousandths of a vote: decided is %s', (votes, decided) => {
  expect(isDecided(production, votes)).toBe(decided);
});

test('a half above an even count rounds down', () => {
  // 12 of 18 blocks are needed: 11.5 rounds to 12, 12.5 to 12.
  const small = { voteCastingLength: 18 };
  expect([11_499, 11_500, 12_500].map((votes) => isDecided(small, votes))).toEqual([
    false,
    true,
    true,
  ]);
  const next = { voteCastingLength: 19 };
  // 13 of 19 are needed (12.67): 12.5 rounds to 12.
  expect([12_500, 12_501].map((votes) => isDecided(next, votes))).toEqual([false, true]);
});

test('counting rounds the mean down', () => {
  expect(countVotes([1000, 0, 0, 0])).toBe(250);
  expect(countVotes([1, 1, 1, 0])).toBe(0);
});
