// Programs that run must not be refused, even if their types are looser than the reference's checker allows. A warning
// (written with `?`) reports what was not checked.
import { expect, test } from 'vitest';
import { inModule, typecheckProgram } from '../../../support/typecheck.ts';

const table = `
  (defschema row amount:decimal owner:string count:integer)
  (deftable rows:{row})`;

const found = (definitions: string): readonly string[] => {
  const { errors, unsupported } = typecheckProgram(inModule(definitions));
  return [
    ...errors.map(({ code, message }) => `${code} ${message}`),
    ...unsupported.map(({ code }) => `?${code}`),
  ];
};

test.each([
  ['integers and decimals in calculations', '(defun f:decimal (x:decimal) (+ 1 (* 2 (/ x 10))))'],
  ['powers and logarithms of both', '(defun f:decimal (x:decimal) (- (^ x 2) (log 2 x)))'],
  ['the type of an unknown number becomes known later', '(defun f (xs:[decimal]) (map (* 2) xs))'],
  [
    'a function without arguments is passed on',
    '(defun f (x y) (+ x y))\n(defun g () (fold (f) 0 [1]))',
  ],
  ['also a local one', '(defun f (xs:[integer]) (let ((g (lambda (x) (< x 1)))) (filter (g) xs)))'],
  ['also a form', '(defun f (xs:[bool]) (fold (and) true xs))'],
  [
    'branches of statements differ',
    '(defun f (x:bool) (if x 1 "a") (cond (x 1) ((not x) "a") true) x)',
  ],
  [
    'also within what surrounds them',
    `(defcap C () true)
     (defun f (k:string)
       (with-capability (C) (let ((a 1)) (if (= a 1) a k)))
       (with-read rows k { "owner" := o } (if (= o k) o true))
       (map (lambda (x) (if (= x k) x 1)) [k])
       k)`,
  ],
  [
    'whether there is a row',
    `(defun f (k:string) (= "bool" (typeof (try false (read rows k)))))
     (defun g (k:string) (let ((r (try {} (read rows k)))) (if (= r {}) 0.0 (at "amount" r))))`,
  ],
  ['lists of statements', '(defun f (x:bool) [(enforce x "a") "b" 1] x)'],
  ['hashes of lists', '(defun f (a:string t:time) (hash [a t 1]))'],
  [
    'some fields of an object',
    '(defun f (o:object{row}) (+ 1.0 (at "amount" (take ["amount"] o))))',
  ],
  ['the other fields', '(defun f:string (o:object{row}) (at "owner" (drop ["amount"] o)))'],
  [
    'fields of a value that is known',
    '(defun f (k:string) (let ((r (read rows k))) (length (at "owner" r))))',
  ],
])('%s', (_what, definitions) => {
  expect(found(`${table}\n${definitions}`)).toEqual([]);
});

test.each([
  ['a field', '(defun f (k:string o:object{row}) (at k o))'],
  ['fields of a row', '(defun f (fs:[string]) (+ { "a": 1 } (read rows "k" fs)))'],
  ['fields of rows', '(defun f (fs:[string]) (select rows fs (constantly true)))'],
  ['a field of a condition', '(defun f (k:string) (select rows (where k (= 1))))'],
  ['fields to sort by', '(defun f (fs:[string] os:[object{row}]) (sort fs os))'],
  ['fields to take', '(defun f (fs:[string] o:object{row}) (take fs o))'],
  [
    'what another function has yielded',
    '(defun y () (yield {"a": 1}))\n(defpact p () (step (y)) (step (resume {"a" := a} a)))',
  ],
])('computed: %s', (_what, definitions) => {
  expect(found(`${table}\n${definitions}`)).toEqual(['?E1206']);
});

const interfaces = `
(interface one (defun first:string ()))
(interface two (defun second:string ()))
(module impl G (defcap G () true) (implements one) (implements two)
  (defun first:string () 'a) (defun second:string () 'b))
`;

test.each([
  [
    'with more interfaces than are needed',
    '(defun f (m:module{one}) (m::first))\n(defun g (m:module{one,two}) (f m))',
  ],
  [
    'that are bound as what they turn out to be',
    '(defun f (m:module{one}) (let ((t:module{two} m)) (t::second)))',
  ],
  [
    'in objects',
    `(defschema s policy:module{one})
     (defun f (o:object{s}) (bind o { "policy" := p:module{two} } (p::second)))`,
  ],
  [
    'found in objects',
    '(defschema s policy:module{one})\n(defun f (o:object{s}) (let ((p (at "policy" o))) (p::first)))',
  ],
])('module references %s', (_what, definitions) => {
  const { errors } = typecheckProgram(interfaces + inModule(definitions));
  expect(errors.map(({ message }) => message)).toEqual([]);
});
