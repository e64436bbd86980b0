// Definitions and modules that use each other in a circle: one error for each circle, and work that grows with the code.
import { describe, expect, it } from 'vitest';
import { checkProject } from '../../../../../src/tools/analysis/check/check-project.ts';
import { errorAdvice } from '../../../../../src/lang/diagnostics/render.ts';
import { checkFiles, linesOf, projectOf } from '../../../../support/check-files.ts';

const module = (name: string, body: string): string =>
  `(module ${name} G (defcap G () true)\n${body})`;
const found = (body: string) => linesOf(checkFiles({ 'm.pact': module('m', body) }));
const repeat = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

describe('one error for each circle', () => {
  const circleOf = (...names: readonly string[]): string =>
    'E0309 Recursive cycle detected in Module m in the following functions: ' +
    `[${names.join(', ')}]`;

  it('of functions, whose uses are otherwise known', () => {
    expect(found('(defun f () (g 1))\n(defun g (x:integer) (h))\n(defun h () (f))')).toEqual([
      `m.pact:2:0 ${circleOf('f', 'g', 'h')}`,
    ]);
  });

  it('and other errors stay', () => {
    expect(
      found('(defun f () (g))\n(defun g () (f))\n(defun k:integer () true)\n(defun l () (l))'),
    ).toEqual([
      `m.pact:2:0 ${circleOf('f', 'g')}`,
      'm.pact:4:20 E1201 Couldnt match type integer with bool',
      `m.pact:5:0 ${circleOf('l')}`,
    ]);
  });

  it.each([
    ['constants', '(defconst A B)\n(defconst B A)\n(defun try-it () (+ A B))', 'A', 'B'],
    [
      'capabilities',
      '(defcap A () (compose-capability (B)))\n(defcap B () (compose-capability (A)))\n' +
        '(defun try-it () (with-capability (A) 1))',
      'A',
      'B',
    ],
    [
      'schemas, whose fields have any type then',
      '(defschema a x:object{b} n:integer)\n(defschema b x:object{a})\n' +
        '(defun try-it (v) (let ((a:object{a} v)) (at "n" (at "x" (at "x" a)))))',
      'a',
      'b',
    ],
  ])('of %s', (_, body, ...names) => {
    const errors = found(body).filter((line) => !line.includes('?'));
    expect(errors).toEqual([`m.pact:2:0 ${circleOf(...names)}`]);
  });

  it('of constants in an interface', () => {
    const text = '(interface m (defconst A B) (defconst B A) (defun f:integer ()))';
    expect(linesOf(checkFiles({ 'm.pact': text }))).toEqual([`m.pact:1:13 ${circleOf('A', 'B')}`]);
  });

  it('with a shortened list and path', () => {
    const body = repeat(40, (i) => `(defun f${i} () (f${(i + 1) % 40}))`);
    const { diagnostics } = checkFiles({ 'm.pact': module('m', body) });
    expect(diagnostics).toHaveLength(1);
    const [first] = diagnostics;
    expect(first?.error.message.replace(/\s+/g, ' ')).toContain('f6 , and 33 more');
    expect(first === undefined ? '' : errorAdvice(first.error)).toContain(
      'f0 -> f1 -> f2 -> f3 -> ... (35 more) ... -> f39 -> f0',
    );
  });

  it('of modules in one file, whatever their number', () => {
    const modules = repeat(9, (i) => module(`m${i}`, `(defun f () (m${(i + 1) % 9}.f))`));
    expect(linesOf(checkFiles({ 'all.pact': modules }))).toEqual([
      'all.pact:2:13 E1215 Modules depend on one another in a circle: ' +
        'm0 -> m1 -> m2 -> m3 -> ... (4 more) ... -> m8 -> m0',
    ]);
  });

  it('of modules in three files', () => {
    const project = checkFiles({
      'a.pact': module('a', '(defun f () (b.f))'),
      'b.pact': module('b', '(defun f () (c.f))'),
      'c.pact': module('c', '(defun f () (a.f))'),
    });
    expect(linesOf(project).map((line) => line.slice(line.indexOf('E')))).toEqual([
      'E1215 Modules depend on one another in a circle: a -> b -> c -> a',
    ]);
  });

  it('of two modules', () => {
    const project = checkFiles({
      'a.pact': module('a', '(defun f () (b.f))\n(defun g () (b.g))'),
      'b.pact': module('b', '(defun f () (a.g))\n(defun g () 1)'),
    });
    expect(linesOf(project)).toEqual([
      'b.pact:2:13 E1215 Modules depend on one another in a circle: a -> b -> a',
    ]);
  });
});

describe('work', () => {
  /** Returns how many files are opened or searched to check a module among other files. */
  function reads(body: string): number {
    const others = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`o${i}.repl`, module(`o${i}`, '(defun f () 1)')]),
    );
    const files = { 'm.pact': module('m', body), ...others };
    const options = projectOf(files);
    let count = 0;
    const host = {
      ...options.host,
      readFile(path: string) {
        count++;
        return options.host.readFile(path);
      },
    };
    checkProject(['m.pact'], { ...options, host });
    return count;
  }

  it.each([
    ['a circle', (i: number) => `(defun f${i} () (f${i + 1}))`],
    ['unknown functions', (i: number) => `(defun f${i} () (unknown${i}))`],
    ['unknown modules', (i: number) => `(defun f${i} () (unknown${i}.f))`],
    ['unknown variables', (i: number) => `(defun f${i} (x) (+ 1 y${i}))`],
  ])('of %s reads no file again', (_, line) => {
    expect(reads(repeat(400, line))).toBe(reads(repeat(2, line)));
  });
});
