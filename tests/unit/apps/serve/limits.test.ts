// Limits that depend on each other: what one allows must fit within another.
import { expect, test } from 'vitest';
import { limits } from '../../../../src/apps/serve/limits.ts';

/** The bytes of a request key in a JSON list: 43 characters, two quotes and a comma. */
const keyBytes = 46;

test.each([
  ['a poll of the most keys', limits.pollKeys * keyBytes, limits.keyBodyBytes],
  ['the question for one result', keyBytes, limits.listenBodyBytes],
  [
    'the longest command, every character escaped',
    limits.commandCharacters * 6,
    limits.commandBodyBytes,
  ],
  ['a small body', limits.smallBody, limits.commandBodyBytes],
  ['the largest body, many times', 16 * limits.commandBodyBytes, limits.waitingBytes],
  ['commands that wait', limits.waitingBytes, limits.passingBytes],
])('%s: fits', (_, needed, room) => {
  expect(needed).toBeLessThanOrEqual(room);
});
