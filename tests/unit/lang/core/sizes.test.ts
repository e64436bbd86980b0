import { describe, expect, it } from 'vitest';
import type { Def, ModuleData } from '../../../../src/lang/core/model/definition.ts';
import {
  sizeOfDefPactExec,
  sizeOfNamespace,
  sizeOfModule,
  sizeOfModuleData,
} from '../../../../src/lang/core/size/module-size.ts';
import { hashModule } from '../../../../src/lang/core/encoding/module-hash.ts';
import {
  countGuardRecord,
  countKeySet,
  countRow,
  countUpTo,
  countValue,
} from '../../../../src/lang/core/size/size-counter.ts';
import { chainSizes, countTerm, replSizes } from '../../../../src/lang/core/size/term-size.ts';
import { modulePlaceholder } from '../../../../src/lang/values/encoding/hash.ts';
import { QualifiedName } from '../../../../src/lang/values/names.ts';
import { integerType, Schema, stringType, type Type } from '../../../../src/lang/values/type.ts';
import {
  CapabilityGuard,
  Decimal,
  KeySetGuard,
  ListValue,
  objectValue,
  TimeValue,
  unit,
  UserGuard,
  type PactValue,
} from '../../../../src/lang/values/value.ts';
import {
  arg,
  call,
  defun,
  full,
  member,
  moduleNamed,
  moduleWith,
  builtin,
  one,
  onLine,
  text,
} from '../../../support/core-samples.ts';

const span = onLine(0);
const truth = { kind: 'literal', literal: { kind: 'bool', value: true }, span } as const;

const capability = (name: string, parts: object = {}): Def => ({
  kind: 'defcap',
  spec: arg(name),
  params: [],
  term: truth,
  meta: { kind: 'unmanaged' },
  span,
  ...parts,
});

const fields = new Map<string, Type>([
  ['col1', integerType],
  ['col2', stringType],
]);
const schema = new Schema(new QualifiedName('table-schema', moduleNamed('T')), fields);

// Figures of the gas goldens: size before hashing and size of what is stored, both as the REPL counts.
const samples: readonly (readonly [string, readonly Def[], string, number, number])[] = [
  [
    'T',
    [
      { kind: 'defschema', name: 'table-schema', fields, span },
      { kind: 'deftable', name: 'test-table', schema, span },
      capability('G'),
    ],
    'G',
    260,
    433,
  ],
  ['T', [defun('test'), capability('G')], 'G', 171, 386],
  [
    'testmodule',
    [
      capability('g'),
      capability('ev', { term: one, meta: { kind: 'event' } }),
      defun(
        'test',
        call(builtin('emit-event'), call(member('ev', 'testmodule', modulePlaceholder))),
      ),
    ],
    'g',
    272,
    633,
  ],
  ['testmodule', [capability('g'), ...yieldingDefs()], 'g', 334, 675],
];

function yieldingDefs(): readonly Def[] {
  const result = new Map<string, Type>([['result', stringType]]);
  const type: Type = {
    kind: 'object',
    schema: new Schema(new QualifiedName('schema', moduleNamed('testmodule')), result),
  };
  const local = { kind: 'var', name: { kind: 'local', text: 'x', index: 0 }, span } as const;
  const body = {
    kind: 'let',
    arg: arg('x', type),
    value: { kind: 'object', fields: [['result', text('hi')]], span },
    body: call(builtin('yield'), local),
    span,
  } as const;
  return [
    { kind: 'defschema', name: 'schema', fields: result, span },
    { kind: 'defpact', spec: arg('test'), params: [], steps: [{ kind: 'step', body }], span },
  ];
}

describe('size of a module', () => {
  it.each(samples)('%s %#', (name, defs, governance, before, stored) => {
    const module = moduleWith(name, defs, {
      governance: { kind: 'capability', name: full(governance, name, modulePlaceholder) },
    });
    expect(sizeOfModule(module, replSizes.withoutInfo)).toBe(before);
    const data: ModuleData = { module: hashModule(module), dependencies: new Map() };
    expect(sizeOfModuleData(data, replSizes)).toBe(stored);
  });

  it('counts positions and builtins of a chain with fewer bytes', () => {
    const count = (sizes: typeof chainSizes): number =>
      countUpTo(Infinity, (counter) => countTerm(counter, builtin('+'), sizes));
    expect(count(chainSizes)).toBe(2 + 2 + 5);
    expect(count(replSizes)).toBe(2 + 4 + 21);
    expect(count(chainSizes.withoutInfo)).toBe(4);
  });

  it('counts dependencies with their names', () => {
    const module = hashModule(moduleWith('m', []));
    const name = full('f', 'n');
    const dependency = { name, def: defun('f') };
    const empty = sizeOfModuleData({ module, dependencies: new Map() }, chainSizes);
    const dependencies = new Map([[name.key, dependency]]);
    // pair, name, then 2 + 1 + spec 13 + params 5 + nullary (2 + constant 17 + 5) + 5
    const added = 1 + (1 + (1 + 5 + 2) + 5 + 36) + (2 + 1 + (1 + 5 + 2 + 5) + 5 + (2 + 17 + 5) + 5);
    expect(sizeOfModuleData({ module, dependencies }, chainSizes)).toBe(empty + added);
  });
});

