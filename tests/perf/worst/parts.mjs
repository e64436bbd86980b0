// Building blocks of the programs.

export const repeat = (count, make, between = ' ') =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

/** A loop that ends only when the gas is used up. */
export const forever = (body) => `(map (lambda (i) ${body}) (enumerate 1 1000000))`;

export const module = (definitions) => `(module w G (defcap G () true) ${definitions})`;

/** Functions that each call the one before them `times` times. */
export const chain = (count, times, last = 'x') =>
  `(defun f0 (x) ${last}) ` +
  repeat(count, (i) => `(defun f${i + 1} (x) ${repeat(times, () => `(f${i} x)`, ' ')})`);

export const keys = (count) => repeat(count, (i) => `"${String(i).padStart(64, 'k')}"`);
export const keyset = (count) => `{ "keys": [${keys(count)}], "pred": "keys-all" }`;

export const object = (count, value) =>
  `{ ${repeat(count, (i) => `"field-${i}": ${value}`, ', ')} }`;

export const tableOf = (rows) => `
  ${module(`
    (defschema s a:integer b:string) (deftable t:{s})
    (defun fill (n) (write t (int-to-str 10 n) { "a": n, "b": "some text" }))
    (defun scan () (keys t))
    (defun select-none () (select t (lambda (row) false)))
    (defun fold-none () (fold-db t (lambda (k row) false) (lambda (k row) k)))
    (defun read-often () ${forever('(read t "1")')})
    (defun write-often () ${forever('(write t (int-to-str 10 i) { "a": i, "b": "x" })')})
    (defun update-one () ${forever('(update t "1" { "a": i })')})`)}
  (create-table t)
  (map (fill) (enumerate 1 ${rows}))`;

export const capabilities = (definitions) =>
  module(`
    (defcap ONE (n) true)
    (defcap ALL (count) (map (lambda (n) (compose-capability (ONE n))) (enumerate 1 count)))
    (defcap LISTED (list) true)
    (defcap PAY (to:integer amount:integer) @managed amount REST true)
    (defun REST (left:integer paid:integer) (- left paid))
    (defcap EVENT (n) @event true)
    ${definitions}`);

/** A list that contains itself twice, nested `levels` times. */
export const shared = (levels) => `(fold (lambda (l n) [l l]) [1] (enumerate 1 ${levels}))`;
