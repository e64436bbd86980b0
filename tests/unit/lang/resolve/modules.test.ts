// Whole modules: the order and resolution of their definitions, and the reasons for refusing them.
import { describe, expect, test } from 'vitest';
import { EvalError } from '../../../../src/lang/diagnostics/error.ts';
import { resolveModule } from '../../../../src/lang/resolve/module.ts';
import { moduleText } from '../../../support/core-text.ts';
import { outcome, parse, World } from '../../../support/resolving.ts';

const governed = (body: string): string => `(module m G (defcap G () true) ${body})`;
const text = (source: string, options = {}): string =>
  outcome(source, options).replace(/@[A-Za-z0-9_-]{43}/g, '');

/** Returns the definitions without the governance capability, which comes last. */
function definitions(body: string, options = {}): string[] {
  return text(governed(body), options)
    .split('\n')
    .filter((line) => line !== '(defcap G () true)');
}

describe('definitions', () => {
  test.each([
    [
      '(defun f:integer (x:integer y) (+ x y) y)',
      "(defun f:integer (x:integer y) (lambda (x:integer y) (seq ('+ x#1 y#0) y#0)))",
    ],
    ['(defun f () 1)', '(defun f () (nullary 1))'],
    ['(defconst C:string "a" "doc")', '(defconst C:string "a")'],
    ['(defcap C (x:bool) x)', '(defcap C (x:bool) x#0)'],
    ['(defcap C () @event 1 2)', '(defcap C () @event (seq 1 2))'],
    ['(defcap C () @managed 1)', '(defcap C () @auto-managed 1)'],
    ['(defschema s b:bool a c:[keyset] a:integer)', '(defschema s a:integer b:bool c:[guard])'],
    [
      '(defpact p (x) (step x) (step-with-rollback x 1) (step 2))',
      '(defpact p (x) (step x#0) (step-with-rollback x#0 1) (step 2))',
    ],
    [
      '(defun f (x:module{i}) (x::g 1))',
      '(defun f (x:module{i}) (lambda (x:module{i}) (x#0::g 1)))',
    ],
  ])('%s', (source, expected) => {
    const world = '(interface i (defun g (x)))';
    expect(text(`${world}${governed(source)}`).split('\n')).toContain(expected);
  });

  test('of a managed capability name its manager', () => {
    const body =
      '(defcap C (a b:integer) @managed b mgr true) (defun mgr (x y) 1) (defcap D (b) @managed b m.mgr true)';
    expect(definitions(body)).toEqual([
      '(defun mgr (x y) (lambda (x y) 1))',
      '(defcap D (b) @managed 0 b m.mgr true)',
      '(defcap C (a b:integer) @managed 1 b m.mgr true)',
    ]);
  });

  test('of a table carry the schema', () => {
    expect(definitions('(deftable t:{s}) (defschema s a:integer) (deftable u:{m.s})')).toEqual([
      '(defschema s a:integer)',
      '(deftable t:{m.s})',
      '(deftable u:{m.s})',
    ]);
  });
});

describe('order', () => {
  test.each([
    // Unrelated definitions are in descending order.
    ['(defun a () 1) (defun b () 2)', ['b', 'a']],
    ['(defun b () a) (defun a () 1)', ['a', 'b']],
    ['(defun b () m.a) (defun a () 1)', ['a', 'b']],
    // The types of results, parameters, lets and lambdas count.
    ['(defun a:object{z} () 1) (defschema z x:bool)', ['z', 'a']],
    ['(defun a (x:[table{z}]) 1) (defschema z x:bool)', ['z', 'a']],
    ['(defun a () (let ((x:object{z} 1)) 1)) (defschema z x:bool)', ['z', 'a']],
    ['(defcap a () (map (lambda (x:object{z}) 1) [])) (defschema z x:bool)', ['z', 'a']],
    ['(defschema a y:object{z}) (defschema z x:bool)', ['z', 'a']],
    // A variable hides a definition of its name,
    [
      '(defun a (z) z) (defun b () (let ((c 1)) c)) (defun c () 1) (defun z () 1)',
      ['z', 'c', 'b', 'a'],
    ],
    ['(defun a () (bind {} {"x" := z} z)) (defun z () 1)', ['z', 'a']],
    ['(defun a () (let ((z a1)) z)) (defun a1 () 1) (defun z () a)', ['a1', 'a', 'z']],
    // except for parameters of defcap and defpact, which count as references.
    ['(defcap z (a) a) (defun a () 1)', ['a', 'z']],
    ['(defpact z (a) (step a)) (defun a () 1)', ['a', 'z']],
    ['(defpact z () (step 1) (step-with-rollback 1 a) (step 1)) (defun a () 1)', ['a', 'z']],
  ])('%s', (body, expected) => {
    const names = definitions(body).map((line) => /^\(\w+ ([^ :)]+)/.exec(line)?.[1]);
    expect(names.sort(byPosition(names, expected))).toEqual(names);
    expect(names).toEqual(expected);
  });

  test.each([
    ['(defun f () (f))', '[f] [(defun f () (f))]'],
    ['(defun f () g) (defun g () f)', '[f, g] [(defun f () g)]'],
    ['(defun c () a) (defun b () c) (defun a () b)', '[a, b, c] [(defun a () b)]'],
    ['(defcap C () (with-capability (C) 1))', '[C] '],
    // The parameter counts as a reference to the definition.
    ['(defcap C (D) D) (defcap D () (C 1))', '[C, D] '],
  ])('%s is a cycle', (body, expected) => {
    const shown = text(governed(body)).replace(/\n\s*/g, '');
    expect(shown).toContain('RecursionDetected: Recursive cycle detected in Module m in the');
    expect(shown).toContain(expected);
  });

  test('a dynamic call is not a reference', () => {
    const body = '(defun a (z) (z::b)) (defun b () 1) (defun z () a)';
    expect(definitions(body)).toHaveLength(3);
  });
});

