// Programs that hold much memory at once without gas: each part is within its limit, but all of them together are not.

import { badInputs, type BadInput, type BadInputRow } from './case.ts';

const each = (body: string, count = 1000): string =>
  `(length (map (lambda (x) ${body}) (enumerate 1 ${count})))`;
const table =
  '(module m G (defcap G () true) (defschema s a) (deftable t:{s}) (defcap E (x) @event true) ' +
  '(defun emit (x) (emit-event (E x)))) (create-table m.t) ';

const longText = `(concat (make-list 40000 "${'x'.repeat(100)}"))`;
const tooMuch = '!MemoryExceeded';

const rows: readonly BadInputRow[] = [
  ['lists', each('(make-list 4000000 x)'), tooMuch],
  ['short lists', each('(make-list 100 x)', 4_000_000), tooMuch],
  ['objects', each('(map (lambda (y) {"a": y, "b": x}) (enumerate 1 100000))'), tooMuch],
  ['reversed lists', `(let ((l (make-list 4000000 1))) ${each('(reverse l)')})`, tooMuch],
  ['sorted lists', `(let ((l (make-list 100000 1))) ${each('(sort l)', 50)})`, '50'],
  ['parts of lists', `(let ((l (make-list 4000000 1))) ${each('(drop 1 l)')})`, '1000'],
  ['sums of lists', `(let ((l (make-list 2000000 1))) ${each('(+ l l)')})`, tooMuch],
  ['strings', `(let ((s ${longText})) ${each('(format "{}{}" [x s])', 10_000)})`, tooMuch],
  ['strings of numbers', each('(int-to-str 2 (- (shift 1 4000000) x))', 10_000), tooMuch],
  ['letters', `(let ((s ${longText})) ${each('(str-to-list s)')})`, tooMuch],
  ['large numbers', each('(shift x 4000000)', 10_000), tooMuch],
  ['sums', `(let ((n (shift 1 4000000))) ${each('(+ n x)', 10_000)})`, tooMuch],
  ['large decimals', `(let ((n (dec (shift 1 4000000)))) ${each('(+ n 0.5)', 10_000)})`, tooMuch],
  [
    'nested maps',
    each('(map (lambda (y) (map (lambda (z) [z]) (enumerate 1 1000))) (enumerate 1 1000))'),
    tooMuch,
  ],
  [
    'rows',
    `${table}${each('(write m.t (int-to-str 10 x) {"a": (make-list 1000 x)})', 1_000_000)}`,
    tooMuch,
  ],
  ['events', `${table}${each('(m.emit (make-list 1000 x))', 1_000_000)}`, tooMuch],
  [
    'a form after one that failed',
    `(expect-failure "too much" ${each('(make-list 4000000 x)')}) (length (make-list 4000000 1))`,
    '4000000',
  ],
];

export const memoryCases: readonly BadInput[] = badInputs(rows);
