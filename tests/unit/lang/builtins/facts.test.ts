// The facts in a definition are true: all builtins are described, the files generated from them are up to date, and no
// example has a stronger effect on the database than its builtin declares.

import { describe, expect, it } from 'vitest';
import { compareText } from '../../../../src/base/text.ts';
import { coreBuiltins } from '../../../../src/lang/builtins/core.ts';
import {
  internalNamesOf,
  builtinsThatWrite,
  type BuiltinDefinition,
  type Effect,
} from '../../../../src/lang/builtins/define.ts';
import { legacyBuiltins } from '../../../../src/lang/builtins/legacy.ts';
import { builtinAt, builtinIndex } from '../../../../src/lang/core/encoding/builtin-index.ts';
import { memoryDatabase } from '../../../../src/tools/repl/options.ts';
import { builtinPrices, numberedBuiltins } from '../../../generate/builtin-tables.ts';
import { replSession } from '../../../support/repl-session.ts';

const all = [...coreBuiltins, ...legacyBuiltins];
const facts = all.flatMap(({ builtins }) => Object.entries(builtins));
const pure = { gas: { '5.0': 100 }, does: 'pure' } as const;

describe('facts of builtins', () => {
  it('are given for each internal name', () => {
    for (const definition of all) {
      const described = Object.keys(definition.builtins).sort(compareText);
      expect(described).toEqual([...internalNamesOf(definition)].sort(compareText));
    }
  });

  it('give the hashed numbers, and none to builtins of Pact 4', () => {
    for (const [name, { number }] of facts) expect(builtinIndex(name)).toBe(number);
    const former = legacyBuiltins.flatMap(({ builtins }) => Object.values(builtins));
    expect(former.every(({ number }) => number === undefined)).toBe(true);
  });

  // Consensus: stored modules contain these numbers.
  it.each([
    [0, '+'],
    [49, 'enumerate-step'],
    [92, 'write'],
    [137, 'hash-poseidon'],
  ])('number %i is %s', (number, name) => {
    expect(builtinAt(number)).toBe(name);
  });

  it('set a flat cost from the first release of gas on', () => {
    for (const [name, { gas }] of facts) {
      expect([name, Object.keys(gas)[0]]).toEqual([name, '5.0']);
      expect(Object.values(gas).every((cost) => cost > 0)).toBe(true);
    }
  });
});

describe('the tables of builtins', () => {
  it('have each number once', () => {
    const twice = [
      ['one', { ...pure, number: 0 }],
      ['other', { ...pure, number: 0 }],
    ] as const;
    expect(() => numberedBuiltins(twice)).toThrow('other has the number of one');
    expect(() => numberedBuiltins([['one', { ...pure, number: 1 }]])).toThrow('the number 0');
  });

  it('list a price under the release that sets it', () => {
    const text = builtinPrices([
      ['one', pure],
      ['other', { ...pure, gas: { '5.0': 100, '99.0': 250 } }],
    ]);
    expect(text).toContain("'5.0',\n    `\n    100:\n      one other\n");
    expect(text).toContain("'99.0',\n    `\n    250:\n      other\n");
  });
});

const changes = new Set([
  'writeModule',
  'rewriteModule',
  'writeModuleSource',
  'writeKeySet',
  'writeNamespace',
  'createTable',
  'writeRow',
]);
const looks = new Set(['readKeySet', 'readNamespace', 'readRow', 'rowKeys', 'rowChanges']);

/** Returns the strongest effect of the examples on the database. */
function observed({ examples, builtins }: BuiltinDefinition): Effect {
  const others = builtinsThatWrite(coreBuiltins).filter((name) => !Object.hasOwn(builtins, name));
  const seen = new Set<PropertyKey>();
  for (const { setup, code } of examples) {
    if (others.some((name) => code.includes(`(${name} `))) continue;
    const { run } = replSession(new Map(), {
      makeDatabase: (state) =>
        new Proxy(memoryDatabase(state), {
          get(database, name) {
            seen.add(name);
            return Reflect.get(database, name) as unknown;
          },
        }),
    });
    const before = new Set(seen);
    if (setup !== undefined) run(setup);
    seen.clear();
    for (const name of before) seen.add(name);
    run(code);
  }
  if ([...seen].some((name) => changes.has(String(name)))) return 'writes';
  return [...seen].some((name) => looks.has(String(name))) ? 'reads' : 'pure';
}

const strength: Record<Effect, number> = { pure: 0, transaction: 0, reads: 1, writes: 2 };

describe('effects of builtins', () => {
  it.each(all)('$name', (definition) => {
    const said = Object.values(definition.builtins).map(({ does }) => does);
    const max = Math.max(...said.map((does) => strength[does]));
    const seen = observed(definition);
    expect(max).toBeGreaterThanOrEqual(strength[seen]);
    // An example shows the write of each builtin that is declared to write.
    if (max === strength.writes) expect(seen).toBe('writes');
  });

  it('are declared once for those that write', () => {
    expect([...builtinsThatWrite(coreBuiltins)].sort(compareText)).toEqual([
      'create-table',
      'define-keyset',
      'define-namespace',
      'define-read-keyset',
      'insert',
      'static-redeploy',
      'update',
      'write',
    ]);
  });
});
