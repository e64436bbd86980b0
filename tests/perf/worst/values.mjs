// Programs that compare, print, hash and combine values.
import { repeat, forever, keyset, module, object, shared } from './parts.mjs';

export const valuePrograms = [
  // Values
  {
    name: 'values: large objects compared',
    program: `(let ((a ${object(300, '"x"')}) (b ${object(300, '"x"')})) ${forever('(= a b)')})`,
  },
  {
    name: 'values: large objects printed',
    program: `(let ((a ${object(300, '"x"')})) ${forever('(format "{}" [a])')})`,
  },
  {
    name: 'values: large objects hashed',
    program: `(let ((a ${object(300, '"x"')})) ${forever('(hash a)')})`,
  },
  {
    name: 'values: large objects merged',
    program: `(let ((a ${object(300, '"x"')}) (b ${object(300, '"y"')})) ${forever('(+ a b)')})`,
  },
  {
    name: 'values: a large object written out again and again',
    program: forever(object(300, 'i')),
  },
  {
    name: 'values: a field of a large object',
    program: `(let ((a ${object(300, '"x"')})) ${forever('(at "field-299" a)')})`,
  },
  {
    name: 'values: shared lists compared',
    program: `(let ((a ${shared(25)}) (b ${shared(25)})) ${forever('(= a b)')})`,
  },
  {
    name: 'values: shared lists printed',
    program: `(let ((a ${shared(25)})) ${forever('(try "" (format "{}" [a]))')})`,
  },
  {
    name: 'values: shared lists hashed',
    program: `(let ((a ${shared(25)})) ${forever('(try "" (hash a))')})`,
  },
  {
    name: 'values: distinct shared lists',
    program: `(let ((a ${shared(25)}) (b ${shared(25)})) ${forever('(distinct [a b])')})`,
  },
  {
    name: 'values: a shared list contained',
    program: `(let ((a ${shared(25)}) (b ${shared(25)})) ${forever('(contains a [b])')})`,
  },

  // Strings
  {
    name: 'texts: doubled',
    program: forever('(fold (lambda (s n) (+ s s)) "a" (enumerate 1 16))'),
  },
  {
    name: 'texts: grown by a letter',
    program: `(fold (lambda (s n) (+ s "a")) "" (enumerate 1 1000000))`,
  },
  {
    name: 'texts: grown at the front',
    program: `(fold (lambda (s n) (+ "é" s)) "" (enumerate 1 1000000))`,
  },
  {
    name: 'texts: a format of many arguments',
    program: forever(`(format "${repeat(300, () => '{}', '')}" [${repeat(300, (i) => i)}])`),
  },
  {
    name: 'texts: concat of many',
    program: `(let ((l (make-list 10000 "ab"))) ${forever('(concat l)')})`,
  },
  {
    name: 'texts: taken apart and put together',
    program: `(let ((s (concat (make-list 10000 "a")))) ${forever('(concat (str-to-list s))')})`,
  },
  {
    name: 'texts: a long one cut at both ends',
    flat: true,
    program: `(let ((s (concat (make-list 30000 "é")))) ${forever('(take -1 (drop 29998 s))')})`,
  },
  {
    name: 'texts: a long one compared with another',
    program: `(let ((s (+ (concat (make-list 30000 "a")) "b")) (t (+ (concat (make-list 30000 "a")) "c"))) ${forever('(= s t)')})`,
  },
  {
    name: 'texts: times of long formats',
    program: `(let ((f (concat (make-list 200 "%Y-%m-%dT%H:%M:%S")))) ${forever('(format-time f (time "2026-01-01T00:00:00Z"))')})`,
  },
  {
    name: 'texts: times parsed by long formats',
    program: `(let ((f (concat (make-list 200 "%Y-%m-%d "))) (s (concat (make-list 200 "2026-01-01 ")))) ${forever('(try 0 (parse-time f s))')})`,
  },
  {
    name: 'texts: times added and printed',
    program: forever('(format "{}" [(add-time (time "2026-01-01T00:00:00Z") (days i))])'),
  },
  {
    name: 'texts: principals of many keys',
    flat: true,
    data: `{ "k": ${keyset(2000)} }`,
    program: `(let ((k (read-keyset "k"))) ${forever('(create-principal k)')})`,
  },

  {
    name: 'texts: the length of a long one beyond the BMP',
    data: `{ "s": "${'😀'.repeat(450_000)}" }`,
    program: `(let ((s (read-msg "s"))) ${forever('(length s)')})`,
  },
  {
    name: 'texts: the lengths of ends of a long one beyond the BMP',
    data: `{ "s": "${'😀'.repeat(450_000)}" }`,
    program: `(let ((s (read-msg "s"))) ${forever('(length (drop i s))')})`,
  },
  {
    name: 'texts: the lengths of fronts of a long one beyond the BMP',
    data: `{ "s": "${'😀'.repeat(450_000)}" }`,
    program: `(let ((s (read-msg "s"))) ${forever('(length (drop (- i) s))')})`,
  },
  {
    name: 'texts: the length of one of a hundred beyond the BMP',
    data: `{ "s": "${'😀'.repeat(450_000)}" }`,
    program: `(let ((l (map (lambda (i) (drop i (read-msg "s"))) (enumerate 1 100)))) ${forever('(length (at (mod i 100) l))')})`,
  },
  {
    name: 'texts: a long one beyond the BMP dropped',
    data: `{ "s": "${'😀'.repeat(450_000)}" }`,
    program: `(let ((s (read-msg "s"))) ${forever('(drop 449000 s)')})`,
  },
  {
    name: 'texts: a long one beyond the BMP dropped from the end',
    data: `{ "s": "${'😀'.repeat(450_000)}" }`,
    program: `(let ((s (read-msg "s"))) ${forever('(drop -449000 s)')})`,
  },
  {
    name: 'texts: a long one beyond the BMP dropped twice',
    data: `{ "s": "${'😀'.repeat(450_000)}" }`,
    program: `(let ((s (read-msg "s"))) ${forever('(drop 224000 (drop 224000 s))')})`,
  },
  {
    name: 'texts: a long one beyond Latin-1 dropped',
    data: `{ "s": "${'я'.repeat(900_000)}" }`,
    program: `(let ((s (read-msg "s"))) ${forever('(drop 899000 s)')})`,
  },
  {
    name: 'texts: Keccak-256 of long ones',
    data: `{ "s": "${'abcd'.repeat(25_000)}" }`,
    program: `(let ((l (make-list 10 (read-msg "s")))) ${forever('(hash-keccak256 l)')})`,
  },
  {
    name: 'texts: Keccak-256 of a short one',
    program: forever('(hash-keccak256 ["abcd"])'),
  },
  {
    name: 'texts: principals of a guard of a shared list',
    setup: module('(defun f (x) true)'),
    program: `(let ((g (create-user-guard (w.f ${shared(16)})))) ${forever('(create-principal g)')})`,
  },
  {
    name: 'texts: principals of guards of a shared list',
    setup: module('(defun f (x) true)'),
    program: `(let ((l ${shared(16)})) ${forever('(create-principal (create-user-guard (w.f l)))')})`,
  },

  // Lists
  ...[
    ['beyond the BMP', '😀'.repeat(100_000)],
    ['of ASCII', 'a'.repeat(400_000)],
    ['beyond Latin-1', 'я'.repeat(200_000)],
  ].flatMap(([kind, text]) =>
    [2, 4, 16].map((count) => ({
      name: `lists: sorted ${count} long texts ${kind}`,
      data: `{ "s": "${text}" }`,
      program: `(let ((l (map (lambda (i) (+ (take ${Math.floor(40_000 / count) * 10} (read-msg "s")) (int-to-str 10 i))) (enumerate 1 ${count})))) ${forever('(sort (reverse l))')})`,
    })),
  ),
  {
    name: 'lists: grown by one',
    program: `(fold (lambda (l n) (+ l [n])) [] (enumerate 1 1000000))`,
  },
  {
    name: 'lists: map of map of map',
    program: `(map (lambda (a) (map (lambda (b) (map (lambda (c) (+ a (+ b c))) (enumerate 1 100))) (enumerate 1 100))) (enumerate 1 1000))`,
  },
  {
    name: 'lists: sorted from the wrong end',
    program: `(let ((l (reverse (enumerate 1 10000)))) ${forever('(sort l)')})`,
  },
  {
    name: 'lists: sorted texts of one beginning',
    program: `(let ((l (map (lambda (n) (+ (concat (make-list 500 "a")) (int-to-str 10 n))) (enumerate 1 500)))) ${forever('(sort l)')})`,
  },
  {
    name: 'lists: reversed',
    program: `(let ((l (enumerate 1 100000))) ${forever('(reverse l)')})`,
  },
  {
    name: 'lists: distinct',
    program: `(let ((l (map (lambda (n) [n]) (enumerate 1 1000)))) ${forever('(distinct l)')})`,
  },
  {
    name: 'lists: dropped one by one',
    program: `(fold (lambda (l n) (drop 1 l)) (enumerate 1 100000) (enumerate 1 100000))`,
  },
  { name: 'lists: made', program: forever('(make-list 1000 i)') },
  {
    name: 'lists: enumerated and filtered',
    program: forever('(filter (lambda (n) false) (enumerate 1 1000))'),
  },
  { name: 'lists: zipped', program: `(let ((l (enumerate 1 10000))) ${forever('(zip (+) l l)')})` },

  // Numbers
  { name: 'numbers: squared', program: `(fold (lambda (n i) (* n n)) 3 (enumerate 1 40))` },
  { name: 'numbers: divided with all places', program: forever('(/ 1.0 (+ 3.0 i))') },
  { name: 'numbers: powers modulo', program: forever('(mod (^ 3 500) 1000007)') },
];