describe('governance', () => {
  test.each([
    ["(module m 'ks (defun f () 1))", { kind: 'keyset', name: 'ks', namespace: undefined }],
    ['(module m "ns.ks" (defun f () 1))', { kind: 'keyset', name: 'ks', namespace: 'ns' }],
    ['(module m G (defcap G () true))', { kind: 'capability', name: 'G', namespace: undefined }],
  ])('%s', (source, { kind, name, namespace }) => {
    const [form] = parse(source);
    if (form?.kind !== 'module') throw new Error('a module');
    const { governance } = resolveModule(form, new World().environment()).module;
    expect(governance.kind).toBe(kind);
    expect(governance.name.name).toBe(name);
    if (governance.kind === 'keyset') expect(governance.name.namespace).toBe(namespace);
  });

  test.each([
    ['(module m G (defcap H () true))', 'm.G'],
    ['(module m G (defun G () true))', 'm.G'],
    ['(module m G (defcap G (x) true))', 'm.G'],
  ])('%s', (source, name) => {
    expect(text(source)).toContain(
      `InvalidGovernanceRef: Invalid governance. Must be a 0-argument defcap or a keyset. Found ${name}`,
    );
  });

  test('by an empty name', () => {
    expect(text('(module m "" (defun f () 1))')).toContain('InvalidKeysetNameFormat');
  });
});

describe('invalid modules', () => {
  test.each([
    ['(defun f () 1) (defun f () 2)', 'DuplicateDefinition: Duplicate definition: m.f'],
    ['(defun f () 1) (defconst f 2)', 'DuplicateDefinition: Duplicate definition: m.f'],
    [
      '(defcap C (a) @managed b f true) (defun f (x y) 1)',
      'InvalidManagedArg: Invalid Managed arg: no such arg with name b',
    ],
    [
      '(defcap C (a) @managed a f true) (defcap f (x y) 1)',
      'InvalidManagerFun: m.f is not a valid managed capability manager function. m.f must be a defun',
    ],
    [
      '(defcap C (a) @managed a m true)',
      'ExpectedFreeVariable: Expected free variable in expression, found locally bound:  m',
    ],
    ['(defcap C (a) @managed a f true)', 'NoSuchModule: Cannot find module:  f'],
    ['(defcap C (a) @managed a a::b true)', 'UnboundTermVariable: Unbound variable a'],
    [
      '(defcap C () (do 1 (with-capability (G) 1)))',
      'NotAllowedWithinDefcap: with-capability form not allowed within defcap',
    ],
    [
      '(defpact p () (step-with-rollback 1 2))',
      "LastStepWithRollback: rollbacks aren't allowed on the last step in: m.p",
    ],
    [
      '(defpact p () (step "a" 1))',
      'EntityNotAllowedInDefPact: Pact 5 does not support entity expressions in defpact m.p.',
    ],
    ['(defpact p () (step-with-rollback "a" 1 2) (step 1))', 'EntityNotAllowedInDefPact'],
    [
      '(deftable t:{f}) (defun f () 1)',
      'InvalidDefInSchemaPosition: Invalid def in defschema position: f is not a valid schema',
    ],
    ['(deftable t:{m})', 'UnboundTypeVariable: Unbound type variable m'],
    ['(deftable t:{s})', 'NoSuchModule: Cannot find module:  s'],
    [
      '(defun f () s) (defschema s a:bool)',
      'InvalidDefInTermVariable: Invalid definition in term variable position: s',
    ],
    [
      '(bless "abc") (defun f () 1)',
      'InvalidBlessedHash: Invalid blessed hash, incorrect format: abc',
    ],
    ['(use m) (defun f () 1)', 'NoSuchModule: Cannot find module:  m'],
    ['(defun f () (g))', 'NoSuchModule: Cannot find module:  g'],
  ])('%s', (body, expected) => {
    expect(text(governed(body)).replace(/\n\s*/g, '')).toContain(expected);
  });

  test('before 5.1 a manager may not be a defun', () => {
    const body = '(defcap C (a) @managed a f true) (defcap f (x y) 1)';
    expect(text(governed(body), { flags: ['DisablePact51'] })).toContain('@managed 0 a m.f');
  });

  test('errors of desugaring come before those of resolution', () => {
    expect(text(governed('(defun f () unknown) (defun g () (if))'))).toContain('InvalidSyntax');
    expect(text('(module m H (defun g () (if)))')).toContain('InvalidSyntax');
    expect(text('(module m H (use nothing) (defun g () (g)))')).toContain('InvalidGovernanceRef');
    expect(text(governed('(use nothing) (defun g () (g))'))).toContain('RecursionDetected');
  });

  test('a duplicate is found in order', () => {
    expect(text(governed('(defun a () 1) (defun a () 1) (defun b () unknown)'))).toContain(
      'NoSuchModule',
    );
  });
});

