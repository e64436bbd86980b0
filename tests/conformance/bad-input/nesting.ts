// Nesting of every kind, from a hundred levels to a million: a result if it is within the limits, a Pact error otherwise.

import type { BadInput } from './case.ts';

/** The text that opens a level, the core, the text that closes a level, and the result for a number of levels. */
type Nesting = readonly [
  kind: string,
  open: string,
  core: string,
  close: string,
  answer?: (levels: number) => string,
];

/** Up to a million levels. */
const brackets: readonly Nesting[] = [
  ['parentheses', '(', '1', ')', () => '!'],
  ['lists', '[', '1', ']', (levels) => nested(levels, '[', '1', ']')],
  ['objects', '{"a": ', '1', '}', (levels) => nested(levels, '{"a": ', '1', '}')],
  ['calls', '(+ 1 ', '1', ')', (levels) => `${levels + 1}`],
  ['string concatenation', '(+ "a" ', '"b"', ')', (levels) => `"${'a'.repeat(levels)}b"`],
  ['let', '(let ((x 1)) ', 'x', ')', () => '1'],
  ['lambdas', '(lambda (x) ', '1', ')', () => '!'],
  ['cond', '(cond (false 1) ', '2', ')', () => '2'],
  ['mixed open brackets', '([{', '', '', () => '!'],
];

/** Up to a hundred thousand levels. */
const others: readonly Nesting[] = [
  ['lists in objects', '{"a": [', '1', ']}'],
  ['let values', '(let ((x ', '1', ')) x)'],
  ['let*', '(let* ((x 1)) ', 'x', ')', () => '1'],
  ['calls of lambdas', '((lambda (x) ', '1', ') 1)'],
  ['conditions', '(if true ', '1', ' 2)', () => '1'],
  ['and', '(and true ', 'true', ')', () => 'true'],
  ['or', '(or false ', 'true', ')', () => 'true'],
  ['try', '(try 1 ', '2', ')', () => '2'],
  ['enforce', '(enforce ', 'true', ' "m")', () => 'true'],
  ['enforce-one', '(enforce-one "m" [', 'true', '])'],
  ['do', '(do 1 ', '2', ')', () => '2'],
  ['pure', '(pure ', '2', ')', () => '2'],
  ['map', '(map (lambda (x) ', 'x', ') [1])'],
  ['bindings', '(bind {"a": 1} {"a" := b} ', 'b', ')'],
  ['partial application', '(map (+ ', '1', ') [1])', () => '!'],
  ['expect-failure', '(expect-failure "e" ', '1', ')'],
  ['user guards', '(create-user-guard (f ', '1', '))', () => '!'],
  ['with-capability', '(with-capability (C) ', '1', ')', () => '!'],
  ['open parentheses', '(', '', '', () => '!'],
  ['open brackets', '[', '', '', () => '!'],
  ['open braces', '{', '', '', () => '!'],
  ['closing parentheses', ')', '', '', () => '!'],
  ['strings in objects', '{"a', '1', '"}', () => '!'],
  ['annotations', '@model [', '1', ']', () => '!'],
  ['quotes', "'", 'a', '', () => '!'],
  ['comments', ';;', '', '', () => ''],
];

/** A failed expectation reports the one inside it: together the reports grow with the square of the levels. */
const growing: readonly Nesting[] = [['expect', '(expect "e" "" ', '1', ')']];

const inModules: readonly Nesting[] = [
  ['conditions in a defun', '(if true ', '1', ' 2)', () => '1'],
  ['lists in a defun', '[', '1', ']', (levels) => nested(levels, '[', '1', ']')],
  ['lambdas in a defun', '(map (lambda (x) ', 'x', ') [1])'],
  ['lets in a defun', '(let ((x 1)) ', 'x', ')', () => '1'],
  ['modules', '(module m G (defcap G () true) ', '', ')', () => '!'],
  ['properties', '@model [(property ', 'true', ')]'],
];

const manyLevels = [100, 1000, 10_000, 100_000];
const maxLevels = [...manyLevels, 1_000_000];

