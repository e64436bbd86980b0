// Input at the prompt other than forms.
import { expect, test } from 'vitest';
import { typedWord } from '../../../../../src/apps/cli/terminal/typed-line.ts';

test.each([
  'exit',
  'quit',
  ':q',
  ':quit',
  '.exit',
  '.quit',
  '\\q',
  '(exit)',
  '(quit)',
  'exit()',
  ' exit ',
])('%s exits', (line) => expect(typedWord(line)).toEqual({ kind: 'leave' }));

test.each(['help', '?', '.help', ':help', ':h', ':?', '(help)', 'help()'])(
  '%s shows help',
  (line) => expect(typedWord(line)).toEqual({ kind: 'help' }),
);

test.each([
  ['help if', 'if', false],
  ['? if', 'if', false],
  ['?if', 'if', false],
  ['(help let*)', 'let*', false],
  ['.help m.f', 'm.f', false],
  [':info m', 'm', false],
  ['if', 'if', true],
  ['coin.transfer', 'coin.transfer', true],
  [':=', ':=', true],
  ['@managed', '@managed', true],
])('%s asks about %s', (line, name, alone) => {
  expect(typedWord(line)).toEqual({ kind: 'name', name, alone });
});

test.each(['.foo', ':set x', '.load a.repl'])('%s is not a command', (line) => {
  expect(typedWord(line)?.kind).toBe('unknown');
});

test.each([
  '(+ 1 2)',
  '"help"',
  '',
  '[1 2]',
  '{ "a": 1 }',
  '(exit 1)',
  "'symbol",
  'help me out',
  '; note',
])('%s is a form', (line) => expect(typedWord(line)).toBe(undefined));
