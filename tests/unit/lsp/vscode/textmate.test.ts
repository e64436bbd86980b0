// The TextMate grammar: it agrees with the lexer on comments and strings, and gives words the scopes that themes colour.
import { describe, expect, test } from 'vitest';
import {
  classesOfLexer,
  countDifferences,
  lexicalCases,
} from '../../../support/lexical-classes.ts';
import { foreignPactFiles, ownPactFiles, textOf } from '../../../support/pact-files.ts';
import { classesOfTextMate, pactGrammar, scopesOf } from '../../../support/textmate.ts';

const grammar = await pactGrammar();

describe('what a character is', () => {
  test.each(lexicalCases)('$about: lexer', ({ text, classes }) => {
    expect(classesOfLexer(text)).toBe(classes);
  });

  test.each(lexicalCases)('$about: TextMate', ({ text, classes }) => {
    expect(classesOfTextMate(grammar, text)).toBe(classes);
  });
});

function expectAgreement(paths: readonly string[]): void {
  let characters = 0;
  let differences = 0;
  const worst: string[] = [];
  for (const path of paths) {
    const text = textOf(path);
    const found = countDifferences(classesOfLexer(text), classesOfTextMate(grammar, text));
    characters += text.length;
    differences += found;
    if (found > 0) worst.push(`${path}: ${found} of ${text.length}`);
  }
  expect(characters).toBeGreaterThan(0);
  expect(differences / characters, worst.join('\n')).toBeLessThan(0.001);
}

test('TextMate and lexer agree on the files of the project', () => {
  expectAgreement(ownPactFiles);
});

test.skipIf(foreignPactFiles.length === 0)(
  'TextMate and lexer agree on other files (PACT_REFERENCE or PACT_CORPUS names a folder)',
  () => expectAgreement(foreignPactFiles),
);

/** Returns the innermost scope of the first token with this text. */
function scopeOf(program: string, word: string): string {
  const at = scopesOf(grammar, program).find(
    ({ start, end }) => program.slice(start, end) === word,
  );
  return at?.scopes.split(' ').at(-1) ?? 'not a piece of its own';
}

const scopes: readonly (readonly [program: string, word: string, scope: string])[] = [
  ['(module coin GOVERNANCE', 'module', 'storage.type.module.pact'],
  ['(module coin GOVERNANCE', 'coin', 'entity.name.namespace.pact'],
  ['(module coin GOVERNANCE', 'GOVERNANCE', 'variable.other.constant.pact'],
  ['(defun transfer:string (a:integer)', 'transfer', 'entity.name.function.pact'],
  ['(defun transfer:string (a:integer)', 'string', 'storage.type.builtin.pact'],
  ['(defun transfer:string (a:integer)', 'integer', 'storage.type.builtin.pact'],
  ['(deftable rows:{row})', 'row', 'entity.name.type.pact'],
  ['(f:[object{coin.row}] 1)', 'coin.row', 'entity.name.type.pact'],
  ['(f x:module{fungible-v2, other})', 'fungible-v2, other', 'entity.name.type.pact'],
  ['(with-capability (C) 1)', 'with-capability', 'keyword.control.pact'],
  ['(with-read t k { "a" := a } a)', ':=', 'keyword.operator.binding.pact'],
  ['(with-read t k { "a" := a } a)', 'with-read', 'support.function.builtin.pact'],
  ['(expect "a" 1 1)', 'expect', 'support.function.script.pact'],
  ['(@doc "a")', '@doc', 'storage.modifier.annotation.pact'],
  ['(trueish true)', 'trueish', 'entity.name.function.call.pact'],
  ['(trueish true)', 'true', 'constant.language.boolean.pact'],
  ['(f coin-v5 5)', 'coin-v5', 'variable.other.pact'],
  ['(f coin-v5 5)', '5', 'constant.numeric.pact'],
  ['(f -5.25 -5a)', '-5.25', 'constant.numeric.pact'],
  ['(f -5.25 -5a)', '-5a', 'variable.other.pact'],
  ['(coin.read 1)', 'coin', 'entity.name.namespace.pact'],
  ['(coin.read 1)', 'read', 'entity.name.function.call.pact'],
  ['(m::transfer 1)', 'transfer', 'entity.name.function.call.pact'],
  ['(>= 1 2)', '>=', 'keyword.operator.pact'],
  ['(list 1 2)', 'list', 'entity.name.function.call.pact'],
  ['"a\\qb"', '\\q', 'invalid.illegal.escape.pact'],
];

test.each(scopes)('%s: %s is %s', (program, word, scope) => {
  expect(scopeOf(program, word)).toBe(scope);
});
