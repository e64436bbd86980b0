// Transaction data: how the read builtins convert each kind of value.

import { describe } from 'vitest';
import { checkPrograms } from '../../../support/check-programs.ts';

describe('numbers', () => {
  checkPrograms(
    `(env-data {"i": 3, "d": 2.5, "e": 3.5, "n": -2.5, "digits": "12", "minus": "-12", "places": "1.50",
      "blank": " 1", "plus": "+1", "end": "1.", "empty": "", "letters": "1a", "lines": "1\\n",
      "fullwidth": "１", "flag": true})`,
    [
      ['half to the even neighbour', `(read-integer 'd)`, '2'],
      ['half up to the even neighbour', `(read-integer 'e)`, '4'],
      ['half of a negative', `(read-integer 'n)`, '-2'],
      ['digits', `(read-integer 'digits)`, '12'],
      ['digits with a sign', `(read-integer 'minus)`, '-12'],
      ['a decimal string is not an integer', `(read-integer 'places)`, '!read-integer failure'],
      ['no blanks', `(read-integer 'blank)`, '!read-integer failure'],
      ['no plus', `(read-integer 'plus)`, '!read-integer failure'],
      ['no line feeds', `(read-integer 'lines)`, '!read-integer failure'],
      ['no digits of other scripts', `(read-integer 'fullwidth)`, '!read-integer failure'],
      ['nothing', `(read-integer 'empty)`, '!read-integer failure'],
      ['letters', `(read-integer 'letters)`, '!read-integer failure'],
      ['no bools', `(read-integer 'flag)`, '!read-integer failure'],
      ['decimals keep their places', `(show (read-decimal 'places))`, '"1.50"'],
      ['integers become decimals', `(read-decimal 'i)`, '3.0'],
      ['digits become decimals', `(read-decimal 'digits)`, '12.0'],
      ['nothing after the point', `(read-decimal 'end)`, '!read-decimal failure'],
      ['the failure can be caught', `(try 0 (read-integer 'none))`, '0'],
    ],
  );
});

describe('keysets', () => {
  const key = 'a'.repeat(64);
  checkPrograms(
    `(env-data {"list": ["b" "a" "b"], "empty": [], "mixed": ["a" 1], "custom": {"keys": ["a"], "pred": "m.f"},
      "plain": {"keys": ["a"]}, "bad": {"keys": ["a"], "pred": "1x"}, "number": {"keys": ["a"], "pred": 1},
      "more": {"keys": ["b" "a"], "pred": "keys-2", "note": 1}, "none": {"pred": "keys-all"},
      "good": ["${key}"]})`,
    [
      ['keys are a set', `(read-keyset 'list)`, 'KeySet {keys: [a, b],pred: keys-all}'],
      ['an empty list', `(read-keyset 'empty)`, 'KeySet {keys: [],pred: keys-all}'],
      ['keys are strings', `(read-keyset 'mixed)`, '!read-keyset failure'],
      ['a function', `(read-keyset 'custom)`, 'KeySet {keys: [a],pred: m.f}'],
      ['no predicate', `(read-keyset 'plain)`, 'KeySet {keys: [a],pred: keys-all}'],
      ['a predicate that is not a name', `(read-keyset 'bad)`, '!read-keyset failure'],
      ['a predicate that is not a string', `(read-keyset 'number)`, '!read-keyset failure'],
      ['other fields', `(read-keyset 'more)`, 'KeySet {keys: [a, b],pred: keys-2}'],
      ['no keys', `(read-keyset 'none)`, '!read-keyset failure'],
      [
        'formats are looked at under a flag only',
        `(env-exec-config ["EnforceKeyFormats"]) (read-keyset 'list)`,
        '!Invalid keyset format: KeySet {keys: [a, b],pred: keys-all}',
      ],
      [
        'a good key',
        `(env-exec-config ["EnforceKeyFormats"]) (= (read-keyset 'good) (read-keyset 'good))`,
        'true',
      ],
    ],
  );
});

describe('data that is not an object', () => {
  checkPrograms('(env-data 5)', [
    ['all of it', '(read-msg)', '5'],
    ['a key of it', `(read-msg 'k)`, '!read-msg failure'],
    ['a keyset of it', `(define-keyset 'k)`, '!define-read-keyset failure'],
  ]);
});

describe('keys that are properties of JavaScript objects', () => {
  checkPrograms('(env-data {"__proto__": 1})', [
    ['an existing one', '(read-integer "__proto__")', '1'],
    ['a missing one', '(read-msg "constructor")', '!read-msg failure'],
  ]);
});
