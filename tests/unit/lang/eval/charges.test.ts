// The gas of type checks, calls and loaded modules, to the milligas. A change is a fork.

import { describe, expect, it } from 'vitest';
import { noSpan } from '../../../../src/base/span.ts';
import { GasMeter } from '../../../../src/lang/gas/meter.ts';
import { tableModel } from '../../../../src/lang/gas/model.ts';
import { fitsPartOfSchema } from '../../../../src/lang/eval/calls/typecheck.ts';
import { ModuleName, QualifiedName } from '../../../../src/lang/values/names.ts';
import { integerType, Schema } from '../../../../src/lang/values/type.ts';
import { replSession } from '../../../support/repl-session.ts';

const many = Array.from({ length: 10 }, (_, i) => `i${i}`);
const interfaces = many.map((name) => `(interface ${name} (defun ${name} ()))`).join(' ');

function implementing(module: string, count: number): string {
  const parts = many
    .slice(0, count)
    .map((name) => `(implements ${name}) (defun ${name} () 1)`)
    .join(' ');
  return `(module ${module} G (defcap G () true) ${parts})`;
}

const setup = `${interfaces} ${implementing('nine', 9)} ${implementing('ten', 10)}
  (module m G (defcap G () true)
    (defschema pair a:integer b:integer) (defschema nest items:[integer] flat:object{pair})
    (deftable t:{pair})
    (defun any (x) 1)
    (defun flat (x:object{pair}) 1)
    (defun deep (x:object{nest}) 1)
    (defun items (x:[integer]) 1)
    (defun lists (x:[[integer]]) 1)
    (defun tabled (x:table{pair}) 1)
    (defun tabled-any (x) 1)
    (defun call-tabled () (tabled t))
    (defun call-any () (tabled-any t))
    (defun referred (x:module{i0}) 1)
    (defun add (a b) (+ a b))
    (defun add-all (a b c) (+ a (+ b c))))`;

/** Returns the result and gas of a program, with all modules loaded before. */
function spent(program: string): { readonly result: string; readonly milligas: bigint } {
  const { engine, run } = replSession();
  expect(run(`${setup} (env-gasmodel "table") (env-gaslimit 100000) (env-gas 0) 1`)).toBe('1');
  const before = engine.meter.used;
  const result = run(program);
  return { result, milligas: BigInt(engine.meter.used) - BigInt(before) };
}

function milligas(program: string): bigint {
  const { result, milligas: cost } = spent(program);
  expect(result).not.toContain('fails');
  return cost;
}

/** The cost of a tick: one step of the machine. */
const tick = 25n;

describe('checking a type', () => {
  it.each<[string, string, string, bigint]>([
    ['of an object: a tick a field', '(m.flat {"a": 1, "b": 2})', '(m.any {"a": 1, "b": 2})', 2n],
    [
      'again: the same',
      '(let ((x {"a": 1, "b": 2})) (m.flat x) (m.flat x) (m.flat x))',
      '(let ((x {"a": 1, "b": 2})) (m.any x) (m.any x) (m.any x))',
      6n,
    ],
    [
      'of an object within an object: its fields as well',
      '(m.deep {"items": [1 2 3], "flat": {"a": 1, "b": 2}})',
      '(m.any {"items": [1 2 3], "flat": {"a": 1, "b": 2}})',
      7n,
    ],
    ['of a list: a tick an item', '(m.items [1 2 3 4 5])', '(m.any [1 2 3 4 5])', 5n],
    ['of lists within a list', '(m.lists [[1 2] [] [3]])', '(m.any [[1 2] [] [3]])', 6n],
    ['of a table: a tick a column', '(m.call-tabled)', '(m.call-any)', 2n],
    ['of a module with nine interfaces: nothing', '(m.referred nine)', '(m.any nine)', 0n],
    ['of a module with ten: a tick each', '(m.referred ten)', '(m.any ten)', 10n],
  ])('%s', (_, typed, untyped, ticks) => {
    expect(milligas(typed) - milligas(untyped)).toBe(ticks * tick);
  });

  it('of a list is charged for all items, including those after one that does not match', () => {
    const [first, last] = ['(m.lists [["a"] [1 2]])', '(m.lists [[1 2] ["a"]])'].map(
      (program) => spent(program).milligas,
    );
    expect(first).toBe(last);
  });
});

