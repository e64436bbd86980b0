// Numbers that are too large, too long or too unusual for a builtin, and strings that represent such numbers.

import { badInputs, type BadInput, type BadInputRow } from './case.ts';

const tooManyBits = '!Arithmetic exception: integer of more than';
const tooLong = '!string of more than';
const tooMany = '!list of more than';
const billion = '1000000000';
const digits = (count: number): string => '9'.repeat(count);
/** The low limits allow 78,913 digits. */
const long = digits(62_500);
/** Larger than any float, for builtins that depend on a number's size and not on its digits. */
const thousand = digits(1000);
/** Printing many digits takes the most time: one case prints them, the others compare. */
const isPositive = (term: string): string => `(< 0 ${term})`;

const literals: readonly BadInputRow[] = [
  ['an integer of many digits', long, '[62500]'],
  ['a negative integer of many digits', isPositive(`-${long}`), 'false'],
  ['an integer above the largest', isPositive(digits(81_250)), '?'],
  ['many zeros before a digit', `${'0'.repeat(62_500)}7`, '7'],
  ['a decimal of many digits', `(< 0.0 ${long}.5)`, 'true'],
  ['255 places', `(+ 0.0 0.${'0'.repeat(254)}1)`, '[257]'],
  ['256 places', `0.${'0'.repeat(255)}1`, '!PrecisionOverflow'],
  ['many places', `0.${'1'.repeat(62_500)}`, '!PrecisionOverflow'],
  ['sum of many digits', isPositive(`(+ ${long} 1)`), 'true'],
  ['product of many digits', `(* ${long} ${long})`, tooManyBits],
  ['quotient of many digits', isPositive(`(/ ${long} 3)`), 'true'],
  ['remainder of many digits', `(mod ${long} 7)`, '...'],
  ['comparison of many digits', `(< ${long} ${long})`, 'false'],
  ['hash of many digits', `(length (hash ${long}))`, '43'],
  ['show of many digits', `(length (show ${long}))`, '62500'],
  ['format of many digits', `(length (format "{}" [${long}]))`, '62500'],
  ['int-to-str 10 of many digits', `(length (int-to-str 10 ${long}))`, '62500'],
  ['int-to-str 2 of many digits', `(length (int-to-str 2 ${long}))`, '?'],
  ['int-to-str 16 of many digits', `(length (int-to-str 16 ${long}))`, '?'],
  ['int-to-str 64 of many digits', `(length (int-to-str 64 ${long}))`, '?'],
  ['decimal quotient of many digits', `(< 0.0 (/ ${long}.0 3.0))`, '...'],
];

const shifts: readonly BadInputRow[] = [
  ['shift by a billion', `(shift 1 ${billion})`, tooManyBits],
  ['shift by 2^63', '(shift 1 9223372036854775808)', '?'],
  ['shift by 2^64 + 1', '(shift 1 18446744073709551617)', '2'],
  ['shift by a thousand digits', `(shift 1 ${thousand})`, '?'],
  ['shift right by a billion', `(shift -1 -${billion})`, '-1'],
  ['shift of nothing by a billion', `(shift 0 ${billion})`, '0'],
  ['bits of large numbers', isPositive('(& (shift 1 250000) (~ (shift 1 249999)))'), 'true'],
  ['xor of large numbers', isPositive('(xor (shift 1 250000) -1)'), 'false'],
];

const powers: readonly BadInputRow[] = [
  ['ten to a billion', `(^ 10 ${billion})`, tooManyBits],
  ['two to many digits', `(^ 2 ${long})`, tooManyBits],
  ['one to many digits', `(^ 1 ${long})`, '1'],
  ['minus one to many digits', `(^ -1 ${long})`, '-1'],
  ['zero to many digits', `(^ 0 ${long})`, '0'],
  ['many digits squared', `(^ ${long} 2)`, tooManyBits],
  ['many digits to minus two', `(^ ${long} -2)`, '?'],
  ['decimal power', '(^ 10.0 1000000000.0)', '?'],
  ['decimal power of many digits', `(^ 10.0 ${long}.0)`, '?'],
  ['decimal power near one', '(^ 1.0000000001 100000000000.0)', '?'],
  ['decimal power to almost nothing', '(^ 10.0 -1000000000.0)', '?'],
  ['power of a negative number', '(^ -2.5 0.5)', '!FloatingPointError'],
  ['zero to minus one', '(^ 0.0 -1.0)', '!FloatingPointError'],
  ['exp of a billion', `(exp ${billion})`, '!FloatingPointError'],
  ['exp of minus a billion', `(exp -${billion})`, '...'],
  ['exp of many digits', `(exp ${long})`, '!FloatingPointError'],
  ['exp of minus many digits', `(exp -${long}.0)`, '...'],
  ['ln of many digits', `(ln ${long})`, '...'],
  ['ln of nothing', '(ln 0)', '?'],
  ['ln of less than nothing', '(ln -1.0)', '!ArithmeticException'],
  ['log of many digits', `(log 2 ${long})`, '...'],
  ['log in base one', '(log 1 5)', '?'],
  ['log in base 0', '(log 0 5)', '?'],
  ['sqrt of many digits', `(sqrt ${long})`, '...'],
  ['sqrt of less than nothing', '(sqrt -1.0)', '!ArithmeticException'],
  ['sqrt of the smallest', `(sqrt 0.${'0'.repeat(254)}1)`, '...'],
  ['exp of 255 places', `(exp 0.${'1'.repeat(255)})`, '...'],
  ['power of 255 places', `(^ 1.${'1'.repeat(255)} 0.${'1'.repeat(255)})`, '...'],
  ['repeated squares', '(fold (lambda (a x) (* a a)) 10 (enumerate 1 60))', tooManyBits],
  ['repeated decimal squares', '(fold (lambda (a x) (* a a)) 1.000001 (enumerate 1 60))', '?'],
  ['repeated powers', '(fold (lambda (a x) (^ a a)) 3 (enumerate 1 60))', tooManyBits],
];

