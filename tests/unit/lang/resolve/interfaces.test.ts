// Interfaces, and modules that implement them.
import { describe, expect, test } from 'vitest';
import { outcome } from '../../../support/resolving.ts';

const text = (source: string, options = {}): string =>
  outcome(source, options)
    .replace(/@[A-Za-z0-9_-]{43}/g, '')
    .replace(/\n\s+/g, '');

describe('an interface', () => {
  test('keeps signatures, constants and schemas', () => {
    const source = `(interface i
      (defun f:integer (x:object{s} y) "doc")
      (defcap C (x) @managed x mgr)
      (defun mgr (a b))
      (defcap E () @event)
      (defcap A () @managed)
      (defpact p:string (x:module{i}))
      (defconst K 1)
      (defschema s a:bool))`;
    expect(outcome(source).split('\n')).toEqual([
      '(defschema s a:bool)',
      '(interface-defpact p:string (x:module{i}))',
      '(interface-defun mgr (a b))',
      '(interface-defun f:integer (x:object{i.s} y))',
      '(defconst K 1)',
      '(interface-defcap E () @event)',
      '(interface-defcap C (x) @managed 0 x mgr)',
      '(interface-defcap A () @auto-managed)',
    ]);
  });

  test.each([
    ['(defun f ()) (defconst f 1)', 'DuplicateDefinition: Duplicate definition: i.f'],
    ['(defun f ()) (defun f ())', 'DuplicateDefinition: Duplicate definition: i.f'],
    [
      '(defconst A B) (defconst B A)',
      'RecursionDetected: Recursive cycle detected in Module i in the following functions: [A, B]',
    ],
    [
      '(defcap C (a) @managed b f) (defun f (x y))',
      'InvalidManagedArg: Invalid Managed arg: no such arg with name b',
    ],
    ['(defcap C (a) @managed a f)', 'NoSuchModuleMember: Module i has no such member: f'],
    [
      '(defcap C (a) @managed a f) (defconst f 1)',
      'NoSuchModuleMember: Module i has no such member: f',
    ],
    ['(defconst C i.D) (defconst D 1)', 'NoSuchModuleMember: Module i has no such member: D'],
    ['(defconst C (f)) (defun f ())', 'NoSuchModule: Cannot find module:  f'],
    ['(defconst c:object{nothing} 1)', 'NoSuchModule: Cannot find module:  nothing'],
    ['(defun f (x:module{j}))', 'NoSuchModule: Cannot find module:  j'],
    ['(use j) (defconst c 1)', 'NoSuchModule: Cannot find module:  j'],
    ['(use i) (defconst c 1)', 'NoSuchModule: Cannot find module:  i'],
  ])('%s is refused', (body, expected) => {
    expect(text(`(interface i ${body})`)).toContain(expected);
  });

  test('a manager may have a dotted name: the last part counts', () => {
    expect(text('(interface i (defcap C (a) @managed a m.f) (defun f (x y)))')).toContain(
      '(interface-defcap C (a) @managed 0 a f)',
    );
  });

  test('refers to itself inside a namespace, in types', () => {
    expect(text('(interface i (defun f (x:module{i} y:module{ns.i})))', { namespace: 'ns' })).toBe(
      '(interface-defun f (x:module{ns.i} y:module{ns.i}))',
    );
  });

  test('sees what it imports', () => {
    const other = '(interface other (defconst K 1) (defschema s a:bool))';
    expect(
      text(`${other}(interface i (use other) (defconst L [K]) (defun f (x:object{s})))`),
    ).toContain('(interface-defun f (x:object{other.s}))');
  });
});

