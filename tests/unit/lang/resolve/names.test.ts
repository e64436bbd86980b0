// Resolution of names: order of lookup, namespaces, modules as values, dynamic calls, imports, and the modules loaded for
// it.
import { describe, expect, test } from 'vitest';
import { isEvalError } from '../../../../src/lang/diagnostics/error.ts';
import { outcome, resolvedText, World } from '../../../support/resolving.ts';

const lib =
  '(module lib G (defcap G () true) (defun f (x) x) (defconst C 1) (defschema s a:integer))\n';
const hashOf = (world: World, name: string): string => world.moduleNamed(name)?.hash ?? '?';

/** Returns the last form, without hashes of module versions. */
function text(source: string, options = {}): string {
  return outcome(source, options).replace(/@[A-Za-z0-9_-]{43}/g, '');
}

describe('at the top level', () => {
  test.each([
    ['f', 'lib.f'],
    ['lib.f', 'lib.f'],
    ['lib', '@lib{}'],
    ['(f C)', '(lib.f lib.C)'],
    ['(let ((f 1)) (f lib.f))', '(let f 1 (f#0 lib.f))'],
    [
      '(lambda (x:object{s} y:[object{lib.s}]) x)',
      '(lambda (x:object{lib.s} y:[object{lib.s}]) x#1)',
    ],
  ])('%s', (source, expected) => {
    expect(text(lib + source)).toBe(expected);
  });

  test.each([
    ['g', 'NoSuchModule: Cannot find module:  g [g]'],
    ['lib.g', 'NoSuchModuleMember: Module lib has no such member: g [lib.g]'],
    ['ns.lib.f', 'NoSuchModuleMember: Module ns.lib has no such member: f [ns.lib.f]'],
    ['x::f', 'UnboundTermVariable: Unbound variable x [x::f]'],
    ['f::g', 'InvalidDynamicInvoke: Invalid dynamic call: f::g [f::g]'],
    ['s', 'InvalidDefInTermVariable: Invalid definition in term variable position: s [s]'],
    ['lib.s', 'InvalidDefInTermVariable: Invalid definition in term variable position: s [lib.s]'],
    [
      '(lambda (x:object{f}) x)',
      'InvalidDefInSchemaPosition: Invalid def in defschema position: f is not a valid schema [(lambda (x:object{f}) x)]',
    ],
    [
      '(lambda (x:object{lib}) x)',
      'UnboundTypeVariable: Unbound type variable lib [(lambda (x:object{lib}) x)]',
    ],
    [
      '(lambda (x:object{lib.f}) x)',
      'InvalidDefInSchemaPosition: Invalid def in defschema position: f is not a valid schema [(lambda (x:object{lib.f}) x)]',
    ],
    [
      '(lambda (x:module{lib}) x)',
      'InvalidModuleReference: Invalid Interface attempted to be used as module reference: lib [(lambda (x:module{lib}) x)]',
    ],
    ['(lambda (x:module{a}) x)', 'NoSuchModule: Cannot find module:  a [(lambda (x:module{a}) x)]'],
  ])('%s', (source, expected) => {
    expect(text(lib + source)).toBe(expected);
  });

  test('names that JavaScript objects have are ordinary', () => {
    const source =
      '(module __proto__ G (defcap G () true) (defun constructor (then) then) (defun toString () 1))\n';
    expect(text(`${source}(constructor toString)`)).toBe(
      '(__proto__.constructor __proto__.toString)',
    );
    expect(text('hasOwnProperty')).toContain('NoSuchModule');
    expect(text('(let ((__proto__ 1) (valueOf 2)) [__proto__ valueOf])')).toBe(
      '(let __proto__ 1 (let valueOf 2 [__proto__#1 valueOf#0]))',
    );
  });
});

