// The predicates of keysets as functions, of Pact 4: they take the number of keys and the number of keys that signed.

import { builtin, overload, param, type Overload } from '../define.ts';

export const keysAll = builtin({
  name: 'keys-all',
  since: '1.0',
  until: '5.0',
  instead: 'Compare the numbers: `(= count matched)`.',
  builtins: { 'keys-all': { gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether all keys of a keyset signed.',
  overloads: [predicate('keys-all', (count, matched) => count === matched)],
  examples: [
    { code: '(keys-all 3 3)', gives: 'true' },
    { code: '(keys-all 3 2)', gives: 'false' },
  ],
});

export const keysAny = builtin({
  name: 'keys-any',
  since: '1.0',
  until: '5.0',
  instead: 'Compare the numbers: `(>= matched 1)`.',
  builtins: { 'keys-any': { gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether at least one key of a keyset signed.',
  overloads: [predicate('keys-any', (_count, matched) => matched >= 1n)],
  examples: [
    { code: '(keys-any 10 1)', gives: 'true' },
    { code: '(keys-any 10 0)', gives: 'false' },
  ],
});

export const keysTwo = builtin({
  name: 'keys-2',
  since: '1.0',
  until: '5.0',
  instead: 'Compare the numbers: `(>= matched 2)`.',
  builtins: { 'keys-2': { gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether at least two keys of a keyset signed.',
  overloads: [predicate('keys-2', (_count, matched) => matched >= 2n)],
  examples: [
    { code: '(keys-2 3 2)', gives: 'true' },
    { code: '(keys-2 3 1)', gives: 'false' },
  ],
});

function predicate(name: string, holds: (count: bigint, matched: bigint) => boolean): Overload {
  return overload({
    internal: name,
    params: [
      param('count', 'integer', 'The number of keys in the keyset.'),
      param('matched', 'integer', 'The number of these keys that signed.'),
    ],
    returns: 'bool',
    run: (_call, count, matched) => holds(count, matched),
  });
}
