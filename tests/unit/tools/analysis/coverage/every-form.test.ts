// A contract with every form that coverage counts, run by two scripts as two threads would. The expected counts, written by
// hand, are beside the lines, and both reports must agree with them.
import { expect, test } from 'vitest';
import {
  CoverageTotals,
  figuresOf,
  fileCoverage,
  type FileCoverage,
} from '../../../../../src/tools/analysis/coverage/coverage.ts';
import { htmlPages } from '../../../../../src/tools/testing/coverage/html.ts';
import { lcovText } from '../../../../../src/tools/testing/coverage/reports.ts';
import { countsOfRun } from '../../../../support/coverage.ts';

/** Left of the bar: how often a line was entered, and after a slash the directions of its conditions. */
const counted = `
                    | (module forms GOVERN
                    |   (implements payer)
                    |   (defcap GOVERN ()
1 / 1 0             |     (enforce (= 1 1) "never"))
                    |   (defschema account
                    |     balance:decimal)
                    |   (deftable accounts:{account})
3                   |   (defconst FEE:decimal (* 0.5
3                   |                            2.0))
                    |   (defcap DEBIT (who:string amount:decimal)
                    |     @managed amount left-of
2 / 2 0             |     (enforce (!= who "") "who"))
                    |   (defun left-of:decimal (left:decimal asked:decimal)
2 / 2 0             |     (enforce (>= left asked) "too much")
2                   |     (- left asked))
                    |   (defcap PAID (who:string)
                    |     @event
                    |     true)
                    |   (defcap SEEN (who:string)
                    |     @event
1                   |     (length who))
                    |   (defun pay:string (who:string amount:decimal)
2                   |     (with-capability (DEBIT who amount)
2                   |       (emit-event (PAID who))
2                   |       (with-default-read accounts who
2                   |         { "balance": 0.0 }
2                   |         { "balance" := before }
2                   |         (write accounts who
2                   |           { "balance": (+ before amount) })))
2                   |     "done")
                    |   (defun look (who:string)
1                   |     (with-capability (SEEN who)
1                   |       1))
                    |   (defun nested (x:integer)
3                   |     (+ 1
3 / 2 1             |        (if (> x 0)
2 / 1 1             |            (if (> x 10) 2 3)
1                   |            4)))
                    |   (defun clauses (x:integer)
2 / 1 1             |     (cond ((= x 0) "zero")
1 / 0 1             |           ((= x 1) "one")
1                   |           "many"))
                    |   (defun logic (a:bool b:bool)
2 / 1 1             |     [(and a
1                   |           b)
2 / 1 1             |      (or a
1                   |          b)
2                   |      (not a)])
                    |   (defun partial (x:integer)
2                   |     [(and? (< 0)
2                   |            (positive) x)
2                   |      (or? (= 1)
2                   |           (positive) x)])
                    |   (defun positive (x:integer)
3                   |     (> x 0))
                    |   (defun tried (x:integer)
2 / 1 1             |     (try -1
2 / 1 1             |          (enforce (> x 0)
1                   |            "negative")))
                    |   (defun one-of (x:integer)
2 / 0 1 1           |     (enforce-one "none"
2 / 0 2             |       [(enforce (= x 1) "1")
2 / 1 1             |        (enforce (= x 2) "2")]))
                    |   (defun lists (xs:[integer])
1                   |     (fold (+) 0
1                   |       (map (lambda (x) (* x 2))
1                   |         (filter
1                   |           (lambda (x)
3                   |             (> x 1))
1                   |           xs))))
                    |   (defun lets (x:integer)
1                   |     (let ((a x)
1                   |           (b 2))
1                   |       (let* ((c (+ a b))
1                   |              (d (* c 2)))
1                   |         (- d
1                   |            c))))
                    |   (defun bound (o:object)
1                   |     (bind o { "k" := k }
1                   |       k))
                    |   (defun never (x)
0 / - -             |     (if x
0                   |         1
0                   |         2))
                    |   (defpact trade (who:string)
                    |     (step-with-rollback
2                   |       (format "begin {}" [who])
1                   |       (format "undo {}"
1                   |         [who]))
                    |     (step
1                   |       (format "end {}" [who])))
                    |   (defpact undone ()
0                   |     (step-with-rollback 1
0                   |       2)
0                   |     (step 3)))
                    |
                    | (module other GOVERN
1                   |   (defcap GOVERN () true)
                    |   (defun through (m:module{payer} who:string)
1                   |     (m::pay who 1.0))
0                   |   (defun limit () payer.LIMIT))
`;

const columns = 20;
const rows = counted.replace(/^\n/, '').trimEnd().split('\n');
const source = rows.map((row) => row.slice(columns + 1).replace(/^ /, '')).join('\n');

/** An interface cannot be loaded twice. */
const payer = `(interface payer
  (defconst LIMIT:decimal 100.0)
  (defun pay:string (who:string amount:decimal)))`;

