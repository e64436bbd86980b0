// The trace of each form while debug flags are set.

import { expect, it } from 'vitest';
import { replSession } from '../../../support/repl-session.ts';

function traced(flags: string, program: string): readonly string[] {
  const session = replSession();
  session.run(`(env-set-debug-flag "${flags}")`);
  session.traced.length = 0;
  session.run(program);
  return session.traced;
}

it.each([
  ['lexer', '(+ 1 "a")', 'lexer: ( ident<+> number<1> "a" )'],
  ['lexer', "['x, 1] ; rest", "lexer: [ ''x , number<1> ]"],
  [
    'parser',
    '(+ 1 x)',
    'parser: (term (application (variable (bare "+")) [(constant (integer 1)) (variable (bare "x"))]))',
  ],
  [
    'desugar',
    '(+ 1 2.5)',
    'desugar: (app (builtin "+") [(literal (integer 1)) (literal (decimal 25 1))])',
  ],
  [
    'desugar',
    '(if true 1 2)',
    'desugar: (form "if" [(literal (bool true)) (literal (integer 1)) (literal (integer 2))])',
  ],
  [
    'desugar',
    '(defun f (x:integer) x)',
    'desugar: (defun ("f") [("x" (primitive "integer"))] (lambda [("x" (primitive "integer"))] (var (local "x" 0))))',
  ],
  [
    'desugar',
    '(module m G (defcap G () true))',
    'desugar: (defcap ("G") [] (literal (bool true)) (unmanaged))',
  ],
  ['desugar', '(interface i (defconst X 1))', 'desugar: (defconst ("X") (evaluated 1))'],
])('%s of %s', (flag, program, shown) => {
  expect(traced(flag, program)).toContain(shown);
});

it('shows all three in order, then the value', () => {
  const kinds = traced('all', '1').map((text) => text.replace(/:.*/, ''));
  expect(kinds).toEqual(['lexer', 'parser', 'desugar', '1']);
});

it('shows nothing of the kind without a flag', () => {
  expect(traced('none', '(+ 1 2)')).toEqual(['3']);
});

it('toggles flags and reports which are set', () => {
  const { run, traced: shown } = replSession();
  run('(env-set-debug-flag "lexer") (env-set-debug-flag " all ") (env-set-debug-flag "none")');
  expect(shown.filter((text) => text.startsWith('set '))).toEqual([
    'set debug flags to [lexer]',
    'set debug flags to [parser, desugar]',
    'set debug flags to []',
  ]);
});
