// Calls of builtins on the largest arguments that they accept. A call should take long; it need not succeed.
const million = 1_000_000;

/** Arguments that calls can name. An argument is made only if the call names it. */
const arguments_ = {
  n: '(- (shift 1 4194303) 1)',
  m: '(- n 7)',
  d: '(/ (dec n) 10.0)',
  s: `(concat (make-list ${4 * million - 1} "я"))`,
  t: `(+ (take ${4 * million - 2} s) "b")`,
  e: `(concat (make-list ${2 * million - 1} "😀"))`,
  a: `(concat (make-list ${4 * million - 1} "a"))`,
  p: `(concat (make-list ${2 * million} "{}"))`,
  c: '(concat (make-list 65000 "%"))',
  l: `(enumerate 1 ${4 * million})`,
  k: `(enumerate 1 ${4 * million})`,
  b: '(map (dec) (reverse l))',
  o: '(map (lambda (i) { "a": (- i) }) (enumerate 1 500000))',
  w: `(map (int-to-str 10) (enumerate 1 ${million}))`,
  x: '(+ [true] l)',
  y: '(+ [(time "2026-01-01T00:00:00Z")] w)',
  g: '(fold (lambda (o i) [o o]) 1 (enumerate 1 20))',
  h: '(fold (lambda (o i) [o o]) 1 (enumerate 1 20))',
};

function bindingsOf(call) {
  const wanted = new Set();
  const add = (text) => {
    for (const [name, value] of Object.entries(arguments_)) {
      if (wanted.has(name) || !new RegExp(`[\\s(\\[]${name}[\\s)\\]]`).test(text)) continue;
      wanted.add(name);
      add(value);
    }
  };
  add(call);
  const names = Object.keys(arguments_).filter((name) => wanted.has(name));
  return names.map((name) => `(${name} ${arguments_[name]})`).join(' ');
}

const setup = `(module m G (defcap G () true) (defun id:[integer] (x:[integer]) x) (defcap C (x) true)
  (defschema s v) (deftable t:{s}) (defun put (x) (write t "k" { "v": x })) (defun guarded (x) true)
  (defun fill (n) (write t (int-to-str 10 n) { "v": n })) (defun rows () (select t (constantly false)))
  (defun folded () (fold-db t (lambda (k r) false) (lambda (k r) k))) (defun names () (keys t)))
  (create-table t)`;
const rows = `${setup} (map (m.fill) (enumerate 1 100000))`;

const of = (all, more = {}) => all.map((call) => ({ call, bindings: bindingsOf(call), ...more }));

export const calls = [
  ...of([
    '(+ n m)',
    '(* n m)',
    '(/ n 3)',
    '(/ n m)',
    '(/ n (shift 1 2000000))',
    '(mod n (- (shift 1 2000000) 1))',
    '(& n m)',
    '(shift n -1)',
    '(abs n)',
    '(dec n)',
    '(+ d d)',
    '(* d 1.5)',
    '(/ d 3.0)',
    '(floor d)',
    '(round d 0)',
    '(= d n)',
    '(sort [n m])',
    '(try 0 (sqrt d))',
    '(try 0 (ln d))',
    '(try 0 (exp d))',
    '(try 0 (^ d 0.5))',
    '(try 0 (^ 3 100000))',
    '(try 0 (log 2 n))',
    '(int-to-str 10 n)',
    '(int-to-str 2 n)',
    '(try 0 (int-to-str 64 n))',
    '(show n)',
    '(format "{}" [d])',
    '(hash n)',
  ]),
  ...of([
    '(length s)',
    '(length (+ "b" (drop 1 e)))',
    '(take 3000000 s)',
    '(drop 3000000 s)',
    '(drop 1000000 e)',
    '(= s t)',
    '(< s t)',
    '(+ s "b")',
    '(contains "b" s)',
    '(contains (+ (take 1000000 s) "b") s)',
    '(sort [s t s t])',
    '(distinct [s t])',
    '(str-to-list s)',
    '(concat [s "b"])',
    '(format "{}{}" ["b" (drop 3 s)])',
    '(try 0 (format p [1]))',
    '(show (drop 10 s))',
    '(hash s)',
    '(base64-encode (take 1000000 s))',
    '(try 0 (base64-decode a))',
    '(is-charset 0 a)',
    '(is-principal s)',
    '(typeof-principal (+ "r:" a))',
    '(try 0 (validate-principal (keyset-ref-guard "a") s))',
    '(try 0 (format-time c (time "2026-01-01T00:00:00Z")))',
    '(try 0 (parse-time c a))',
    '(try 0 (str-to-int a))',
    '(try 0 (read-integer a))',
    '(try 0 (define-keyset a))',
    '(hash-keccak256 [a a a a])',
    '(try 0 (enforce false s))',
  ]),
  ...of(
    [
      '(sort l)',
      '(sort b)',
      '(sort w)',
      '(sort x)',
      '(sort y)',
      '(sort ["a"] o)',
      '(reverse l)',
      '(distinct l)',
      '(distinct w)',
      '(contains 0 l)',
      '(= l k)',
      '(length l)',
      '(at 5 l)',
      '(+ [1] l)',
      '(drop 1 l)',
      '(enumerate 1 4000000)',
      '(make-list 4000000 1)',
      '(concat w)',
      '(hash l)',
      '(show w)',
      '(format "{}" [(take 300000 l)])',
      '(map (+ 1) l)',
      '(filter (< 1) l)',
      '(fold (+) 0 l)',
      '(zip (+) l k)',
      '(m.id l)',
      '(m.put (take 1000000 l))',
      '(remove "a" (at 0 o))',
      '(env-data { "l": (take 100000 l) })',
      '(hash-poseidon 1 2 3 4 5 6 7 8)',
    ],
    { setup },
  ),
  ...of(
    [
      '(= g h)',
      '(distinct [g h])',
      '(hash g)',
      '(show g)',
      '(format "{}" [g])',
      '(try 0 (create-principal (create-user-guard (m.guarded g))))',
      '(m.put g)',
      '(contains g [h])',
      '(sort [g h])',
    ],
    { setup },
  ),
  ...of(['(m.rows)', '(m.folded)', '(m.names)', '(describe-module "m")'], { setup: rows }),
  ...of([
    '(pairing-check [{"x": 1, "y": 2}] [{"x": [0 0], "y": [0 0]}])',
    `(scalar-mult 'g1 {"x": 1, "y": 2} 21888242871839275222246405745257275088548364400416034343698204186575808495616)`,
  ]),
];
