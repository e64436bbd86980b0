// What a cursor (`$0`) is in, in text that may not parse.
import { describe, expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { cursorAt } from '../../../../src/script/brackets/cursor.ts';
import { headOf, readBrackets, startOf } from '../../../../src/script/brackets/read-brackets.ts';

const at = (text: string) => cursorAt(new Source('', text.replace('$0', '')), text.indexOf('$0'));

describe('cursor', () => {
  test.each([
    ['(defun f () (let ((x 1)) $0', 'defun let'],
    ['(module m G (defun f () (foo $0\n  (defun g () 1))', 'module defun foo'],
    ['(module m G (defun f () 1) $0)', 'module'],
    ['(a (b) $0)', 'a'],
    ['(a (b)$0)', 'a'],
    ['(a $0(b))', 'a'],
    ['(a (b] $0', 'a b'],
    ['(a) $0', ''],
  ])('%s is in', (text, heads) => {
    expect(at(text).path.map(headOf).join(' ')).toBe(heads);
  });

  test.each([
    ['(ns.m.fu$0n 1)', 'ns.m', 'fu', '.'],
    ['(t::$0', 't', '', '::'],
    ['(m.$0', 'm', '', '.'],
    ['(m. f$0', undefined, 'f', undefined],
    ['(foo$0', undefined, 'foo', undefined],
    ['(1.$0', undefined, '', undefined],
  ])('%s names', (text, qualifier, typed, separator) => {
    const cursor = at(text);
    expect([cursor.qualifier?.text, cursor.typed, cursor.qualifier?.separator]).toEqual([
      qualifier,
      typed,
      separator,
    ]);
  });

  test.each([
    ['"a$0b"', 'string', 'a'],
    ['(f "open $0', 'string', 'open '],
    ['; note$0', 'comment', '; note'],
    [';$0', 'comment', ';'],
    ['; note\n$0', 'code', ''],
    ["'ke$0y", 'code', 'ke'],
    ["'$0", 'code', ''],
    ['"a"$0', 'code', ''],
  ])('%s is in a %s', (text, place, typed) => {
    const cursor = at(text);
    expect([cursor.place, cursor.typed]).toEqual([place, typed]);
  });
});

describe('brackets', () => {
  const unclosed = (text: string) =>
    readBrackets(new Source('', text)).unclosed.map((group) => [startOf(group), group.end]);

  test('a definition ends unclosed ones', () => {
    const text = '(module m G (defun f () (a (defun g () 1))';
    expect(unclosed(text)).toEqual([
      [text.indexOf('(a'), text.indexOf('(defun g')],
      [text.indexOf('(defun f'), text.indexOf('(defun g')],
    ]);
  });

  test('a surplus bracket does not end a module whose definitions continue', () => {
    const text = '(module m G (defun f () 1))\n  (defun g () 1))';
    const { surplus, top } = readBrackets(new Source('', text));
    expect(surplus.map(({ start }) => start)).toEqual([text.indexOf(')\n')]);
    expect(top.items).toHaveLength(1);
  });

  test('nesting of any depth is read', () => {
    const text = '('.repeat(100_000);
    expect(readBrackets(new Source('', text)).unclosed).toHaveLength(100_000);
    expect(cursorAt(new Source('', text), text.length).path).toHaveLength(100_000);
  });
});
