// What an error of a whole module shows: the word that is wrong, and the other places that it is about. The first line keeps
// the place of the reference, which is that of the module.
import { describe, expect, test } from 'vitest';
import { checkProject } from '../../../../src/tools/analysis/check/check-project.ts';
import { projectOf } from '../../../support/check-files.ts';
import { shownError } from '../../../support/explained.ts';

const implementing = (declared: string, defined: string): string => `(interface token
  ${declared})
(module m G
  (defcap G () true)
  (implements token)
  ${defined})`;

/** Returns the lines between the message and the explanation, and the explanation. */
function details(program: string): readonly string[] {
  return shownError(program)
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
}

describe('an interface that is not met', () => {
  test.each([
    [
      'the type of a parameter',
      '(defun pay:string (from:string amount:decimal))',
      '(defun pay:string (from:string amount:integer) from)',
      [
        ' 6 |   (defun pay:string (from:string amount:integer) from))',
        '   |                                  ^^^^^^',
        '  token declares the parameter amount:decimal: test.repl:2:33',
        '  m has amount:integer: test.repl:6:33',
        '  E0307: The definition must begin as `token` declares it: (defun pay:string (from:string amount:decimal) ...).',
      ],
    ],
    [
      'the name of a parameter, and its absent type',
      '(defun pay:string (from:string))',
      '(defun pay:string (sender) sender)',
      [
        ' 6 |   (defun pay:string (sender) sender))',
        '   |                      ^^^^^^',
        '  token declares the parameter from:string: test.repl:2:21',
        '  m has sender: test.repl:6:21',
        '  E0307: The definition must begin as `token` declares it: (defun pay:string (from:string) ...).',
      ],
    ],
    [
      'a parameter too many',
      '(defun pay:string ())',
      '(defun pay:string (from:[string]) "a" "b")',
      [
        ' 6 |   (defun pay:string (from:[string]) "a" "b"))',
        '   |                      ^^^^',
        '  token declares pay with no parameters: test.repl:2:9',
        '  m defines it with 1 parameter, from:[string]: test.repl:6:21',
        '  E0307: The definition must begin as `token` declares it: (defun pay:string () ...).',
      ],
    ],
    [
      'the result',
      '(defun pay:string (from:string))',
      '(defun pay (from:string) from)',
      [
        ' 6 |   (defun pay (from:string) from))',
        '   |          ^^^',
        '  token declares pay with the result string: test.repl:2:9',
        '  m defines it with no type of the result: test.repl:6:9',
        '  E0307: The definition must begin as `token` declares it: (defun pay:string (from:string) ...).',
      ],
    ],
    [
      'the kind',
      '(defcap PAY:bool ())',
      '(defschema PAY from:string)',
      [
        ' 6 |   (defschema PAY from:string))',
        '   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^',
        '  token declares PAY as a defcap: test.repl:2:10',
        '  m defines it as a defschema: test.repl:6:2',
        '  E0307: The definition must begin as `token` declares it: (defcap PAY:bool () ...).',
      ],
    ],
    [
      'the manager of a capability',
      '(defcap PAY:bool (sum:decimal) @managed sum mgr)\n  (defun mgr:decimal (a:decimal b:decimal))',
      '(defcap PAY:bool (sum:decimal) true) (defun mgr:decimal (a:decimal b:decimal) a)',
      [
        ' 7 |   (defcap PAY:bool (sum:decimal) true) (defun mgr:decimal (a:decimal b:decimal) a))',
        '   |           ^^^',
        '  token declares PAY with @managed sum mgr: test.repl:2:10',
        '  m defines it without @managed or @event: test.repl:7:10',
        '  E0307: The definition must begin as `token` declares it: ' +
          '(defcap PAY:bool (sum:decimal) @managed sum mgr ...).',
      ],
    ],
    [
      'missing members',
      '(defun one:integer ()) (defun two:integer ())',
      '(defun three () 3)',
      [
        ' 5 |   (implements token)',
        '   |               ^^^^^',
        '  token declares (defun two:integer ()): test.repl:2:32',
        '  E0308: Define it in `m`: (defun two:integer () ...). It also lacks one.',
      ],
    ],
  ])('%s', (_, declared, defined, lines) => {
    expect(details(implementing(declared, defined))).toEqual(lines);
  });

  test('the check reports every member, at its place', () => {
    const text = implementing(
      '(defun a:string ()) (defun b:string ()) (defun c:string (x:integer))',
      '(defun a:integer () 1)\n  (defun c:string (y:integer) "" "")',
    );
    const { diagnostics } = checkProject(['a.repl'], projectOf({ 'a.repl': text }));
    const places = diagnostics.map(({ error }) => {
      const { line, column } = error.span.startPosition;
      return `${line + 1}:${column} ${error.code}`;
    });
    expect(places).toEqual(['5:14 E0308', '6:9 E0307', '7:19 E0307']);
  });
});

describe('other errors of a module', () => {
  const module = (line: string): string =>
    `(module m G\n  (defcap G () true)\n  ${line}\n  (defconst C 1))`;
  test.each([
    [
      'two functions with one name',
      '(defun f (x) x)\n  (defun g () 1)\n  (defun f (x y) x)',
      [
        ' 5 |   (defun f (x y) x)',
        '   |          ^',
        '  First defined here: test.repl:3:9',
        ' 3 |   (defun f (x) x)',
        '   |          ^',
      ],
    ],
    [
      'an unknown interface',
      '(implements nope)',
      [' 3 |   (implements nope)', '   |               ^^^^'],
    ],
    [
      'an unknown schema',
      '(defun f (x:[object{nope}]) x)',
      [' 3 |   (defun f (x:[object{nope}]) x)', '   |                       ^^^^'],
    ],
    ['an unknown module', '(use nope)', [' 3 |   (use nope)', '   |   ^^^^^^^^^^']],
  ])('%s', (_, line, lines) => {
    const shown = details(module(line));
    expect(shown.slice(0, -1)).toEqual(lines);
  });

  test('a name that an imported module lacks', () => {
    const shown = details(`(module a G (defcap G () true))\n${module('(use a [G nope])')}`);
    expect(shown.slice(0, -1)).toEqual([' 4 |   (use a [G nope])', '   |             ^^^^']);
  });

  test.each([
    [
      '(defcap C (a b) @managed c f true)',
      [
        ' 3 |   (defcap C (a b) @managed c f true)',
        '   |                            ^',
        '  E0318: The defcap has no parameter `c`, only a, b.',
      ],
    ],
    [
      '(defcap C () @managed c f true)',
      [
        ' 3 |   (defcap C () @managed c f true)',
        '   |                         ^',
        '  E0318: The defcap has no parameters, so `@managed` cannot name one. Write `@managed` alone, or add `c`.',
      ],
    ],
  ])('a managed parameter that does not exist: %s', (line, lines) => {
    expect(details(module(line))).toEqual(lines);
  });

  test('an interface without the manager of a capability', () => {
    const shown = details('(interface i (defcap PAY:bool (sum:decimal) @managed sum mgr))');
    expect(shown.at(-1)).toBe(
      '  E0304: An interface declares the manager of a capability too: ' +
        '(defun mgr:decimal (managed:decimal requested:decimal)).',
    );
  });

  test('a governance that is not a capability', () => {
    const shown = details('(module m GOV\n  (defun f () 1))');
    expect(shown.slice(0, -1)).toEqual([' 1 | (module m GOV', '   |           ^^^']);
  });
});