describe('own names', () => {
  test('a module as a value has itself and its interfaces', () => {
    const source = `(interface i (defconst C 1)) ${governed('(implements i) (defun f () [m])')}`;
    expect(text(source)).toContain('(defun f () (nullary [@m{i}]))');
  });

  test('qualified by the full name', () => {
    const source = '(module m G (defcap G () true) (defun b () 1) (defun a () [m.b ns.m.b m]))';
    expect(text(source, { namespace: 'ns' })).toContain('(nullary [ns.m.b ns.m.b @ns.m{}])');
  });

  test('without the namespace do not order definitions, and may mean the stored version', () => {
    // `a` comes before `b` only if the name is recognized as the module's own.
    const first = '(module m G (defcap G () true) (defun a () 1))';
    const second = '(module m G (defcap G () true) (defun b () (m.a)) (defun a () 2))';
    expect(text(second, { namespace: 'ns' })).toContain('NoSuchModuleMember');
    expect(outcome(first + second, { namespace: 'ns' })).toMatch(/\(ns\.m\.a@[\w-]{43}\)/);
    expect(outcome(first + second)).toContain('(defun b () (nullary (m.a)))');
  });

  test('an upgrade sees members of the stored version that the new one no longer has', () => {
    const world = new World();
    world.run(governed('(defun old () 1)'));
    const [form] = parse(governed('(defun f () (old))'));
    if (form?.kind !== 'module') throw new Error('a module');
    const { module } = resolveModule(form, world.environment());
    const hash = world.moduleNamed('m')?.hash ?? '?';
    expect(moduleText(module)).toContain(`(defun f () (nullary (m.old@${hash})))`);
  });
});

test('blessed hashes are a sorted set', () => {
  const [low, high] = [`${'-'.repeat(42)}8`, `${'_'.repeat(42)}8`];
  const [form] = parse(governed(`(bless "${low}") (bless "${high}") (bless "${low}")`));
  if (form?.kind !== 'module') throw new Error('a module');
  const { blessed } = resolveModule(form, new World().environment()).module;
  // `_` is 63 and `-` is 62: order of bytes, not of characters.
  expect(blessed).toEqual([low, high]);
});

test('modules that are referred to are listed, those that are only named are not', () => {
  const world = new World();
  world.run(
    '(module a G (defcap G () true) (defun f () 1)) (module b G (defcap G () true) (defun g () 1))' +
      '(module c G (defcap G () true) (defschema s x:bool)) (module d G (defcap G () true) (defun h () 1))',
  );
  const [form] = parse(
    governed('(use d) (defun f (x:object{c.s}) [a.f (g) d f1]) (defun f1 () 1)'),
  );
  if (form?.kind !== 'module') throw new Error('a module');
  const { dependencies } = resolveModule(form, world.environment());
  expect(dependencies.map((name) => name.text).sort()).toEqual(['a', 'b', 'c']);
});

test('the source text is kept', () => {
  const [, form] = parse(`1 ${governed('(defun f () 1)')} 2`);
  if (form?.kind !== 'module') throw new Error('a module');
  const { module } = resolveModule(form, new World().environment());
  expect(module.code).toBe(governed('(defun f () 1)'));
});

test('errors are typed and have their position', () => {
  const source = governed('(defun f () (do 1 nothing))');
  try {
    new World().run(source);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(EvalError);
    if (error instanceof EvalError) expect(error.span.start).toBe(source.indexOf('nothing'));
  }
});

function byPosition(
  names: readonly (string | undefined)[],
  order: readonly string[],
): (left: string | undefined, right: string | undefined) => number {
  const position = (name: string | undefined): number => order.indexOf(name ?? '');
  return names.length === order.length
    ? (left, right) => position(left) - position(right)
    : () => 0;
}