const rounding: readonly BadInputRow[] = [
  ['round of many digits', isPositive(`(round ${long}.5)`), 'true'],
  ['round to a billion places', `(round 1.5 ${billion})`, '?'],
  ['round to 255 places', '(round 1.5 255)', '...'],
  ['round to a thousand digits of places', `(round 1.5 ${thousand})`, '?'],
  ['floor to minus one place', '(floor 1.5 -1)', '?'],
  ['ceiling to minus a thousand digits', `(ceiling 1.5 -${thousand})`, '?'],
  ['dec of many digits', `(< 0.0 (+ 0.5 (dec ${long})))`, 'true'],
  ['abs of many digits', isPositive(`(abs -${long})`), 'true'],
  ['division by nothing', '(/ 1 0)', '!ArithmeticException'],
  ['remainder of division by nothing', '(mod 1 0)', '!divide by zero'],
  ['division by decimal nothing', '(/ 1.0 0.0)', '!ArithmeticException'],
];

const texts: readonly BadInputRow[] = [
  ['str-to-int of 512 characters', `(str-to-int "${digits(512)}")`, '[512]'],
  ['str-to-int of 513 characters', `(str-to-int "${digits(513)}")`, '!DecodeError'],
  ['str-to-int of many digits', `(str-to-int "${long}")`, '!DecodeError'],
  ['str-to-int 64 of many digits', `(str-to-int 64 "${long}")`, '!DecodeError'],
  ['str-to-int in base a billion', `(str-to-int ${billion} "1")`, '!'],
  ['str-to-int of nothing', '(str-to-int "")', '?'],
  ['str-to-int of blanks', '(str-to-int " 12 ")', '!'],
  ['str-to-int of 0x10', '(str-to-int "0x10")', '!'],
  ['str-to-int of -0', '(str-to-int "-0")', '?'],
  ['str-to-int of a foreign digit', '(str-to-int "١٢")', '!'],
  ['int-to-str of a negative number', '(int-to-str 64 -1)', '!'],
  ['int-to-str in base a billion', `(int-to-str ${billion} 1)`, '!'],
  ['int-to-str in base 1', '(int-to-str 1 5)', '!'],
  ['read-integer of many digits', `(env-data {"a": "${long}"}) (< 0 (read-integer "a"))`, '?'],
  ['read-integer of 1e400', `(env-data "{\\"a\\": 1e400}") (read-integer "a")`, '[401]'],
  ['read-integer of 1e1000000000', `(env-data "{\\"a\\": 1e1000000000}") (read-integer "a")`, '!'],
  [
    'read-decimal of 1e-1000000000',
    `(env-data "{\\"a\\": 1e-1000000000}") (read-decimal "a")`,
    '?',
  ],
  ['read-decimal of 1e-255', `(env-data "{\\"a\\": 1e-255}") (read-decimal "a")`, '[257]'],
  ['read-decimal of 1e-256', `(env-data "{\\"a\\": 1e-256}") (read-decimal "a")`, '?'],
  [
    'read-decimal of 256 places',
    `(env-data {"a": "0.${'1'.repeat(256)}"}) (read-decimal "a")`,
    '?',
  ],
  [
    'read-integer of an int field',
    `(env-data "{\\"a\\": {\\"int\\": 1e1000000000}}") (read-integer "a")`,
    '!',
  ],
  [
    'env-data of a million brackets',
    `(env-data "${'{"a":['.replaceAll('"', '\\"').repeat(300_000)}")`,
    '!',
  ],
  [
    'env-data of a hundred thousand lists',
    `(env-data "{\\"a\\": ${'['.repeat(100_000)}${']'.repeat(100_000)}}")`,
    '?',
  ],
  ['env-data of two same keys', `(env-data "{\\"a\\": 1, \\"a\\": 2}") (read-decimal "a")`, '?'],
  [
    'env-data of a lone surrogate',
    '(env-data "{\\"a\\": \\"\\\\ud800\\"}") (length (read-string "a"))',
    '?',
  ],
  ['env-data of nothing', '(env-data "") (read-msg)', '""'],
  ['env-data of half an object', '(env-data "{")', '!'],
  ['env-data of NaN', '(env-data "{\\"a\\": NaN}")', '!'],
  ['time of a thousand digits', `(add-time (time "2020-01-01T00:00:00Z") ${thousand})`, '?'],
  ['days of a thousand digits', `(days ${thousand})`, '?'],
  [
    'a time after the last year',
    '(add-time (time "2020-01-01T00:00:00Z") (days 1000000000000))',
    '?',
  ],
  ['diff-time', '(diff-time (time "9999-12-31T23:59:59Z") (time "0001-01-01T00:00:00Z"))', '...'],
  ['an invalid day', '(time "2023-02-30T00:00:00Z")', '"2023-02-28T00:00:00Z"'],
  ['parse-time of nothing', '(parse-time "" "")', '?'],
  [
    'a format of codes',
    `(format-time "${'%c'.repeat(100_000)}" (time "2020-01-01T00:00:00Z"))`,
    '!',
  ],
];

