// Arguments of `load`: files that are missing, that load themselves or one another, that have odd names, and many files.

import type { BadInput } from './case.ts';

type Files = Readonly<Record<string, string>>;

const rows: readonly (readonly [title: string, text: string, files: Files, gives: string])[] = [
  ['a missing file', '(load "missing.repl")', {}, '!LoadFailure'],
  ['an empty path', '(load "")', {}, '!LoadFailure'],
  ['a path with a zero', '(load "a\0b")', {}, '!LoadFailure'],
  ['a path that is not a string', '(load 1)', {}, '!NativeArgumentsError'],
  ['a file', '(load "a.repl") (+ x 1)', { 'a.repl': '(defconst x 2)' }, '3'],
  ['an unusual name', '(load "a [1]+ b.repl") (+ x 0)', { 'a [1]+ b.repl': '(defconst x 2)' }, '2'],
  ['itself', '(load "a.repl")', { 'a.repl': '(load "a.repl")' }, '!LoadFailure'],
  [
    'a circle of two',
    '(load "a.repl")',
    { 'a.repl': '(load "b.repl")', 'b.repl': '(load "a.repl")' },
    '!LoadFailure',
  ],
  ['itself anew', '(load "a.repl" true)', { 'a.repl': '(load "a.repl" true)' }, '!LoadFailure'],
  [
    'itself in an expectation',
    '(load "a.repl")',
    { 'a.repl': '(expect-failure "circle" (load "a.repl"))' },
    '',
  ],
  ['a file twice', '(load "a.repl") (load "a.repl") 1', { 'a.repl': '(+ 1 2)' }, '1'],
  ['a file with an error', '(load "a.repl")', { 'a.repl': '(+ 1' }, '!'],
  ['a file of bytes', '(load "a.repl")', { 'a.repl': '\0\x01\x02' }, '!LexicalError'],
  ['a folder above', '(load "../../../a.repl")', {}, '!LoadFailure'],
  ['a module with builtins of the REPL', '(load "a.pact")', { 'a.pact': '(env-data {})' }, '!'],
  ['a chain of files', '(load "f0.repl")', chain(15), ''],
  ['a chain of too many files', '(load "f0.repl")', chain(1000), '!LoadFailure'],
  ['many files', many(1000), manyFiles(1000), ''],
];

export const loadCases: readonly BadInput[] = rows.map(([title, text, files, gives]) => ({
  title: `load of ${title}`,
  program: { text, files },
  gives,
}));

function chain(length: number): Files {
  const files: Record<string, string> = {};
  for (let i = 0; i < length; i++) files[`f${i}.repl`] = `(load "f${i + 1}.repl")`;
  files[`f${length}.repl`] = '(+ 1 2)';
  return files;
}

function many(count: number): string {
  return Array.from({ length: count }, (_, i) => `(load "f${i}.repl")`).join('\n');
}

function manyFiles(count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`f${i}.repl`, '(defun f () 1) (f)'] as const),
  );
}
