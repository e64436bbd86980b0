// Pact code as attackers write it: values that grow, loops, sorts, long texts, deep nests, and plain
// nonsense. `random(n)` draws a whole number below n.

export const choose = (random, list) => list[random(list.length)];

const numbers = [0, 1, 2, 3, 10, 40, 100, 1000, 10_000, 100_000, 1_000_000];
const integers = ['0', '1', '-1', '7', '255', '65536', '9007199254740993', '1'.repeat(80)];
const strings = ['""', '"a"', '"\\u0000"', '"\\n"', '"é"', '"\u{1F600}"', '"__proto__"', "'a"];
const names = ['x', 'y', 'constructor', '__proto__', 'map', 'no.such', 'coin.transfer'];

export function codeOf(random) {
  const code = choose(random, kinds)(random);
  return random(4) === 0 ? `${code} ${choose(random, kinds)(random)}` : code;
}

const kinds = [
  (random) => `(+ ${random(1000)} ${random(1000)})`,
  (random) => expression(random, 1 + random(5)),
  (random) => expression(random, 1 + random(5)),
  growing,
  growing,
  looping,
  sorting,
  longText,
  nested,
  storing,
  nonsense,
];

function expression(random, depth) {
  if (depth === 0) return leaf(random);
  const sub = () => expression(random, depth - 1);
  return choose(random, [
    () => `(${choose(random, ['+', '-', '*', '/', '^', 'mod', 'shift'])} ${sub()} ${sub()})`,
    () => `(if ${sub()} ${sub()} ${sub()})`,
    () => `(let ((x ${sub()})) (format "{} {}" [x ${sub()}]))`,
    () => `(map (lambda (x) ${sub()}) (enumerate 0 ${choose(random, numbers)}))`,
    () => `(try ${sub()} ${sub()})`,
    () => `[${sub()} ${sub()}]`,
    () => `{"a": ${sub()}, "b": ${sub()}}`,
    () => `(at ${leaf(random)} ${sub()})`,
    () => `(hash ${sub()})`,
    () => `(str-to-list ${sub()})`,
    () => `(take ${sub()} ${sub()})`,
  ])();
}

const leaf = (random) =>
  choose(random, choose(random, [integers, strings, names, ['1.5', 'true', '[]']]));

function growing(random) {
  const times = 10 + random(60);
  const step = choose(random, [
    '[a a]',
    '(+ a a)',
    '{"a": a, "b": a}',
    '(format "{}{}" [a a])',
    '(* a a)',
    '(+ [a] [a])',
    '(concat [a a])',
    '(hash [a a])',
    '(sort [a a])',
    '(= a a)',
  ]);
  const start = choose(random, ['1', '"ab"', '[1]', '2.5', '"\u{1F600}"']);
  const fold = `(fold (lambda (a i) ${step}) ${start} (enumerate 1 ${times}))`;
  return choose(random, [
    fold,
    fold,
    `(length ${fold})`,
    `(format "{}" [${fold}])`,
    `(take 1 ${fold})`,
  ]);
}

function looping(random) {
  const count = choose(random, numbers);
  return choose(random, [
    `(fold (lambda (a b) (fold (+) 0 (enumerate 0 ${count}))) 0 (enumerate 0 ${count}))`,
    `(map (lambda (i) (map (+ i) (enumerate 0 ${count}))) (enumerate 0 ${count}))`,
    `(filter (lambda (i) (= 0 (mod i 2))) (enumerate 0 ${count}))`,
    `(module loop${random(100)} G (defcap G () true) (defun f (n) (g n)) (defun g (n) (map (f) [n])))`,
    `(zip (lambda (a b) (* a b)) (enumerate 0 ${count}) (enumerate 0 ${count}))`,
    `(length (make-list ${count} (make-list ${count} 1)))`,
  ]);
}

function sorting(random) {
  const count = choose(random, numbers);
  const list = choose(random, [
    `(enumerate ${count} 0)`,
    `(map (lambda (i) (hash i)) (enumerate 0 ${count}))`,
    `(make-list ${count} "${'x'.repeat(random(2000))}")`,
    `(map (lambda (i) (format "{}{}" ["${'y'.repeat(random(5000))}" i])) (enumerate 0 ${count}))`,
  ]);
  return choose(random, [`(sort ${list})`, `(distinct ${list})`, `(reverse (sort ${list}))`]);
}

function longText(random) {
  const text = choose(random, ['a', '\u{1F600}', 'ab', '\\n']).repeat(1 + random(20_000));
  return choose(random, [
    `"${text}"`,
    `(length "${text}")`,
    `(hash-keccak256 ["${text}"])`,
    `(hash-poseidon ${random(1000)} ${random(1000)})`,
    `(str-to-int 16 "${'f'.repeat(random(600))}")`,
    `(int-to-str 10 (^ 7 ${choose(random, numbers)}))`,
    `(shift 1 ${choose(random, numbers)})`,
    `(contains "b" "${text}")`,
    `(base64-encode "${text}")`,
    `(fold (+) "" (make-list ${choose(random, numbers)} "${text.slice(0, 100)}"))`,
  ]);
}

function nested(random) {
  const depth = choose(random, [10, 100, 1000, 5000, 20_000]);
  const [open, close] = choose(random, [
    ['(+ 1 ', ')'],
    ['[', ']'],
    ['{"a":', '}'],
    ['(', ')'],
    ['(let ((a 1)) ', ')'],
    ['(if true ', ' 1)'],
  ]);
  const isClosed = random(4) > 0;
  return open.repeat(depth) + '1' + (isClosed ? close.repeat(depth) : '');
}

function storing(random) {
  const name = `m${random(50)}`;
  return choose(random, [
    `(module ${name} G (defcap G () true) (defcap E (x) @event true) (defschema s v:string) (deftable t:{s})
      (defun put (k v) (write t k {"v": v})) (defun all () (map (read t) (keys t)))
      (defun emit (n) (map (lambda (i) (emit-event (E i))) (enumerate 0 n))))
     (create-table t)`,
    `(${name}.put "${random(1000)}" "${'v'.repeat(random(2000))}")`,
    `(map (lambda (i) (${name}.put (format "{}" [i]) "${'v'.repeat(random(100))}")) (enumerate 0 ${choose(random, numbers)}))`,
    `(${name}.all)`,
    `(${name}.emit ${choose(random, numbers)})`,
    `(describe-module "${name}")`,
  ]);
}

const pieces = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  ';',
  ':',
  '.',
  '@',
  '\\',
  '\u0000',
  '1e9',
  '-',
  'module',
  'defun',
  'let',
  '\ud83d',
  ' ',
];

function nonsense(random) {
  return Array.from({ length: random(200) }, () => choose(random, pieces)).join('');
}