const lists: readonly BadInputRow[] = [
  ['make-list of a billion', `(make-list ${billion} 1)`, tooMany],
  ['make-list of a thousand digits', `(make-list ${thousand} 1)`, tooMany],
  ['make-list of minus a billion', `(make-list -${billion} 1)`, '[]'],
  ['enumerate to a billion', `(enumerate 1 ${billion})`, tooMany],
  ['enumerate to a thousand digits', `(enumerate 0 ${thousand})`, tooMany],
  ['enumerate between far numbers', `(enumerate ${thousand} ${digits(999)}8)`, '?'],
  ['enumerate by nothing', '(enumerate 1 5 0)', '?'],
  ['enumerate the wrong way', '(enumerate 1 5 -1)', '?'],
  ['enumerate by a thousand digits', `(length (enumerate 0 5 ${thousand}))`, '...'],
  ['take of a thousand digits', `(take ${thousand} [1 2 3])`, '[1 2 3]'],
  ['drop of minus a thousand digits', `(drop -${thousand} "abc")`, '""'],
  ['at of a thousand digits', `(at ${thousand} [1 2 3])`, '!ArrayOutOfBounds'],
  ['at of minus one', '(at -1 [1 2 3])', '!ArrayOutOfBounds'],
  ['length of more', '(length (enumerate 1 250000))', '250000'],
  ['sort of more', '(length (sort (enumerate 1 250000)))', '250000'],
  ['distinct of many', '(length (distinct (enumerate 1 62500)))', '62500'],
  ['contains in many', '(contains -1 (enumerate 1 62500))', 'false'],
  ['reverse of many', '(at 0 (reverse (enumerate 1 62500)))', '62500'],
  ['concat of many', '(length (concat (make-list 62500 "ab")))', '125000'],
  ['concat of too much', '(concat (make-list 250000 "abcdefgh"))', tooLong],
  ['str-to-list of many', `(length (str-to-list "${long}"))`, '62500'],
  ['base64-encode of many', `(length (base64-encode "${long}"))`, '83334'],
  ['base64-decode of many', `(length (base64-decode (base64-encode "${long}")))`, '62500'],
  [
    'format of many holes',
    `(length (format "${'{}'.repeat(60_000)}" (make-list 60000 "ab")))`,
    '120000',
  ],
  [
    'format of too much',
    `(format "${'{}'.repeat(1000)}" (make-list 1000 "${digits(10_000)}"))`,
    tooLong,
  ],
  [
    'zip of many',
    '(length (zip (lambda (x y) x) (enumerate 1 62500) (enumerate 1 62500)))',
    '62500',
  ],
];

const million = digits(1_000_000);

/** What takes the most time at the usual limits. */
export const longNumberCases: readonly BadInput[] = badInputs([
  ['an integer of a million digits', million, '[1000000]'],
  ['an integer above the largest', isPositive(digits(1_300_000)), '?'],
  ['product of a million digits', `(* ${million} ${million})`, tooManyBits],
  ['sort of four million', '(length (sort (enumerate 1 4000000)))', '4000000'],
  ['concat of too much', '(concat (make-list 4000000 "abcdefgh"))', tooLong],
]);

export const numberCases: readonly BadInput[] = [
  literals,
  shifts,
  powers,
  rounding,
  texts,
  lists,
].flatMap(badInputs);
