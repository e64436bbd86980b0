// The names that an incomplete form binds at the point where it ends.
import { expect, test } from 'vitest';
import { localNames } from '../../../../src/script/names/local-names.ts';

test.each([
  ['(lambda (amount:decimal to) (', 'amount to'],
  ['(defun f:integer (left right:[integer]) "doc" (+ l', 'left right'],
  ['(module m G (defcap PAY (who:string) t', 'PAY who'],
  ['(module m G (defcap G () true) (defconst LIMIT 5) (defun f () ', 'G LIMIT f'],
  ['(let ((first 1) (second:integer 2)) (+ ', 'first second'],
  ['(let* ((first 1) (second (+ fi', 'first'],
  ['(let ((x 1)) (map (lambda (y) (+ ', 'x y'],
  ['(bind { "a": 1 } { "a" := found, "b" := other:integer } (', 'found other'],
  ['(let ((closed 1)) closed) (+ c', ''],
  ['(defun f (list:[integer] object:object{m.row} table:table{row}) (', 'list object table'],
  ['(', ''],
  [')))', ''],
  ['', ''],
])('%s', (text, names) => {
  expect([...localNames(text)].join(' ')).toBe(names);
});
