// Programs of builtins that the reference charges the same regardless of the size of their arguments, on the largest
// arguments that a command can carry. Large numbers and strings come with the data of the command, which costs nothing to
// build.
import { forever, keyset, module, object, repeat, shared } from './parts.mjs';

/** As large as an integer may be. */
const digits = '7'.repeat(1_000_000);
const long = 'я'.repeat(900_000);
const numbers = `{ "n": { "int": "${digits}" }, "m": { "int": "${digits}1" }, "d": { "decimal": "${digits}.5" } }`;

const ofNumbers = [
  '(& n m)',
  '(| n m)',
  '(xor n m)',
  '(~ n)',
  '(- n)',
  '(abs n)',
  '(= n m)',
  '(> n m)',
  '(dec n)',
  '(floor d)',
  '(round d)',
  '(ceiling d 0)',
  '(- d)',
  '(= d n)',
  '(typeof n)',
  '(shift n -1)',
  '(mod n 2)',
  '(/ n 3)',
  '(+ n m)',
  '(* n m)',
  '(/ d 3.0)',
  '(sort [n m])',
  '(distinct [n m])',
  '(contains n [m])',
  '(try 0 (sqrt d))',
  '(try 0 (ln d))',
  '(try 0 (exp d))',
  '(try 0 (^ d 0.5))',
  '(try 0 (log 2 n))',
].map((call) => ({
  name: `flat: ${call} of long numbers`,
  data: numbers,
  program: `(let ((n (read-msg "n")) (m (read-msg "m")) (d (read-msg "d"))) ${forever(call)})`,
}));

const ofTexts = [
  '(= s t)',
  '(< s t)',
  '(typeof s)',
  '(distinct [s t])',
  '(contains s [t])',
  '(contains "b" s)',
  '(contains s { "a": 1 })',
  '(try 0 (at s { "a": 1 }))',
  '(try 0 (enforce false s))',
  '(try 0 (read-msg s))',
  '(try 0 (str-to-int s))',
  '(is-charset 0 s)',
  '(is-principal s)',
  '(typeof-principal s)',
  '(try 0 (keyset-ref-guard s))',
  '(try 0 (enforce-keyset s))',
  '(try 0 (base64-decode s))',
  '(try 0 (format s [1]))',
  '(try 0 (time s))',
  '(hash s)',
  '(create-pact-guard s)',
  '(remove s { "a": 1 })',
  '(sort ["v"] [{ "v": s } { "v": t }])',
  '(if (= s t) 1 2)',
  '(format "{}" [s])',
].map((call) => ({
  name: `flat: ${call} of long texts`,
  data: `{ "s": "${long}1", "t": "${long}2" }`,
  program: `(let ((s (read-msg "s")) (t (read-msg "t"))) ${forever(call)})`,
}));

const ofLists = [
  '(reverse l)',
  '(drop 1 l)',
  '(take 1 l)',
  '(= l k)',
  '(contains 0 l)',
  '(contains l [k])',
  '(distinct l)',
  '(sort l)',
  '(at 99999 l)',
  '(length l)',
  '(typeof l)',
  '(filter (lambda (x) false) l)',
  '(zip (+) l l)',
  '(+ l k)',
  '(hash l)',
  '(sort ["a"] o)',
].map((call) => ({
  name: `flat: ${call} of long lists`,
  program: `(let ((l (enumerate 1 100000)) (k (enumerate 1 100000)) (o (map (lambda (i) { "a": (- i) }) (enumerate 1 1000)))) ${forever(call)})`,
}));

const ofGuards = [
  {
    name: 'flat: keysets of many keys compared',
    data: `{ "k": ${keyset(20_000)}, "l": ${keyset(20_000)} }`,
    program: `(let ((k (read-keyset "k")) (l (read-keyset "l"))) ${forever('(= k l)')})`,
  },
  {
    name: 'flat: keysets of many keys enforced',
    data: `{ "k": ${keyset(20_000)} }`,
    program: `(let ((k (read-keyset "k"))) ${forever('(try 0 (enforce-guard k))')})`,
  },
  {
    name: 'flat: principals of guards of a shared list',
    setup: module('(defun f (x) true)'),
    program: `(let ((l ${shared(16)})) ${forever('(create-principal (create-user-guard (w.f l)))')})`,
  },
  {
    name: 'flat: nested defpacts of a shared list',
    setup: `(module inner G (defcap G () true) (defpact p (x) (step 1) (step 2)))
      ${module(`(defpact p (x) (step (map (lambda (i) (inner.p [i x])) (enumerate 1 1000000))) (step 2))`)}`,
    program: `(w.p ${shared(16)})`,
  },
  {
    name: 'flat: a large object bound',
    program: `(let ((o ${object(300, '1')})) ${forever(`(bind o { ${repeat(3, (i) => `"field-${i}" := x${i}`, ', ')} } x0)`)})`,
  },
];

export const flatPrograms = [...ofNumbers, ...ofTexts, ...ofLists, ...ofGuards].map((program) => ({
  ...program,
  flat: true,
}));
