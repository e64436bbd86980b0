// Tables: the size is a number of rows or characters.

import { calibrations, each, inModule, upTo, type Calibration } from './program.ts';
import { names } from './texts.ts';

const schema = '(defschema row n:integer text:string) (deftable rows:{row})';
const filled = (size: number): string => `(create-table rows)
  (map (lambda (n) (insert rows (format "k{}" [n]) {"n": n, "text": "some text"})) (enumerate 1 ${size}))`;
const fat = (size: number): string => `(create-table rows)
  (insert rows "k" {"n": 1, "text": (concat (make-list ${size} "x"))})`;

export const database: readonly Calibration[] = [
  ...each(['insert', 'update', 'write'], (builtin) =>
    calibrations(
      builtin,
      {
        'characters of a field': (size) =>
          inModule(
            `${schema} (defconst TEXT (concat (make-list ${size} "x")))`,
            builtin === 'insert'
              ? '(try "" (insert rows "k" {"n": 1, "text": TEXT}))'
              : `(${builtin} rows "k" {"n": 1, "text": TEXT})`,
            fat(1),
          ),
        'characters of the key': (size) =>
          inModule(
            `${schema} (defconst KEY (concat (make-list ${size} "x")))`,
            builtin === 'insert'
              ? '(try "" (insert rows KEY {"n": 1, "text": ""}))'
              : `(${builtin} rows KEY {"n": 1, "text": ""})`,
            '(create-table rows) (insert rows KEY {"n": 1, "text": ""})',
          ),
        'rows there are': (size) =>
          inModule(
            schema,
            builtin === 'insert'
              ? '(try "" (insert rows "k1" {"n": 1, "text": ""}))'
              : `(${builtin} rows "k1" {"n": 1, "text": ""})`,
            filled(size),
          ),
      },
      upTo(10_000),
    ),
  ),
  ...calibrations(
    'insert',
    {
      'new rows': (size) => ({
        setup: `(begin-tx) (module cal G (defcap G () true) ${schema}
        (defun work () (map (lambda (n) (insert rows (format "{}-{}" [n (length (keys rows))]) {"n": n, "text": ""})) (enumerate 1 ${size}))))
        (create-table rows) (commit-tx) (begin-tx)`,
        call: '(cal.work)',
      }),
    },
    upTo(10),
  ),
  ...each(['read', 'with-read', 'with-default-read'], (builtin) => {
    const rest = {
      read: '',
      'with-read': '{"n" := n} n',
      'with-default-read': '{"n": 0} {"n" := n} n',
    }[builtin];
    return calibrations(
      builtin,
      {
        'rows there are': (size) =>
          inModule(schema, `(${builtin} rows "k1" ${rest})`, filled(size)),
        'characters of a field': (size) =>
          inModule(schema, `(${builtin} rows "k" ${rest})`, fat(size)),
        'characters of a missing key': (size) =>
          inModule(
            `${schema} (defconst KEY (concat (make-list ${size} "x")))`,
            builtin === 'with-default-read'
              ? `(${builtin} rows KEY ${rest})`
              : `(try "" (${builtin} rows KEY ${rest}))`,
            fat(1),
          ),
      },
      upTo(10_000),
    );
  }),
  ...calibrations('read', {
    'names of fields': (size) =>
      inModule(
        `${schema} (defconst NAMES (make-list ${size} "n"))`,
        '(read rows "k" NAMES)',
        fat(1),
      ),
  }),
  ...calibrations(
    'select',
    {
      rows: (size) => inModule(schema, '(select rows (lambda (r) true))', filled(size)),
      'rows and fields': (size) =>
        inModule(schema, `(select rows ['n] (where 'n (< 5)))`, filled(size)),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'keys',
    { rows: (size) => inModule(schema, '(keys rows)', filled(size)) },
    upTo(10_000),
  ),
  ...calibrations(
    'fold-db',
    {
      rows: (size) =>
        inModule(schema, '(fold-db rows (lambda (k r) true) (lambda (k r) k))', filled(size)),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'create-table',
    {
      'that exists': () => ({
        setup: `(begin-tx) (module cal G (defcap G () true) ${schema}) (create-table rows)`,
        call: '(try "" (create-table rows))',
      }),
    },
    [1],
  ),
  ...calibrations(
    'describe-table',
    {
      'fields of the schema': (size) => ({
        setup: `(begin-tx) (module cal G (defcap G () true)
        (defschema row ${names(size)
          .map((name) => `${name}:integer`)
          .join(' ')}) (deftable rows:{row}))`,
        call: '(describe-table rows)',
      }),
    },
    upTo(1_000),
  ),
];
