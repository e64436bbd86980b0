// The table as a whole: codes, samples, and that no error of the reference is missing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noSpan } from '../../../../src/base/span.ts';
import { codePointLength } from '../../../../src/base/text.ts';
import { evalError } from '../../../../src/lang/diagnostics/error.ts';
import {
  entryOf,
  errorNames,
  errorTable,
  type ErrorName,
} from '../../../../src/lang/diagnostics/table.ts';
import { boundedText, errorText } from '../../../../src/lang/diagnostics/text.ts';

const sample = (name: ErrorName) => evalError(name, errorTable[name].sample, noSpan);

test('codes are unique', () => {
  const codes = errorNames.map((name) => errorTable[name].code);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each(errorNames)('%s shows its sample in both texts', (name) => {
  const { code, explanation } = errorTable[name];
  expect(code).toMatch(/^E(0[1-9]|1[0-2])\d\d$/);
  expect(explanation).toMatch(/^.{20,250}\.$/);
  const bounded = boundedText(sample(name));
  for (const text of [errorText(sample(name)), bounded]) {
    expect(text).not.toBe('');
    expect(text).not.toMatch(/undefined|\[object|=>/);
  }
  expect(codePointLength(bounded)).toBeLessThanOrEqual(256);
});

const hundreds: Record<string, RegExp> = {
  lexer: /^E01/,
  parse: /^E(02|11)/,
  desugar: /^E03/,
  execution: /^E(0[4-8]|11)/,
  recoverable: /^E09/,
  verifier: /^E10/,
  types: /^E12/,
};

test('codes tell the class', () => {
  const strays = errorNames.filter((name) => {
    const { code, class: kind } = errorTable[name];
    return !hundreds[kind]?.test(code);
  });
  expect(strays).toEqual([]);
});

const reference = process.env['PACT_REFERENCE'] ?? '';
const source = join(reference, 'pact/Pact/Core/Errors.hs');
const goldens = join(reference, 'pact-tests/constructor-tag-goldens');
const hasReference = reference !== '' && existsSync(source);

/** The table's names, and those of the constructors that only wrap another kind of error. */
const known = new Set<string>(
  errorNames.flatMap((name) => {
    const { family } = entryOf(name);
    return family === undefined ? [name] : [name, family];
  }),
);

describe.skipIf(!hasReference)('the reference (PACT_REFERENCE)', () => {
  test.each([
    ['LexerError', 3],
    ['ParseError', 5],
    ['DesugarError', 27],
    ['InvariantError', 15],
    ['EvalError', 79],
    ['DbOpError', 10],
    ['UserRecoverableError', 9],
    ['HyperlaneError', 6],
    ['HyperlaneDecodeError', 4],
    ['VerifierError', 1],
  ])('every %s is in the table', (type, count) => {
    const names = constructorsOf(readFileSync(source, 'utf8'), type);
    expect(names).toHaveLength(count);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  test.each([
    ['LexerError', 101],
    ['ParseError', 201],
    ['DesugarError', 301],
    ['EvalError', 401],
    ['UserRecoverableError', 901],
  ])('codes of %s follow the order of its tags', (type, first) => {
    const lines = readFileSync(join(goldens, `${type}.golden`), 'utf8')
      .trim()
      .split('\n');
    const tags = lines.map((line) => JSON.parse(line) as { conName: string; conIndex: string });
    for (const { conName, conIndex } of tags) {
      if (!isErrorName(conName)) continue;
      expect([conName, errorTable[conName].code]).toEqual([
        conName,
        code(first + parseInt(conIndex, 16)),
      ]);
    }
  });
});

const isErrorName = (name: string): name is ErrorName => errorNames.includes(name as ErrorName);

const code = (number: number): string => `E${String(number).padStart(4, '0')}`;

/** The constructors of a Haskell data declaration, each on its own line behind `=` or `|`. */
function constructorsOf(haskell: string, type: string): string[] {
  const start = haskell.indexOf(`\ndata ${type}\n`);
  const end = haskell.indexOf('deriving', start);
  const body = haskell.slice(start, end).replace(/--.*$/gm, '');
  return [...body.matchAll(/^\s*[=|]\s*([A-Z]\w*)/gm)].map((match) => match[1] as string);
}