describe('interfaces', () => {
  const face = '(interface face (defconst C 1) (defschema s a:integer) (defun f ()))\n';
  test.each([
    ['C', 'face.C'],
    ['face.C', 'face.C'],
    ['(lambda (x:module{face}) x)', '(lambda (x:module{face}) x#0)'],
    ['(lambda (x:object{face.s}) x)', '(lambda (x:object{face.s}) x#0)'],
    ['f', 'NoSuchModule: Cannot find module:  f [f]'],
    ['face.f', 'NoSuchModuleMember: Module face has no such member: f [face.f]'],
    [
      'face',
      'InvalidModuleReference: Invalid Interface attempted to be used as module reference: face [face]',
    ],
    ['ns.face', 'NoSuchModuleMember: Module ns has no such member: face [ns.face]'],
  ])('%s', (source, expected) => {
    expect(text(face + source)).toBe(expected);
  });

  test('a module as a value lists its interfaces, as written', () => {
    const source =
      '(interface b (defconst B 1)) (interface a (defconst A 1))\n' +
      '(module m G (defcap G () true) (implements b) (implements a))\n';
    expect(text(`${source}m`)).toBe('@m{b,a}');
    expect(text(`${source}(lambda (x:module{b,a,b}) x)`)).toBe('(lambda (x:module{a,b}) x#0)');
  });
});

describe('namespaces', () => {
  const inNamespace = (source: string): string => {
    const world = new World({ namespace: 'ns' });
    world.run(`${lib}(interface face (defconst D 2))\n`);
    world.forget();
    return lastOf(world, source);
  };
  test.each([
    ['lib', '@ns.lib{}'],
    ['lib.f', 'ns.lib.f'],
    ['ns.lib.f', 'ns.lib.f'],
    ['ns.lib', '@ns.lib{}'],
    ['face.D', 'ns.face.D'],
    ['(lambda (x:module{face}) x)', '(lambda (x:module{ns.face}) x#0)'],
    ['lib.g', 'NoSuchModuleMember: Module lib has no such member: g'],
    ['ns.lib.g', 'NoSuchModuleMember: Module ns.lib has no such member: g'],
    // Not found in the root either: the error names the module inside the namespace.
    ['g', 'ModuleDoesNotExist: Cannot find module: ns.g'],
    [
      'face',
      'InvalidModuleReference: Invalid Interface attempted to be used as module reference: face',
    ],
    ['ns.face', 'ExpectedModule: Expected module, found interface: ns.face'],
    ['(use other.lib)', 'NoSuchModule: Cannot find module:  other.lib'],
  ])('%s', (source, expected) => {
    expect(inNamespace(source)).toBe(expected);
  });

  test('the root comes first', () => {
    const world = new World();
    world.run(lib);
    world.enter('ns');
    world.run('(module lib G (defcap G () true) (defun f (x) 2))');
    expect(lastOf(world, 'lib.f')).toBe('lib.f');
    expect(lastOf(world, 'ns.lib.f')).toBe('ns.lib.f');
  });
});

describe('imports', () => {
  test('at the top level define names until they are forgotten', () => {
    const world = new World();
    world.run(lib);
    world.forget();
    expect(lastOf(world, 'f')).toBe('NoSuchModule: Cannot find module:  f');
    expect(lastOf(world, '(use lib [f])')).toBe('use lib');
    expect(lastOf(world, 'f')).toBe('lib.f');
    expect(lastOf(world, 'C')).toBe('NoSuchModule: Cannot find module:  C');
  });

  test('at the top level do not change the meaning of a name', () => {
    const world = new World();
    world.run(`${lib}(module other G (defcap G () true) (defun f () 1))`);
    world.run('(use lib)');
    expect(lastOf(world, 'f')).toBe('other.f');
  });

  test('in a module the later import wins, and both win over the top level', () => {
    const two = '(module two G (defcap G () true) (defun f () 2))\n';
    const user = '(module m G (defcap G () true) (use two) (use lib) (defun h () f))';
    expect(text(`${lib}${two}${user}`)).toContain('(nullary lib.f)');
    const other = '(module m G (defcap G () true) (use two) (defun h () f))';
    expect(text(`${two}${lib}${other}`)).toContain('(nullary two.f)');
  });

  test('of a module stay known at the top level', () => {
    const world = new World();
    world.run(lib);
    world.forget();
    world.run('(module m G (defcap G () true) (use lib [C]) (defconst D 1))');
    expect(lastOf(world, 'C')).toBe('lib.C');
    expect(lastOf(world, 'f')).toBe('NoSuchModule: Cannot find module:  f');
  });

  test('are checked', () => {
    const world = new World();
    world.run(lib);
    const other = '9GEGn8X35QnpxNUO_A4u6knl35iKwTJAXMANNMsN9YI';
    const hash = hashOf(world, 'lib');
    expect(lastOf(world, `(use lib "${hash}")`)).toBe('use lib');
    expect(lastOf(world, `(use lib "${hash}=")`)).toBe('use lib');
    expect(lastOf(world, `(use lib "${other}")`)).toBe(
      `InvalidImportModuleHash: Import error for module lib , hash not blessed: ${hash}`,
    );
    expect(lastOf(world, '(use lib "abc")')).toBe(
      'InvalidBlessedHash: Invalid blessed hash, incorrect format: abc',
    );
    expect(lastOf(world, '(use lib [z f a])')).toBe(
      'InvalidImports: Invalid imports, module or interface lib does not implement the following ' +
        'members: [ a, z ]',
    );
    expect(lastOf(world, '(use lib [])')).toBe('use lib');
    expect(lastOf(world, '(use nothing)')).toBe('NoSuchModule: Cannot find module:  nothing');
  });
});

