// Caches from the last time that a point in the program was reached: an object's type, the definition of a name, a guard
// known to fail. None of them may be observable.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

describe('objects that are checked again', () => {
  const setup = `(module m G (defcap G () true)
    (defschema flat a:integer b:string)
    (defschema same a:integer b:string)
    (defschema other a:integer b:integer)
    (defschema open a b)
    (defun as-flat:object{flat} (o:object{flat}) o)
    (defun as-same:object{same} (o:object{same}) o)
    (defun as-other:object{other} (o:object{other}) o)
    (defun as-open:object{open} (o:object{open}) o)
    (defun gas-of (f n) (fold (lambda (o i) (f o)) {"a": 1, "b": "x"} (enumerate 1 n))))
    (env-gasmodel "table") (env-gaslimit 100000)`;
  checkPrograms(setup, [
    ['two schemas', '(as-same (as-flat {"a": 1, "b": "x"}))', '{"a": 1,"b": "x"}'],
    [
      'a schema it never had',
      '(let ((o (as-flat {"a": 1, "b": "x"}))) (as-other o))',
      '!Runtime typecheck failure, argument is object',
    ],
    ['back again', '(as-flat (as-open (as-flat {"a": 1, "b": "x"})))', '{"a": 1,"b": "x"}'],
    [
      'the price is that of the first time, to the milligas: a call, and a tick a field for argument and result',
      `(let ((o {"a": 1, "b": "x"}))
        [(do (env-set-milligas 0) (as-flat o) (env-milligas))
         (do (env-set-milligas 0) (as-flat o) (env-milligas))
         (do (env-set-milligas 0) (as-same o) (env-milligas))
         (do (env-set-milligas 0) (as-flat o) (env-milligas))])`,
      '[175 175 175 175]',
    ],
  ]);
});

describe('names whose module is replaced', () => {
  const setup = `(interface i (defun f:integer ()))
    (module m G (defcap G () true) (implements i) (defun f:integer () 1))
    (module user U (defcap U () true) (defun call (r:module{i}) (r::f)) (defun fixed () (m.f)))
    (user.call m) (user.fixed)
    (module m G (defcap G () true) (implements i) (defun f:integer () 2))`;
  checkPrograms(setup, [
    ['a reference calls the present one', '(user.call m)', '2'],
    ['a name calls the one it was written for', '(user.fixed)', '1'],
  ]);
});

describe('guards of capabilities that are not held', () => {
  const setup = `(module m G (defcap G () true)
    (defcap C (n:integer) true)
    (defun guards () (map (lambda (n) (create-capability-guard (C n))) [1 2 3]))
    (defun holds (g:guard) (try false (enforce-guard g)))
    (defun which () (with-capability (C 2) (map (holds) (guards))))
    (defun any () (with-capability (C 2)
      (enforce-one "none" [(enforce-guard (at 0 (guards))) (enforce-guard (at 1 (guards)))])))
    (defun none () (enforce-one "none" [(enforce-guard (at 0 (guards))) (= 1 2)])))`;
  checkPrograms(setup, [
    ['tried one by one', '(which)', '[false true false]'],
    ['one of them holds', '(any)', 'true'],
    ['none of them holds', '(none)', '!none'],
    [
      'not a guard',
      '(try 1 (enforce-guard 2))',
      '!Type error: failed to call native function enforce-guard',
    ],
  ]);
});
