// How the definitions and modules that Pact 4 stored are read today.

import { describe, expect, it } from 'vitest';
import { readLegacyModule } from '../../../../src/lang/session/run.ts';
import {
  app,
  arg,
  behind,
  bindLet,
  bindObject,
  bound,
  call,
  constant,
  def,
  free,
  hash,
  int,
  list,
  lit,
  moduleName,
  builtin,
  object,
  outside,
  schema,
  step,
  stored,
  storedInterface,
  storedModule,
  table,
  type Json,
  type Written,
} from './legacy-json.ts';
import { run } from './run-stored.ts';

const inFunction = (...body: readonly Json[]): Json =>
  storedModule({ f: def('f', { args: [arg('x'), arg('y')], body }) });

const guardOf = (keys: Json): Json => ({ keys, pred: 'keys-all' });
const interfaceI = storedInterface('i', {
  get: def('get', { args: [arg('n', 'integer')], body: [] }),
});
const reference: Json = { refName: moduleName('m'), refSpec: [moduleName('i')], refInfo: null };

describe('a stored module', () => {
  it('has constants, functions without parameters, and calls its own definitions', () => {
    const seven = def('seven', { body: [int(7)] });
    const module = storedModule({
      seven,
      C: constant('C', stored({ int: 4 })),
      sum: def('sum', {
        body: [call('+', 1, app(outside(behind(seven))), outside(free(`m.C.{${hash('M')}}`)))],
      }),
    });
    expect(run('[(m.seven) m.C (m.sum)]', module)).toBe('[7 4 11]');
  });

  it('checks its types', () => {
    const typed = (type: Json): Json =>
      storedModule({ f: def('f', { args: [arg('x', type)], body: [bound(0)] }) });
    const row = schema('s', [arg('a', 'integer')]);
    expect(run('(m.f "a")', typed('integer'))).toContain('expected type integer');
    expect(run('(m.f ["a"])', typed({ list: 'integer' }))).toContain('expected type list integer');
    expect(
      run('(m.f {"a": "b"})', typed({ schema: 'object', type: behind(row), partial: 'full' })),
    ).toContain('expected type object{m.s}');
    expect(run('(m.f 1)', typed({ guard: null }))).toContain('expected type guard');
    expect(run('(m.f 1)', typed({ modspec: [reference] }))).toContain('expected type module{m}');
    for (const any of ['*', { tag: 'TypeVar', name: 'a', constraint: [] }, reference]) {
      expect(run('(m.f 1)', typed(any))).toBe('1');
    }
    expect(run('(m.f [1])', typed({ list: '*' }))).toBe('[1]');
    expect(run('(m.f {"a": 1})', typed({ schema: 'object', type: '*', partial: 'full' }))).toBe(
      '{"a": 1}',
    );
  });

  it('has tables, its own and those of others', () => {
    const row = schema('s', [arg('a', 'integer')]);
    const own = table('t', row);
    const module = storedModule(
      {
        s: row,
        t: own,
        put: def('put', {
          args: [arg('k'), arg('a')],
          body: [call('write', 1, outside(behind(own)), bound(0), object({ a: bound(1) }))],
        }),
        get: def('get', {
          args: [arg('k')],
          body: [
            call(
              'with-read',
              1,
              outside(behind(own)),
              bound(0),
              bindObject([['a', lit('a')]], bound(0)),
            ),
          ],
        }),
        other: def('other', { body: [call('keys', 1, outside(table('u', row, 'n', hash('N'))))] }),
      },
      { governance: { capability: def('G', { kind: 'Defcap', body: [lit(true)] }) } },
    );
    expect(run('(env-module-admin m) (create-table m.t) (m.put "k" 5) (m.get "k")', module)).toBe(
      '5',
    );
    expect(run('(m.other)', module)).toContain('n');
  });

  it('has capabilities and their managers', () => {
    const manager = def('MGR', {
      args: [arg('m', 'integer'), arg('r', 'integer')],
      body: [call('-', 1, bound(0), bound(1))],
    });
    const capability = (meta: Json): Written => ({
      kind: 'Defcap',
      args: [arg('p'), arg('n', 'integer')],
      meta,
      body: [lit(true)],
    });
    const PAY = def('PAY', capability({ managedParam: 'n', managerFun: behind(manager) }));
    const EVENT = def('EVENT', capability('event'));
    const AUTO = def('AUTO', capability({ managerAuto: true }));
    const within = (cap: Json): Json =>
      def('go', {
        args: [arg('n')],
        body: [
          call(
            'with-capability',
            1,
            app(outside(behind(cap)), lit('a'), bound(0)),
            list(int(1), bound(0)),
          ),
        ],
      });
    const sign = '(env-sigs [{"key": "k", "caps": [(m.PAY "a" 5)]}])';
    expect(
      run(`${sign} (m.go 3) (m.go 2)`, storedModule({ MGR: manager, PAY, go: within(PAY) })),
    ).toBe('2');
    // A manager that is not a member of the module is stored inline.
    expect(run(`${sign} (m.go 3)`, storedModule({ PAY, go: within(PAY) }))).toBe('3');
    const named = def(
      'PAY',
      capability({ managedParam: 'n', managerFun: free(`m.MGR.{${hash('M')}}`) }),
    );
    expect(
      run(`${sign} (m.go 4)`, storedModule({ MGR: manager, PAY: named, go: within(named) })),
    ).toBe('4');
    expect(
      run('(m.go 3) (length (env-events false))', storedModule({ EVENT, go: within(EVENT) })),
    ).toBe('1');
    expect(run('(m.go 3)', storedModule({ AUTO, go: within(AUTO) }))).toContain(
      'Managed capability not installed',
    );
  });

  it('has defpacts', () => {
    const steps = [
      step(call('yield', 1, object({ a: bound(0) }))),
      step(
        call('resume', 1, bindObject([['a', lit('a')]], call('+', 2, bound(0), outside(bound(0))))),
        lit('undone'),
      ),
    ];
    const p = def('p', { kind: 'Defpact', args: [arg('x')], body: steps });
    const entity = def('p', { kind: 'Defpact', body: [step(int(1), null, lit('bank'))] });
    const both = def('p', { kind: 'Defpact', body: [step(int(1), int(2), lit('bank'))] });
    expect(run('(m.p 4) (continue-pact 1)', storedModule({ p }))).toBe('8');
    expect(run('(m.p 4) (continue-pact 1) (continue-pact 1 true)', storedModule({ p }))).toContain(
      'completed',
    );
    for (const of of [entity, both])
      expect(run('(m.p)', storedModule({ p: of }))).toContain('entity');
  });

  it('calls members of interfaces', () => {
    const member = def('get', { module: 'i', args: [arg('n', 'integer')], body: [] });
    const module = storedModule(
      {
        get: def('get', { args: [arg('n', 'integer')], body: [bound(0)] }),
        go: def('go', {
          args: [arg('r', { modspec: [{ ...(reference as object), refName: moduleName('i') }] })],
          body: [
            bindLet(
              [['one', int(1)]],
              app({ dref: outside(bound(0)), dmem: outside(behind(member), 2), i: null }, bound(0)),
            ),
          ],
        }),
      },
      { interfaces: [moduleName('i')] },
    );
    expect(run('(m.go m)', interfaceI, module)).toBe('1');
  });

  it('keeps its metadata', () => {
    const changes = {
      blessed: [hash('Z'), hash('B')],
      imports: [
        { module: moduleName('o'), hash: hash('O'), imports: ['a'], i: null },
        { module: moduleName('p'), hash: null, imports: null, i: null },
      ],
      governance: { keyset: { ns: 'n', ksn: 'k' } },
    };
    const dependency = def('far', { module: 'o', body: [int(9)] });
    const far = `o.far.{${hash('O')}}`;
    const module = storedModule({ f: def('f', { body: [app(outside(free(far)))] }) }, changes, [
      [far, { ref: dependency }],
    ]);
    const reading = readLegacyModule(JSON.stringify(module));
    expect(reading).toMatchObject({
      data: {
        module: {
          governance: { kind: 'keyset', name: { text: 'n.k' } },
          blessed: [hash('B'), hash('Z')],
          imports: [
            { module: { text: 'o' }, hash: hash('O'), names: ['a'] },
            { module: { text: 'p' }, hash: undefined, names: undefined },
          ],
          code: '(module m ..)',
        },
      },
    });
    expect(run('(m.f)', module)).toBe('9');
  });

  it('collects definitions that are inlined where they are used', () => {
    const inner = def('inner', { module: 'o', args: [arg('z')], body: [bound(0)] });
    const outer = def('outer', {
      module: 'o',
      args: [arg('z')],
      body: [app(outside(behind(inner)), bound(0))],
    });
    expect(
      run(
        '(m.f 10 3)',
        inFunction(bindLet([['a', int(1)]], app(outside(behind(outer), 2), bound(0)))),
      ),
    ).toBe('1');
  });
});

