// Programs that keep much at once without gas: each part is within its limit, all of them together are not.

import { badInputs, type BadInput, type BadInputRow } from './case.ts';

const each = (body: string, count = 1000): string =>
  `(length (map (lambda (x) ${body}) (enumerate 1 ${count})))`;
const table =
  '(module m G (defcap G () true) (defschema s a) (deftable t:{s}) (defcap E (x) @event true) ' +
  '(defun emit (x) (emit-event (E x)))) (create-table m.t) ';

const rows: readonly BadInputRow[] = [
  ['lists', each('(make-list 4000000 x)')],
  ['lists of numbers', each('(enumerate x 4000000)')],
  ['lists of lists', each('(map (lambda (y) [y x]) (enumerate 1 100000))')],
  ['short lists', each('(make-list 100 x)', 4_000_000)],
  ['objects', each('(map (lambda (y) {"a": y, "b": x}) (enumerate 1 100000))')],
  ['reversed lists', `(let ((l (enumerate 1 4000000))) ${each('(reverse l)')})`],
  ['sorted lists', `(let ((l (make-list 100000 1))) ${each('(sort l)', 100)})`],
  ['parts of lists', `(let ((l (make-list 4000000 1))) ${each('(drop 1 l)')})`],
  ['sums of lists', `(let ((l (make-list 2000000 1))) ${each('(+ l l)')})`],
  ['filtered lists', `(let ((l (make-list 4000000 1))) ${each('(filter (= 1) l)')})`],
  [
    'strings',
    `(let ((s (fold (+) "" (make-list 40000 "${'x'.repeat(100)}")))) ${each('(+ s (int-to-str 10 x))', 10_000)})`,
  ],
  [
    'strings by format',
    `(let ((s (concat (make-list 40000 "${'x'.repeat(100)}")))) ${each('(format "{}{}" [x s])', 10_000)})`,
  ],
  ['strings of numbers', each('(int-to-str 2 (- (shift 1 4000000) x))', 10_000)],
  [
    'letters',
    `(let ((s (concat (make-list 40000 "${'x'.repeat(100)}")))) ${each('(str-to-list s)')})`,
  ],
  ['large numbers', each('(shift x 4000000)', 10_000)],
  ['sums of large numbers', `(let ((n (shift 1 4000000))) ${each('(+ n x)', 10_000)})`],
  ['large decimals', `(let ((n (dec (shift 1 4000000)))) ${each('(+ n 0.5)', 10_000)})`],
  [
    'nested maps',
    each('(map (lambda (y) (map (lambda (z) [z]) (enumerate 1 1000))) (enumerate 1 1000))'),
  ],
  ['rows', `${table}${each('(write m.t (int-to-str 10 x) {"a": (make-list 1000 x)})', 1_000_000)}`],
  ['events', `${table}${each('(m.emit (make-list 1000 x))', 1_000_000)}`],
  ['data', each('(env-data {"a": (make-list 1000 x)})')],
].map(([title, text]) => [title as string, text as string, '?'] as const);

export const memoryCases: readonly BadInput[] = badInputs(rows);