describe('the fields of an update', () => {
  const name = new QualifiedName('s', new ModuleName('m'));
  const schema = new Schema(
    name,
    new Map((['a', 'b', 'c'] as const).map((name) => [name, integerType])),
  );

  it.each([
    ['are looked for and compared: two ticks each', { a: 1n, c: 2n }, true, 4n],
    ['are compared as far as they fit, and all paid for', { a: 'x', c: 2n }, false, 4n],
    ['are only looked for if one is not in the schema', { a: 1n, d: 2n }, false, 2n],
  ])('%s', (_, fields, fits, ticks) => {
    const meter = new GasMeter(tableModel, 1_000_000);
    const { machine } = replSession().engine;
    machine.meter = meter;
    expect(fitsPartOfSchema(machine, new Map(Object.entries(fields)), schema, noSpan)).toBe(fits);
    expect(BigInt(meter.used)).toBe(ticks * tick);
  });
});

describe('applying a function', () => {
  const call = 50n;
  const argument = 25n;

  it('to its arguments one by one is a separate call each time', () => {
    const partial = milligas('(compose (m.add 1) identity 2)');
    // The lambda is called, and calls the function with both arguments.
    const lambda = milligas('(compose (lambda (b) (m.add 1 b)) identity 2)');
    expect(partial - lambda).toBe(2n * (call + argument) - (2n * call + 3n * argument));
  });

  it('that still has too few arguments is also a call', () => {
    const twice = milligas('(compose (m.add-all 1) (lambda (f) 2) 5)');
    const once = milligas('(compose (lambda (b) 5) (lambda (f) 2) 5)');
    expect(twice - once).toBe(2n * (call + argument) - (call + argument));
  });
});

describe('deploying', () => {
  it.each([
    ['an interface', '(interface j (defun f:integer (a:integer)))', 212],
    ['a module', '(module n G (defcap G () true) (defun f () 1))', 383],
  ])('%s is charged by the bytes that are stored', (_, program, bytes) => {
    const { run } = replSession();
    run('(env-gasmodel "table") (env-gaslimit 100000) (env-gaslog)');
    run('(env-gaslog)');
    run(program);
    const writes = run('(env-gaslog)').match(/GWrite[^"]*mG/g);
    const place = `test.repl:1:0-1:${program.length}`;
    expect(writes).toEqual([`GWrite ${bytes} ${place}: ${bytes * 200}mG`]);
  });
});

describe('loading a module', () => {
  it('is charged by the number of known definitions times the number of added ones', () => {
    const { run } = replSession();
    run(`(begin-tx)
      (module one G (defcap G () true) (defun a () 1) (defun b () 2))
      (module two G (defcap G () true) (defun c () 3) (defun d () 4) (defun e () (one.a)))
      (commit-tx)
      (env-gasmodel "table") (env-gaslimit 100000) (env-gaslog)`);
    run('(env-gaslog)');
    run('(begin-tx) (one.b) (two.c)');
    const merges = run('(env-gaslog)').match(/MOpMergeDeps \d+ \d+\)[^"]*: \d+mG/g);
    expect(merges?.map((each) => each.replace(/\) .*: /, ' = '))).toEqual([
      'MOpMergeDeps 0 3 = 0mG',
      'MOpMergeDeps 3 5 = 150mG',
    ]);
  });
});

it('constants of interfaces are not compared with their types, those of modules are', () => {
  // `evalIfaceDefConsts` and `evalModuleDefConsts` (ConstEval.hs). The independent model charges both.
  expect(spent('(interface k (defconst D:string 1))').result).toMatch(/^Loaded interface k/);
  expect(spent('(module k G (defcap G () true) (defconst D:string 1))').result).toMatch(/string/);
  expect(milligas('(interface k (defconst D:[string] ["a" "b"]))')).toBe(97_500n);
});