it('an interface has signatures, schemas and constants', () => {
  const cap = (meta: Json): Json =>
    def('CAP', { kind: 'Defcap', args: [arg('n')], meta, body: [] });
  const managed = { managedParam: 'n', managerFun: behind(def('MGR', { body: [] })) };
  const reading = readLegacyModule(
    JSON.stringify(
      storedInterface('i', {
        CAP: cap(managed),
        p: def('p', { kind: 'Defpact', body: [] }),
        s: schema('s', []),
        C: constant('C', stored(true)),
      }),
    ),
  );
  expect(reading).toMatchObject({
    data: {
      module: {
        kind: 'interface',
        defs: [
          { kind: 'defconst' },
          { kind: 'interface-defcap', meta: { kind: 'managed', paramIndex: 0, manager: 'MGR' } },
          { kind: 'interface-defpact' },
          { kind: 'defschema' },
        ],
      },
    },
  });
});

describe('invalid stored modules are refused', () => {
  const f = (body: Json): Json => inFunction(body);
  it.each<[Json, string]>([
    [[], 'expected an object with "module"'],
    [{ module: {}, refMap: [] }, 'expected an object of definitions'],
    [storedModule({ f: int(1) }), 'a member of a module is not a definition'],
    [storedInterface('i', { f: int(1) }), 'a member of an interface is not a definition'],
    [storedModule({}, { hash: 'x' }), 'expected a hash'],
    [f({ x: 1 }), 'no kind of term has the properties "x"'],
    [f(bound(2)), 'a variable has no binder'],
    [f(outside(bound(0))), 'a variable refers to nothing'],
    [f(outside(builtin('list-of-yore'))), 'the builtin list-of-yore no longer exists'],
    [f(step(int(1))), 'a step is outside a defpact'],
    [f(call('with-capability', 1, int(1))), 'with-capability requires a capability and a body'],
    [
      f(call('with-capability', 1, int(1), list())),
      'with-capability requires a capability and a body',
    ],
    [f(lit({ x: 1 })), 'expected a literal'],
    [f({ guard: { x: 1 }, i: null }), 'unknown kind of guard'],
    [f({ dref: int(1), dmem: int(1), i: null }), 'a module reference is not a variable'],
    [f(outside(stored(guardOf(['k'])))), ''],
    [f(outside(stored({ keys: ['k'], pred: '=' }))), 'the predicate = belongs to no module'],
    [storedModule({ f: def('f', { body: [] }) }), 'a body is empty'],
    [
      storedModule({
        f: def('f', {
          kind: 'Defcap',
          meta: { managedParam: 'n', managerFun: int(1) },
          body: [int(1)],
        }),
      }),
      'a capability has no parameter n',
    ],
    [storedModule({ C: constant('C', int(1)) }), 'a constant is not a value'],
    [
      storedModule({ f: def('f', { args: [arg('x', 'number')], body: [int(1)] }) }),
      'unknown type "number"',
    ],
  ])('%#', (module, reason) => {
    const reading = readLegacyModule(JSON.stringify(module));
    expect(reading.kind === 'fault' ? reading.reason : '').toBe(reason);
  });

  it('and so is what is not JSON', () => {
    expect(readLegacyModule('{')).toEqual({ kind: 'fault', reason: 'not JSON (end-of-input)' });
  });
});