const first = `(begin-tx) (load "payer.pact") (load "all.pact") (create-table forms.accounts) (commit-tx)
(begin-tx)
(env-sigs [{ "key": "k", "caps": [(forms.DEBIT "al" 5.0)] }])
(other.through forms "al") (forms.pay "al" 2.0)
(forms.look "al")
(forms.nested 1) (forms.nested 11) (forms.nested 0)
(forms.clauses 0) (forms.clauses 5)
(forms.logic true true) (forms.logic false true)
(forms.partial 5) (forms.partial -1)
(forms.tried 0)
(forms.one-of 2)
(forms.lists [1 2 3])
(commit-tx)
(begin-tx) (env-hash (hash "1")) (forms.trade "x") (continue-pact 0 true) (commit-tx)`;

const second = `(begin-tx) (load "payer.pact") (load "all.pact") (commit-tx)
(begin-tx "the upgrade asks for its governance") (load "all.pact") (commit-tx)
(forms.tried 5)
(expect-failure "none" (forms.one-of 3))
(forms.lets 3)
(forms.bound { "k": 1 })
(begin-tx) (env-hash (hash "2")) (forms.trade "x") (continue-pact 1) (commit-tx)`;

function coverageOfBoth(): FileCoverage {
  const totals = new CoverageTotals();
  for (const script of [first, second]) {
    const files = { 'all.repl': script, 'payer.pact': payer, 'all.pact': source };
    for (const counts of countsOfRun(files)) totals.add(counts);
  }
  const counts = totals.all.find(({ file }) => file === 'all.pact');
  if (counts === undefined) throw new RangeError('it did not run');
  return fileCoverage(counts, 'all.pact', source);
}

const coverage = coverageOfBoth();

function margin(count: string, ways: readonly string[]): string {
  return `${count}${ways.length === 0 ? '' : ` / ${ways.join(' ')}`}`.padEnd(columns);
}

const rowsWith = (marginOf: (line: number) => string): string[] =>
  source.split('\n').map((text, at) => `${marginOf(at + 1)}| ${text}`.trimEnd());

test('lcov agrees with the counts by hand', () => {
  const lines = new Map<string, string>();
  const ways = new Map<string, string[]>();
  for (const record of lcovText([coverage]).split('\n')) {
    const [, kind = '', line = '', rest = ''] = /^(DA|BRDA):(\d+),(.*)$/.exec(record) ?? [];
    if (kind === 'DA') lines.set(line, rest);
    if (kind === 'BRDA') ways.set(line, [...(ways.get(line) ?? []), rest.split(',').at(-1) ?? '']);
  }
  const shown = rowsWith((line) =>
    margin(lines.get(String(line)) ?? '', ways.get(String(line)) ?? []),
  );
  expect(shown).toEqual(rows.map((row) => row.trimEnd()));
});

test('the pages agree, too', () => {
  const [, page] = htmlPages([coverage]);
  const cells = [...(page?.text ?? '').matchAll(/<tr id="L\d+" class="(\w*)">.*"count">(\d*)</g)];
  const byHand = rows.map((row) => /^\d*/.exec(row)?.[0] ?? '');
  expect(cells.map(([, , count]) => count)).toEqual(byHand);
  const wrong = cells.filter(([, kind, count]) =>
    count === '' ? kind !== '' : (kind === 'miss') !== (count === '0'),
  );
  expect(wrong).toEqual([]);
});

test('functions, and the totals of all three', () => {
  expect(coverage.functions.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'forms.GOVERN 1',
    'forms.DEBIT 2',
    'forms.left-of 2',
    'forms.SEEN 1',
    'forms.pay 2',
    'forms.look 1',
    'forms.nested 3',
    'forms.clauses 2',
    'forms.logic 2',
    'forms.partial 2',
    'forms.positive 3',
    'forms.tried 2',
    'forms.one-of 2',
    'forms.lists 1',
    'forms.lets 1',
    'forms.bound 1',
    'forms.never 0',
    'forms.trade step 0 2',
    'forms.trade step 0 rollback 1',
    'forms.trade step 1 1',
    'forms.undone step 0 0',
    'forms.undone step 0 rollback 0',
    'forms.undone step 1 0',
    'other.GOVERN 1',
    'other.through 1',
    'other.limit 0',
  ]);
  const marked = rows.map((row) => row.slice(0, columns).trim()).filter((text) => text !== '');
  const arms = marked.flatMap((text) => text.split(' / ')[1]?.split(' ') ?? []);
  expect(figuresOf([coverage])).toEqual({
    lines: { hit: marked.filter((text) => !text.startsWith('0')).length, all: marked.length },
    branches: { hit: arms.filter((arm) => arm !== '0' && arm !== '-').length, all: arms.length },
    functions: { hit: 21, all: 26 },
  });
});
