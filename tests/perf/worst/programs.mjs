// Programs that try to take long within the gas of a block.
import {
  repeat,
  forever,
  module,
  chain,
  keys,
  keyset,
  object,
  tableOf,
  capabilities,
  shared,
} from './parts.mjs';
import { flatPrograms } from './flat.mjs';
import { valuePrograms } from './values.mjs';

export const programs = [
  // Calls and recursion
  { name: 'calls: a tree of calls', setup: module(chain(40, 2)), program: '(w.f40 1)' },
  {
    name: 'calls: a chain of 120, again and again',
    setup: module(chain(120, 1)),
    program: forever('(w.f120 i)'),
  },
  {
    name: 'calls: a chain through 100 modules',
    setup: `(module m0 G (defcap G () true) (defun f (x) x))
      ${repeat(100, (i) => `(module m${i + 1} G (defcap G () true) (defun f (x) (m${i}.f x)))`)}`,
    program: forever('(m100.f i)'),
  },
  {
    name: 'calls: through a module reference',
    setup: `(interface face (defun f:integer (x:integer)))
      (module impl G (defcap G () true) (implements face) (defun f:integer (x:integer) x))
      (module w G (defcap G () true) (defun call:integer (m:module{face} x:integer) (m::f x)))`,
    program: forever('(w.call impl i)'),
  },
  {
    name: 'calls: a partial application of many arguments',
    setup: module(`(defun many (${repeat(60, (i) => `a${i}`)}) a0)`),
    program: forever(`(w.many ${repeat(60, (i) => i)})`),
  },
  {
    name: 'calls: a deep scope',
    flat: true,
    program: forever(`(let* (${repeat(100, (i) => `(a${i} i)`)}) (+ a0 a99))`),
  },
  {
    name: 'calls: a long list that each call checks',
    setup: module('(defun same:[integer] (x:[integer]) x)'),
    program: `(let ((l (enumerate 1 10000))) ${forever('(w.same l)')})`,
  },
  {
    name: 'calls: a large object that each call checks',
    setup: module(
      `(defschema s ${repeat(100, (i) => `field-${i}:integer`)})
       (defun same:object{s} (x:object{s}) x)`,
    ),
    program: `(let ((o ${object(100, '1')})) ${forever('(w.same o)')})`,
  },
  {
    name: 'calls: a list of objects that each call checks',
    setup: module(`(defschema s a:integer) (defun same:[object{s}] (x:[object{s}]) x)`),
    program: `(let ((l (map (lambda (i) { "a": i }) (enumerate 1 5000)))) ${forever('(w.same l)')})`,
  },

  // Failing
  { name: 'try: enforce', program: forever('(try 0 (enforce false "x"))') },
  {
    name: 'try: a guard that nobody signed',
    data: `{ "k": ${keyset(2)} }`,
    program: `(let ((k (read-keyset "k"))) ${forever('(try 0 (enforce-guard k))')})`,
  },
  {
    name: 'try: deep below',
    setup: module(chain(120, 1, '(enforce false "x")')),
    program: forever('(try 0 (w.f120 i))'),
  },
  {
    name: 'try: deep below, a builtin',
    setup: module(chain(120, 1, '(read-msg "nothing")')),
    program: forever('(try 0 (w.f120 i))'),
  },
  {
    name: 'try: deep below in arguments, lists and lets',
    setup: module(
      `(defun f0 (x) (enforce false "x")) ` +
        repeat(
          120,
          (i) =>
            [
              `(defun f${i + 1} (x) (+ 1 (f${i} x)))`,
              `(defun f${i + 1} (x) (at 0 [(f${i} x)]))`,
              `(defun f${i + 1} (x) (let ((y (f${i} x))) (f${i} y) y))`,
            ][i % 3],
        ),
    ),
    program: forever('(try 0 (w.f120 i))'),
  },
  {
    name: 'try: deep below lambdas of a map',
    setup: module(
      `(defun f0 (x) (enforce false "x")) ` +
        repeat(120, (i) => `(defun f${i + 1} (x) (map (f${i}) [x]))`),
    ),
    program: forever('(try 0 (w.f120 i))'),
  },
  {
    name: 'try: deep below capabilities',
    setup: module(
      `(defcap C0 () (enforce false "x")) ` +
        repeat(100, (i) => `(defcap C${i + 1} () (compose-capability (C${i})))`) +
        `(defun once () (with-capability (C100) 1))`,
    ),
    program: forever('(try 0 (w.once))'),
  },
  {
    name: 'try: a message of a large value',
    program: `(let ((l (enumerate 1 1000))) ${forever('(try 0 (enforce false (format "{}" [l])))')})`,
  },
  {
    name: 'try: inside each other',
    setup: module(
      `(defun f0 (x) (enforce false "x")) ` +
        repeat(150, (i) => `(defun f${i + 1} (x) (try (enforce false "y") (f${i} x)))`),
    ),
    program: forever('(try 0 (w.f150 i))'),
  },
  {
    name: 'try: after many events',
    setup: capabilities(`
      (defun emit (n) (emit-event (EVENT n)))
      (defun all () (map (emit) (enumerate 1 20000)) ${forever('(try 0 (enforce false "x"))')})`),
    program: '(w.all)',
  },
  {
    name: 'try: enforce-one after many events',
    setup: capabilities(`
      (defun emit (n) (emit-event (EVENT n)))
      (defun all () (map (emit) (enumerate 1 20000))
        ${forever('(enforce-one "x" [(enforce false "y") true])')})`),
    program: '(w.all)',
  },
  {
    name: 'try: enforce-one of many',
    flat: true,
    program: forever(`(enforce-one "x" [${repeat(100, () => '(enforce false "y")')} true])`),
  },
  {
    name: 'try: with many capabilities granted',
    setup: capabilities(`
      (defun test () ${forever('(try 0 (require-capability (ONE -1)))')})
      (defun all () (with-capability (ALL 3000) (test)))`),
    program: '(w.all)',
  },

  // Capabilities
  {
    name: 'capabilities: granted by the thousand, then asked for',
    setup: capabilities(`
      (defun test () ${forever('(require-capability (ONE i))')})
      (defun all () (with-capability (ALL 5000) (try 0 (test)) ${forever('(require-capability (ONE 1))')}))`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: acquired again and again among many',
    setup: capabilities(`
      (defun all () (with-capability (ALL 3000) ${forever('(with-capability (ONE (- i)) 1)')}))`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: of long lists that differ in the end',
    setup: capabilities(`
      (defun grant (lists)
        (if (= lists []) ${forever('(require-capability (LISTED (+ (enumerate 1 2000) [3])))')}
          (with-capability (LISTED (at 0 lists)) ${forever('(require-capability (LISTED (at 0 lists)))')})))
      (defun all ()
        (grant (map (lambda (n) (+ (enumerate 1 2000) [n])) (enumerate 1 12))))`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: one of a long list, asked for',
    setup: capabilities(`
      (defun all ()
        (let ((l (enumerate 1 10000)) (k (enumerate 1 10000)))
          (with-capability (LISTED l) ${forever('(require-capability (LISTED k))')})))`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: one of a shared list, asked for',
    setup: capabilities(`
      (defun all ()
        (let ((l ${shared(25)}) (k ${shared(25)}))
          (with-capability (LISTED l) ${forever('(require-capability (LISTED k))')})))`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: installed and used',
    setup: capabilities(`
      (defun pay (to:integer) (install-capability (PAY to 10)) (with-capability (PAY to 1) 1))
      (defun all () (map (pay) (enumerate 1 1000000)))`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: one managed, used among many installed',
    setup: capabilities(`
      (defun install (to:integer) (install-capability (PAY to 1000000)))
      (defun all () (map (install) (enumerate 1 3000)) ${forever('(with-capability (PAY 1 1) 1)')})`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: events of a long list',
    setup: capabilities(`
      (defcap TOLD (list) @event true)
      (defun all () (let ((l (enumerate 1 10000))) ${forever('(with-capability (TOLD l) 1)')}))`),
    program: '(w.all)',
  },
  {
    name: 'capabilities: composed within each other',
    setup: module(
      `(defcap C0 (n) true) ` +
        repeat(
          100,
          (i) =>
            `(defcap C${i + 1} (n) (compose-capability (C${i} n)) (compose-capability (C${i} (- n))))`,
        ) +
        `(defun once (n) (with-capability (C30 n) 1))`,
    ),
    program: forever('(w.once i)'),
  },

  ...valuePrograms,
  ...flatPrograms,

  // Storage
  {
    name: 'storage: keys of 100,000 rows',
    flat: true,
    setup: tableOf(100_000),
    program: forever('(w.scan)'),
  },
  {
    name: 'storage: a select over 100,000 rows',
    flat: true,
    setup: tableOf(100_000),
    program: forever('(w.select-none)'),
  },
  {
    name: 'storage: a fold over 100,000 rows',
    flat: true,
    setup: tableOf(100_000),
    program: forever('(w.fold-none)'),
  },
  { name: 'storage: one row read', setup: tableOf(1_000), program: '(w.read-often)' },
  { name: 'storage: new rows written', setup: tableOf(1_000), program: '(w.write-often)' },
  { name: 'storage: one row written', setup: tableOf(1_000), program: '(w.update-one)' },
  {
    name: 'storage: new rows between two looks at all keys',
    flat: true,
    setup: `${tableOf(20_000)}`,
    program: forever('(w.fill (+ 1000000 i)) (w.scan)')
      .replaceAll('i) (w.scan)', 'i)) (w.scan)')
      .replace('(+ 1000000 i))) (w.scan)', '(+ 1000000 i)) (w.scan)'),
  },

  // Modules
  {
    name: 'modules: a large one installed again and again',
    program: repeat(200, (n) =>
      module(repeat(200, (i) => `(defun g${i} (x:integer y:string) (+ x ${n}))`)),
    ),
  },
  {
    name: 'modules: functions that refer to all before them',
    program: repeat(30, (n) =>
      module(repeat(120, (i) => `(defun g${i} () [${n} ${repeat(i, (j) => `(g${j})`)}])`)),
    ),
  },
  {
    name: 'modules: one that needs many',
    setup: repeat(
      150,
      (i) =>
        `(module m${i} G (defcap G () true) ${repeat(20, (j) => `(defun f${j} (x) ${j === 0 ? 'x' : `(f${j - 1} x)`})`)})`,
    ),
    program: repeat(100, (n) =>
      module(`(defun all () [${n} ${repeat(150, (i) => `(m${i}.f19 1)`)}])`),
    ),
  },
  {
    name: 'modules: many small ones',
    program: repeat(3000, (i) => `(module m${i} G (defcap G () true))`),
  },
  {
    name: 'modules: one described again and again',
    setup: module(repeat(500, (i) => `(defun g${i} (x:integer y:string) (+ x ${i}))`)),
    program: forever('(describe-module "w")'),
  },

  // Defpacts
  {
    name: 'defpacts: of large yields',
    setup: module(`
      (defpact p (l) (step (yield { "l": l })) (step (resume { "l" := l } 1)))
      (defun begin (l) (p l))`),
    program: `(let ((l (enumerate 1 5000))) (w.p l))`,
  },
  {
    name: 'defpacts: begun within each other',
    setup: `(module inner G (defcap G () true)
        (defpact p (n) (step (yield { "n": n })) (step (resume { "n" := n } n))))
      (module w G (defcap G () true)
        (defpact outer (count) (step (map (lambda (n) (inner.p n)) (enumerate 1 count)))
          (step 1)))`,
    program: '(w.outer 1000000)',
  },

  // Contents of a transaction
  {
    name: 'data: a large message read again and again',
    flat: true,
    data: `{ "m": [${repeat(20000, (i) => i)}] }`,
    program: forever(`(read-msg "m")`),
  },
  {
    name: 'data: all of a large message',
    flat: true,
    data: `{ "m": [${repeat(20000, (i) => i)}] }`,
    program: forever('(read-msg)'),
  },
  {
    name: 'data: a keyset of many keys read',
    flat: true,
    data: `{ "k": ${keyset(2000)} }`,
    program: forever('(read-keyset "k")'),
  },
  {
    name: 'data: a keyset of many keys enforced',
    flat: true,
    data: `{ "k": { "keys": [${keys(2000)} "admin"], "pred": "keys-any" } }`,
    program: `(let ((k (read-keyset "k"))) ${forever('(enforce-guard k)')})`,
  },
  { name: 'data: the chain', program: forever('(chain-data)') },
];
