// The language configuration: what a double click selects, how comments continue, and what is closed automatically.
import { expect, test } from 'vitest';
import { read } from '../../../support/project-files.ts';

type Configuration = {
  readonly comments: { readonly lineComment: string };
  readonly wordPattern: string;
  readonly autoClosingPairs: readonly { readonly open: string }[];
  readonly folding: { readonly markers: { readonly start: string; readonly end: string } };
  readonly onEnterRules: readonly {
    readonly beforeText: string;
    readonly action: { readonly appendText: string };
  }[];
};

const configuration = JSON.parse(read('lsp/vscode/language-configuration.json')) as Configuration;

test('a word is a whole identifier', () => {
  const words = "(coin.with-read fungible-v2 x::f? @doc 'key a := b 1.5)".match(
    new RegExp(configuration.wordPattern, 'g'),
  );
  const expected = 'coin with-read fungible-v2 x f? @doc key a = b 1.5';
  expect(words).toEqual(expected.split(' '));
});

test('a comment begins with one semicolon', () => {
  expect(configuration.comments.lineComment).toBe(';');
});

test('nothing closes an apostrophe', () => {
  expect(configuration.autoClosingPairs.map(({ open }) => open)).toEqual(['(', '[', '{', '"']);
});

test('a comment continues with the same number of semicolons', () => {
  const next = (line: string): string | undefined =>
    configuration.onEnterRules.find(({ beforeText }) => new RegExp(beforeText).test(line))?.action
      .appendText;
  const lines = ['  ; a', ';; a', ';;; a', '(f) ; a'];
  expect(lines.map(next)).toEqual(['; ', ';; ', ';;; ', undefined]);
});

test('regions fold', () => {
  const { start, end } = configuration.folding.markers;
  const lines = ['; region a', ';; #region', '(region)'];
  expect(lines.map((line) => new RegExp(start).test(line))).toEqual([true, true, false]);
  expect(new RegExp(end).test('; #endregion')).toBe(true);
});
