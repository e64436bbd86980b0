// The predicates of keysets as functions, of Pact 4: they take the number of keys and the number of keys that signed.
import { type Overload, builtin, overload, param } from '../define.ts';
import { publicDataObject } from '../../state/environment.ts';

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

// `list`, of Pact 4. It receives its arguments as one list.

export const list = builtin({
  name: 'list',
  since: '1.0',
  until: '5.0',
  instead: 'Write the elements in brackets: `[1 2 3]`.',
  builtins: { list: { gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns the list of its arguments. Pact 5 has only the form `[1 2 3]`.',
  overloads: [
    overload({
      internal: 'list',
      params: [param('elements', 'list', 'Any number of values.')],
      returns: 'list',
      run: (_call, elements) => elements,
    }),
  ],
  examples: [
    { code: '(list 1 2 3)', gives: '[1 2 3]' },
    { code: '(list "a" true)', gives: '["a" true]' },
  ],
});

// `public-chain-data`: in Pact 4 the schema of the result of `chain-data`, listed among the builtins by name. A call
// returns an object of that schema.
// Source: Pact 4, src/Pact/Builtin.hs (chainDataSchema).

export const publicChainData = builtin({
  name: 'public-chain-data',
  since: '2.4',
  until: '5.0',
  instead: 'Call `(chain-data)`, whose result has the type `object`.',
  builtins: { 'public-chain-data': { gas: { '5.0': 100 }, does: 'transaction' } },
  doc: 'Returns the same object as `chain-data`, whose schema had this name.',
  overloads: [
    overload({
      internal: 'public-chain-data',
      params: [],
      returns: 'object',
      run: (call) => publicDataObject(call.machine.environment.publicData),
    }),
  ],
  examples: [
    { code: '(= (public-chain-data) (chain-data))', gives: 'true' },
    { code: `(at 'gas-limit (public-chain-data))`, gives: '0' },
  ],
});
