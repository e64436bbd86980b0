// The whole table of errors: codes, samples, and that it has all errors of the reference.
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
import { skipped } from '../../../support/skipped.ts';
import { referenceErrors } from './reference-errors.ts';

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

test('codes show the class', () => {
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

/** The table's names, and those of constructors that only wrap another kind of error. */
const known = new Set<string>(
  errorNames.flatMap((name) => {
    const { family } = entryOf(name);
    return family === undefined ? [name] : [name, family];
  }),
);

test.each(referenceErrors)('every $kind of the reference is in the table', ({ names }) => {
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test.each(referenceErrors.filter(({ firstCode }) => firstCode !== undefined))(
  'codes of $kind follow the order of its tags',
  ({ names, firstCode = 0 }) => {
    const codes = names.flatMap((name) =>
      isErrorName(name) ? [[name, errorTable[name].code] as const] : [],
    );
    expect(codes.length).toBeGreaterThan(0);
    for (const [name, found] of codes) {
      expect([name, found]).toEqual([name, code(firstCode + names.indexOf(name))]);
    }
  },
);

describe.skipIf(!hasReference)(
  `the checkout has these errors (PACT_REFERENCE: ${skipped(!hasReference, referenceErrors)})`,
  () => {
    test.each(referenceErrors)('$kind', ({ kind, names, firstCode }) => {
      expect(constructorsOf(readFileSync(source, 'utf8'), kind)).toEqual(names);
      if (firstCode === undefined) return;
      const lines = readFileSync(join(goldens, `${kind}.golden`), 'utf8')
        .trim()
        .split('\n');
      const tags = lines.map((line) => JSON.parse(line) as { conName: string; conIndex: string });
      for (const { conName, conIndex } of tags) {
        expect([conName, parseInt(conIndex, 16)]).toEqual([conName, names.indexOf(conName)]);
      }
      expect(tags).toHaveLength(names.length);
    });
  },
);

const isErrorName = (name: string): name is ErrorName => errorNames.includes(name as ErrorName);

const code = (number: number): string => `E${String(number).padStart(4, '0')}`;

/** Returns the constructors of a Haskell data declaration, each on its own line after `=` or `|`. */
function constructorsOf(haskell: string, type: string): string[] {
  const start = haskell.indexOf(`\ndata ${type}\n`);
  const end = haskell.indexOf('deriving', start);
  const body = haskell.slice(start, end).replace(/--.*$/gm, '');
  return [...body.matchAll(/^\s*[=|]\s*([A-Z]\w*)/gm)].map((match) => match[1] as string);
}
