// Requests with very many keys: the work grows with the file, and the notes stay few.

import { expect, test } from 'vitest';
import { readRequest } from '../../../../src/apps/request/read-request.ts';

const readFile = () => ({ kind: 'failure', reason: '' }) as const;
const host = { readFile, readKeyFile: readFile, now: () => 0n };

function sentences(lines: readonly string[]): readonly string[] {
  const text = ['code: "1"', 'nonce: "1"', 'keyPairs: []', ...lines].join('\n');
  const read = readRequest(text, 'signed', host);
  if (!read.ok) throw new Error(read.fault.sentence);
  return read.value.warnings.map(({ sentence }) => sentence);
}

test('the first unknown keys are named, and the others counted', () => {
  const found = sentences(Array.from({ length: 3_000 }, (_, i) => `k${i}: 1`));
  expect(found).toHaveLength(21);
  expect(found[0]).toBe('k0 is not a known key and is ignored');
  expect(found.at(-1)).toBe('2980 more keys are unknown or appear twice');
});

test('a repeated key is told at its first place, also among many', () => {
  expect(sentences(['codee: 1', 'codee: 2', 'meta: 1'])).toEqual([
    'codee appears twice, and the last one counts',
    'codee is not a known key and is ignored (did you mean code?)',
    'meta is not a known key and is ignored',
  ]);
});
