// Names of builtins where the reference refuses them: which, where, in which order.
import { expect, test } from 'vitest';
import { findShadows, shadowError, shadowText } from '../../../../src/lang/resolve/shadowing.ts';
import { allBuiltins, parse } from '../../../support/resolving.ts';

const shadows = (source: string): string[] =>
  findShadows(parse(source), allBuiltins).map((shadow) => {
    const text = shadowText(shadow).replace('shadows native of the same name ', '');
    return `${text} [${shadow.span.text}]`;
  });

test.each([
  ['(let ((identity 1)) 1)', ['Variable identity in top level expression [identity]']],
  ['(lambda (take) take)', ['Variable take in top level expression [take]']],
  // Inner variables come before outer ones, those of one form in order.
  [
    '(let ((take (lambda (drop) 1)) (at 2)) (let ((read 1)) 2))',
    ['drop', 'read', 'take', 'at'].map(
      (name) => `Variable ${name} in top level expression [${name}]`,
    ),
  ],
  // Binding forms are not checked, but their contents are.
  ['(bind {} {"at" := at} (lambda (read) 1))', ['Variable read in top level expression [read]']],
  ['[{"a": (lambda (read) 1)}]', ['Variable read in top level expression [read]']],
  ['(f (lambda (read) 1))', ['Variable read in top level expression [read]']],
  [
    '(module take G (defcap G () 1))',
    ['Variable take in module name take [(module take G (defcap G () 1))]'],
  ],
  [
    '(module m G (defun read (take b drop) (lambda (at) 1)))',
    [
      'Variable read in the definition name of defun m.read [read]',
      'Variable take in definition defun m.read at argument position 0 [take]',
      'Variable drop in definition defun m.read at argument position 2 [drop]',
      'Variable at in the body of definition defun m.read [at]',
    ],
  ],
  [
    '(module m G (defcap read (take) (lambda (at) 1)))',
    [
      'Variable read in the definition name of defcap m.read [read]',
      'Variable take in definition defcap m.read at argument position 0 [take]',
      'Variable at in the body of definition defcap m.read [at]',
    ],
  ],
  [
    '(module m G (defpact read (take) (step (lambda (at) 1)) (step-with-rollback 1 (lambda (drop) 1)) (step 1)))',
    [
      'Variable read in the definition name of defpact m.read [read]',
      'Variable take in definition defpact m.read at argument position 0 [take]',
      'Variable at in the body of definition defpact m.read [at]',
      'Variable drop in the body of definition defpact m.read [drop]',
    ],
  ],
  [
    '(module m G (defconst read (lambda (at) 1)))',
    [
      'Variable read in the definition name of defconst m.read [read]',
      'Variable at in the body of definition defconst m.read [at]',
    ],
  ],
  // Fields are not variables; the reference misspells the word.
  [
    '(module m G (defschema read take:bool))',
    ['Variable read in the definition name of defscema m.read [(defschema read take:bool)]'],
  ],
  [
    '(module m G (deftable read:{s}))',
    ['Variable read in the definition name of deftable m.read [(deftable read:{s})]'],
  ],
  [
    '(interface i (defschema read take:bool))',
    ['Variable read in the definition name of defscema #repl.read [(defschema read take:bool)]'],
  ],
  [
    '(interface take (defun read (at)) (defcap drop (at)) (defpact keys (at)) (defconst map 1))',
    [
      'Variable take in interface name take [(interface take (defun read (at)) (defcap drop (at)) (defpact keys (at)) (defconst map 1))]',
      'Variable read in the definition name of defun take.read [read]',
      'Variable at in definition defun take.read at argument position 0 [at]',
      'Variable drop in the definition name of defcap take.drop [drop]',
      'Variable at in definition defcap take.drop at argument position 0 [at]',
      'Variable keys in the definition name of defpact take.keys [keys]',
      'Variable at in definition defpact take.keys at argument position 0 [at]',
      'Variable map in the definition name of defconst take.map [map]',
    ],
  ],
  ['(defun read () 1)', ['Variable read in the definition name of defun #repl.read [read]']],
  // Special forms are not builtins, except for map and cond.
  ['(let ((if 1) (and 2) (cond 3)) 1)', ['Variable cond in top level expression [cond]']],
  ['(use take)', []],
])('%s', (source, expected) => {
  expect(shadows(source)).toEqual(expected);
});

test('the first one is reported', () => {
  const [first] = findShadows(parse('(let ((at 1) (read 2)) 1)'), allBuiltins);
  if (first === undefined) throw new Error('a shadow');
  expect(shadowError(first).message).toBe('Variable at shadows native with the same name');
});