describe('size of values, step by step', () => {
  it.each<[string, PactValue, number]>([
    ['integer', 1n, 12],
    ['long integer', 2n ** 80n, 14],
    ['decimal', new Decimal(15n, 1), 14],
    ['bool', true, 5],
    ['string', 'aé', 4 + 3 + 4],
    ['unit', unit, 4],
    ['time', new TimeValue(0n), 10],
    ['list', new ListValue([1n, true]), 7 + 12 + 5],
    ['object', objectValue([['a', 1n]]), 25],
    ['keyset', new KeySetGuard(['k'], { kind: 'keys-all' }), 2 + 2 + 1 + 5 + 5 + 2],
  ])('%s', (_, value, size) => {
    expect(countValue(value, Infinity)).toBe(size);
    // In every sample, the last step exceeds this limit.
    expect(countValue(value, size - 1)).toBe(size);
  });

  it('stops at the step that exceeds the limit', () => {
    const value = new ListValue(['abcd', 'efgh', 'ijkl']);
    // 2 5 | 2 2 8 | 2 2 8 | 2 2 8
    const totals = [2, 7, 9, 11, 19, 21, 23, 31, 33, 35, 43];
    for (let limit = 0; limit < 43; limit++) {
      expect(countValue(value, limit)).toBe(totals.find((total) => total > limit));
    }
  });

  it('of endlessly shared structure', () => {
    let value: PactValue = 'x';
    for (let i = 0; i < 60; i++) value = new ListValue([value, value]);
    expect(countValue(value, 1000)).toBeGreaterThan(1000);
    expect(countValue(value, 1000)).toBeLessThan(1020);
    expect(countValue(value, Number.MAX_SAFE_INTEGER)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
  });

  it('of a row is that of the map', () => {
    const row = new Map<string, PactValue>([
      ['col1', 1n],
      ['col2', 'a'],
    ]);
    expect(countRow(row, Infinity)).toBe(44);
  });

  it('of a row without nested values is the same as with its parts counted one by one', () => {
    const keys = new KeySetGuard(['a', 'b'], { kind: 'keys-all' });
    const row = new Map<string, PactValue>([
      ['guard', keys],
      ['balance', new Decimal(-5n, 2)],
      ['é', true],
    ]);
    const nested = new Map<string, PactValue>([...row, ['list', new ListValue([])]]);
    const size = countRow(row, Infinity);
    expect(countRow(nested, Infinity) - size).toBe(1 + (4 + 4) + (2 + 5));
    for (const limit of [0, 5, 20, size - 1]) {
      const total = countRow(row, limit);
      expect(total).toBeGreaterThan(limit);
      expect(countRow(nested, limit)).toBe(total);
    }
    expect(countRow(row, size)).toBe(size);
  });

  it('of a keyset and of the record of a guard', () => {
    expect(countKeySet(new KeySetGuard(['a', 'b'], { kind: 'bare', name: 'p' }), Infinity)).toBe(
      25,
    );
    const name = new QualifiedName('g', moduleNamed('m'));
    const record = 1 + (1 + 5 + (1 + 5 + 2)) + 5 + 12;
    expect(countGuardRecord(new UserGuard(name, [1n]), Infinity)).toBe(record);
    expect(countGuardRecord(new CapabilityGuard(name, [1n], undefined), Infinity)).toBe(record + 2);
    expect(countGuardRecord(new CapabilityGuard(name, [1n], undefined), 3)).toBe(7);
  });
});

describe('size of a running defpact and of a namespace', () => {
  const idle = {
    stepCount: 1,
    yield: undefined,
    step: 0,
    pactId: 'A'.repeat(43),
    continuation: { def: new QualifiedName('test', moduleNamed('testmodule')), args: [] },
    nested: new Map(),
  };

  it('as in the goldens of yield and define-namespace', () => {
    const data = new Map<string, PactValue>([['result', 'hi']]);
    const yielded = { data, provenance: undefined, sourceChain: undefined };
    expect(sizeOfDefPactExec({ ...idle, yield: yielded, stepHasRollback: false })).toBe(129);
    expect(sizeOfDefPactExec({ ...idle, stepHasRollback: false })).toBe(98);
    const guard = new KeySetGuard(['k'], { kind: 'keys-all' });
    expect(sizeOfNamespace({ name: 'n', user: guard, admin: guard })).toBe(1 + 5 + 2 * 15);
  });

  it('counts nested defpacts, without their rollback flag', () => {
    const exec = { ...idle, stepHasRollback: false, nested: new Map([['id', idle]]) };
    expect(sizeOfDefPactExec(exec)).toBe(98 + 1 + 6 + 97);
  });

  it('counts the target of a yield', () => {
    const empty = { data: new Map(), provenance: undefined, sourceChain: undefined };
    const provenance = { targetChain: '1', moduleHash: 'A'.repeat(43) };
    const sent = { ...empty, provenance, sourceChain: '0' };
    const size = (value: typeof sent | typeof empty): number =>
      sizeOfDefPactExec({ ...idle, yield: value, stepHasRollback: true });
    expect(size(sent) - size(empty)).toBe(1 + 5 + 36 + 5);
  });
});