describe('implements', () => {
  const face = `(interface i
    (defconst K 1)
    (defschema s a:bool)
    (defun f:integer (x:integer y:object{s}))
    (defcap C (x:integer) @managed x mgr)
    (defun mgr:integer (a:integer b:integer))
    (defcap E () @event)
    (defcap A (x:integer) @managed)
    (defpact p:string (x)))\n`;
  const parts = {
    f: '(defun f:integer (x:integer y:object{i.s}) 1)',
    C: '(defcap C (x:integer) @managed x mgr true)',
    mgr: '(defun mgr:integer (a:integer b:integer) a)',
    E: '(defcap E () @event true)',
    A: '(defcap A (x:integer) @managed true)',
    p: '(defpact p:string (x) (step "a"))',
  };
  const implement = (changed: Partial<Record<keyof typeof parts, string>>): string =>
    `${face}(module m G (defcap G () true) (implements i) ${Object.values({ ...parts, ...changed }).join(' ')})`;
  const wrong = (member: string): string =>
    `ImplementationError: Module m does not correctly implement the function ${member} from Interface i`;
  const missing = (member: string): string =>
    `NotImplemented: Interface member not implemented, module m does not implement interface i member: ${member}`;

  test('the declared members', () => {
    expect(text(implement({}))).toContain('(defcap C (x:integer) @managed 0 x m.mgr true)');
  });

  test('any kind of manager if the interface leaves it open', () => {
    const A = '(defcap A (x:integer) @managed x mgr true)';
    expect(text(implement({ A }))).toContain('(defcap A (x:integer) @managed 0 x m.mgr true)');
  });

  test.each([
    [{ f: '' }, missing('f')],
    [{ p: '' }, missing('p')],
    [{ E: '' }, missing('E')],
    [{ f: '(defconst f 1)' }, wrong('f')],
    [{ f: '(defcap f:integer (x:integer y:object{i.s}) 1)' }, wrong('f')],
    [{ f: '(defun f (x:integer y:object{i.s}) 1)' }, wrong('f')],
    [{ f: '(defun f:decimal (x:integer y:object{i.s}) 1.0)' }, wrong('f')],
    [{ f: '(defun f:integer (x:integer) 1)' }, wrong('f')],
    [{ f: '(defun f:integer (x:integer y:object{i.s} z) 1)' }, wrong('f')],
    [{ f: '(defun f:integer (z:integer y:object{i.s}) 1)' }, wrong('f')],
    [{ f: '(defun f:integer (x y:object{i.s}) 1)' }, wrong('f')],
    [{ f: '(defun f:integer (x:integer y:object{s}) 1) (defschema s a:bool)' }, wrong('f')],
    [{ E: '(defun E () true)' }, wrong('E')],
    [{ E: '(defcap E () true)' }, wrong(': defcap mismatch for E')],
    [{ E: '(defcap E (x) @event true)' }, wrong('E')],
    [{ E: '(defcap E:bool () @event true)' }, wrong('E')],
    [{ A: '(defcap A (x:integer) @event true)' }, wrong(': defcap mismatch for A')],
    [{ C: '(defcap C (x:integer) @managed true)' }, wrong(': defcap mismatch for C')],
    [
      { C: '(defcap C (x:integer) @managed x other true) (defun other (a b) a)' },
      wrong(': defcap mismatch for C'),
    ],
    [{ C: '(defcap C (a x:integer) @managed x mgr true)' }, wrong(': defcap mismatch for C')],
    [{ C: '(defcap C (a:integer) @managed a mgr true)' }, wrong(': defcap mismatch for C')],
    [{ C: '(defcap C (x) @managed x mgr true)' }, wrong('C')],
    [{ p: '(defun p:string (x) x)' }, wrong('p')],
    [{ p: '(defpact p (x) (step "a"))' }, wrong('p')],
    [{ p: '(defpact p:string (x:string) (step "a"))' }, wrong('p')],
  ])('%j', (changed, expected) => {
    expect(text(implement(changed))).toContain(expected);
  });

  test('a manager of another module is not accepted', () => {
    const other = '(module other G (defcap G () true) (defun mgr:integer (a:integer b:integer) a))';
    const C = '(defcap C (x:integer) @managed x other.mgr true)';
    expect(text(other + implement({ C }))).toContain(wrong(': defcap mismatch for C'));
  });

  test('types must name the same interfaces', () => {
    const faces =
      '(interface a (defun f ())) (interface b (defun f ()))' +
      '(interface i (defun f (x:module{a,b})))';
    const module = (type: string): string =>
      `${faces}(module m G (defcap G () true) (implements i) (defun f (x:${type}) 1))`;
    expect(text(module('module{b,a}'))).toContain('(defun f (x:module{a,b})');
    expect(text(module('module{a}'))).toContain(wrong('f'));
    expect(text(module('module{b}'))).toContain(wrong('f'));
  });

  test.each([
    [
      '(module m G (defcap G () true) (implements nothing))',
      'NoSuchModule: Cannot find module:  nothing',
    ],
    ['(module m G (defcap G () true) (implements m))', 'NoSuchModule: Cannot find module:  m'],
    [
      '(module n G (defcap G () true)) (module m G (defcap G () true) (implements n))',
      'InvalidModuleReference: Invalid Interface attempted to be used as module reference: n',
    ],
  ])('%s', (source, expected) => {
    expect(text(source)).toContain(expected);
  });
});