describe('loading', () => {
  test('reads a missing name once and charges by the kind of lookup', () => {
    const world = new World({ namespace: 'ns' });
    world.run(lib);
    world.forget();
    world.run('(do (lib.f ns.lib) (lib.f ns.lib) ns.lib.f)');
    expect(world.loads).toEqual([
      'lib with-merge',
      // `lib.f` might be the module `f` of a namespace `lib`.
      'lib.f without-merge',
      'ns.lib with-merge',
      // A namespace is a name like any other: `ns.lib` might be a member.
      'ns with-merge',
    ]);
  });

  test('resolves bodies before the types of their parameters', () => {
    const world = new World();
    world.run(
      '(module a G (defcap G () true) (defun f () 1))(module b G (defcap G () true) (defschema s x:bool))',
    );
    world.forget();
    world.run('(lambda (x:object{b.s}) a.f)');
    world.run('(let ((x:object{b.s} a.f)) x)');
    expect(world.loads).toEqual(['a with-merge', 'b with-merge']);
  });
});

describe('definitions of the REPL', () => {
  test.each([
    ['(defun f (x) (f x))', '(lambda (x) (#repl.f@I3JlcGw x#0))'],
    ['(defun f () 1) (defun g () (f))', '(nullary (#repl.f@I3JlcGw))'],
    ['(defconst c 1) c', '#repl.c@I3JlcGw'],
    ['(defconst c c)', '#repl.c@I3JlcGw'],
    ['(defun f () 1) (defun f () f)', '(nullary #repl.f@I3JlcGw)'],
    ['(defun f () f::g)', 'UnboundTermVariable: Unbound variable f [f::g]'],
    ['(defun f () 1) (defun f () f::g)', 'InvalidDynamicInvoke: Invalid dynamic call: f::g [f::g]'],
    [
      '(defun f (x:object{f}) 1)',
      'NoSuchModule: Cannot find module:  f [(defun f (x:object{f}) 1)]',
    ],
    [
      '(defconst c:object{c} 1)',
      'InvalidDefInSchemaPosition: Invalid def in defschema position: c is not a valid schema ' +
        '[(defconst c:object{c} 1)]',
    ],
    ['(defun f () #repl)', '(nullary @#repl{})'],
    ['#repl', 'NoSuchModule: Cannot find module:  #repl [#repl]'],
  ])('%s', (source, expected) => {
    expect(outcome(source)).toBe(expected);
  });

  test('do not change names in existing modules', () => {
    expect(text(`${lib}(defun f (x) (f x))`)).toBe('(lambda (x) (lib.f x#0))');
    expect(outcome(`${lib}(defun f (x) (f x)) f`)).toBe('#repl.f@I3JlcGw');
  });

  test('that fail define no name', () => {
    const world = new World();
    expect(lastOf(world, '(defun f () unknown)')).toContain('NoSuchModule');
    expect(lastOf(world, 'f')).toBe('NoSuchModule: Cannot find module:  f');
  });
});

function lastOf(world: World, source: string): string {
  try {
    const last = world.run(source).at(-1);
    return last === undefined ? '' : resolvedText(last).replace(/@[A-Za-z0-9_-]{43}/g, '');
  } catch (error) {
    if (!isEvalError(error)) throw error;
    // Long lists are printed on several lines.
    return `${error.name}: ${error.message.replace(/\n\s*/g, '')}`;
  }
}
