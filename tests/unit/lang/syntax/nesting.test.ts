import { describe, expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { lex } from '../../../../src/lang/syntax/lex.ts';
import {
  defaultNestingLimit,
  findTooDeep,
  endOfTooDeep,
  hasFaultFrom,
} from '../../../../src/lang/syntax/brackets.ts';
import { parseProgram } from '../../../../src/lang/syntax/parse.ts';

const kinds: readonly (readonly [string, (levels: number) => string])[] = [
  ['parentheses', (levels) => '('.repeat(levels) + ')'.repeat(levels)],
  ['calls', (levels) => '(f '.repeat(levels) + ')'.repeat(levels)],
  ['lists', (levels) => '[1 '.repeat(levels) + ']'.repeat(levels)],
  ['lists with commas', (levels) => '[1, '.repeat(levels - 1) + '[' + ']'.repeat(levels)],
  ['objects', (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
  ['objects in calls', (levels) => `${'(f {"a":'.repeat(levels / 2)}1${'})'.repeat(levels / 2)}`],
  ['lambdas', (levels) => `${'(lambda () '.repeat(levels - 1)}()${')'.repeat(levels - 1)}`],
  ['lets', (levels) => `${'(let ((x ()))'.repeat(levels - 3)}(f (g (h)))${')'.repeat(levels - 3)}`],
  ['types', (levels) => `(lambda (x:${'['.repeat(levels - 2)}bool${']'.repeat(levels - 2)}) 1)`],
  [
    'models',
    (levels) => `(defun f () @model [${'('.repeat(levels - 2)}${')'.repeat(levels - 2)}] 1)`,
  ],
  ['binding forms', (levels) => `(f ${'{"a":=x} '.repeat(levels - 2)} 1)`],
];

const parse = (text: string, nestingLimit?: number) =>
  parseProgram(new Source('test', text), {
    dialect: 'repl',
    ...(nestingLimit === undefined ? {} : { nestingLimit }),
  });
const messages = (text: string, limit?: number) =>
  parse(text, limit).diagnostics.map(({ message }) => message);

describe.each(kinds)('%s', (_name, nested) => {
  test('are allowed at the limit', () => {
    expect(messages(nested(defaultNestingLimit))).toEqual([]);
  });

  test.each([defaultNestingLimit + 2, 10_000])('%d levels are refused', (levels) => {
    expect(messages(nested(levels))).toEqual([
      `Nesting too deep: more than ${defaultNestingLimit} levels of brackets`,
    ]);
  });
});

test('a million levels are refused', () => {
  expect(messages('('.repeat(1_000_000))).toHaveLength(1);
});

describe('a large text that nests too deep gives the same errors as its tokens', () => {
  const deep = '(f [x '.repeat(20_000);
  const text = 'x '.repeat(20_000);
  test.each([
    ['on one line', deep],
    ['on many lines', deep.replaceAll('[', '\n[')],
    ['after sound forms', `${'(f "(((" 1) ; [[[[\n'.repeat(3_000)}${deep}`],
    ['in strings and comments only', `"${'('.repeat(50_000)}" ;${'['.repeat(50_000)}`],
    ['with brackets that do not match', `${'(] {) } '.repeat(10_000)}${deep}`],
    ['with binding forms before', `${'(f {"a":=x} '.repeat(100)}${deep}`],
    ['in binding forms alone', `(f ${'{"a":=x} '.repeat(10_000)}`],
    ['before valid text', `${deep}'tick "a\\n" ; "\n${text}`],
    ['with a fault before', `' ${deep}`],
    ['with a tick after', `${deep}${text}' `],
    ['with a string that does not end after', `${deep}"${text}`],
    ['with a stray character after', `${deep}; fine: \\\n\\${text}`],
    ['with other characters', `${deep}"é"${text}`],
  ])('%s', (_what, large) => {
    const source = new Source('test', large);
    const lexed = lex(source);
    const tooDeep = findTooDeep(lexed.tokens, defaultNestingLimit);
    const { value, diagnostics, lexed: given } = parseProgram(source, { dialect: 'repl' });
    expect(value.length > 0).toBe(tooDeep === undefined);
    const places = diagnostics.map(({ kind, span }) => [kind, span.start]);
    expect(places).toEqual([
      ...lexed.diagnostics.map(({ kind, span }) => [kind, span.start]),
      ...(tooDeep === undefined ? [] : [['parse', tooDeep.startOffset]]),
    ]);
    expect(given.tokens.length).toBe(lexed.tokens.length);
    for (const { span } of diagnostics) expect(span.source).toBe(source);
  });
});

test('brackets of a large text are counted without lexing', () => {
  expect(endOfTooDeep('(a "((" [b ; ((\n {c', 2)).toBe(18);
  expect(endOfTooDeep('(a) [b] {c}', 1)).toBeUndefined();
  expect(hasFaultFrom(`(a 'b "c\\n" ; '\n)`, 0)).toBe(false);
  for (const fault of ["'1", '"\\q"', '"', '`', '\0', 'é'])
    expect(hasFaultFrom(`(a ${fault}`, 0)).toBe(true);
});

test('the error is at the first bracket too many', () => {
  const [error] = parse('(f (g [{"a": ', 3).diagnostics;
  expect(error?.span.start).toBe(7);
});

test('the caller sets the limit', () => {
  expect(messages('((f))', 2)).toEqual([]);
  expect(messages('(((f)))', 2)).toEqual(['Nesting too deep: more than 2 levels of brackets']);
});

test('closed brackets do not count', () => {
  expect(messages('(f [] {} ())'.repeat(500), 2)).toEqual([]);
  expect(messages('(f {"a":=x} (g {"b":=y} 1))'.repeat(10), 5)).toEqual([]);
});

test('braces in models need not match and do not close other brackets', () => {
  expect(messages(`(defun f () @model [${'{ '.repeat(100)} (x)] 1)`)).toEqual([]);
  expect(messages(`(defun f () @model [${'( } '.repeat(300)}`)).toEqual([
    `Nesting too deep: more than ${defaultNestingLimit} levels of brackets`,
  ]);
});