export const nestingCases: readonly BadInput[] = [
  ...cases(brackets, maxLevels, (text) => text),
  ...cases(others, manyLevels, (text) => text),
  ...cases(growing, [100, 1000, 3000, 100_000], (text) => text),
  ...cases(
    inModules,
    manyLevels,
    (text) => `(module m G (defcap G () true) (defun f () ${text})) (m.f)`,
  ),
  ...[100, 50_000].flatMap(wide),
];

/** A hundred levels give a result on every stack; more levels may exceed the limit. */
function cases(
  nestings: readonly Nesting[],
  levels: readonly number[],
  program: (text: string) => string,
): readonly BadInput[] {
  return nestings.flatMap(([kind, open, core, close, answer]) =>
    levels.map((count) => ({
      title: `${count} levels of ${kind}`,
      program: { text: program(nested(count, open, core, close)) },
      gives: count === 100 && answer !== undefined ? answer(count) : '?',
    })),
  );
}

/** Programs that are long but not deep. */
function wide(count: number): readonly BadInput[] {
  const many = (part: string): string => part.repeat(count);
  const rows: readonly (readonly [string, string])[] = [
    ['list elements', `(length [${many('1 ')}])`],
    ['list elements with commas', `(length [${many('1,')}1])`],
    ['arguments', `(+ ${many('1 ')})`],
    ['forms', many('1 ')],
    ['lines', many('\n')],
    ['let binders', `(let (${numbered(count, (i) => `(x${i} ${i})`)}) x0)`],
    ['conditions of cond', `(cond ${many('(false 1) ')} 2)`],
    ['conditions of enforce-one', `(enforce-one "m" [${many('false ')}true])`],
    ['fields', `(length {${numbered(count, (i) => `"f${i}": ${i}`, ',')}})`],
    ['expressions of a body', `(let ((x 1)) ${many('x ')})`],
    ['parameters', `(lambda (${numbered(count, (i) => `x${i}`)}) 1)`],
    ['and', `(and ${many('true ')})`],
    ['dots', `a${many('.a')}`],
    ['colons', `a${many('::a')}`],
    ['signs', `${many('-')}1`],
    ['characters of a string', `(length "${many('a')}")`],
    ['escapes', `(length "${many('\\n')}")`],
    ['gaps', `(length "${many('a\\\n  \\')}")`],
    ['characters of a name', many('a')],
    ['characters of a symbol', `(length '${many('a')})`],
    ['quotes of strings', many('"')],
    ['backslashes', `"${many('\\')}"`],
    ['characters that no token begins with', many('`')],
    ['nulls', many('\0')],
    [
      'defuns',
      `(module m G (defcap G () true) ${numbered(count, (i) => `(defun f${i} () ${i})`)})`,
    ],
    [
      'defuns that call each other',
      `(module m G (defcap G () true) (defun f0 () 1) ${numbered(count, (i) => `(defun f${i + 1} () (f${i}))`)}) (m.f${count})`,
    ],
    [
      'constants that use each other',
      `(module m G (defcap G () true) (defconst C0 1) ${numbered(count, (i) => `(defconst C${i + 1} C${i})`)})`,
    ],
    ['uses', many('(use m)')],
    ['steps', `(module m G (defcap G () true) (defpact p () ${many('(step 1)')})) (m.p)`],
    [
      'let in let',
      `(let* (${numbered(count, (i) => (i === 0 ? '(x0 1)' : `(x${i} (+ 1 x${i - 1}))`))}) 1)`,
    ],
  ];
  return rows.map(([kind, text]) => ({ title: `${count} ${kind}`, program: { text }, gives: '?' }));
}

function nested(count: number, open: string, core: string, close: string): string {
  return open.repeat(count) + core + close.repeat(count);
}

function numbered(count: number, write: (index: number) => string, separator = ' '): string {
  const parts: string[] = [];
  for (let i = 0; i < count; i++) parts.push(write(i));
  return parts.join(separator);
}
