// The inferred scheme of every builtin's test program equals the reference's own table. It needs a checkout of the
// reference; builtin-schemes.test.ts always runs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemeText, typeText } from '../../../../src/lang/types/type-text.ts';
import type { CheckedModule } from '../../../../src/lang/types/check-module.ts';
import { readSchemeTable, type ExpectedDefinition } from '../../../support/haskell-schemes.ts';
import { replSession } from '../../../support/repl-session.ts';
import { skipped } from '../../../support/skipped.ts';

const reference = process.env['PACT_REFERENCE'] ?? '';
const tests = join(reference, 'pact-tests');
const table = join(tests, 'Pact/Core/Test/TypecheckerTests.hs');
const hasReference = reference !== '' && existsSync(table);

const expected: ReturnType<typeof readSchemeTable> = hasReference
  ? readSchemeTable(readFileSync(table, 'utf8'))
  : new Map();
const builtins = hasReference
  ? readFileSync(join(reference, 'pact/Pact/Core/Builtin.hs'), 'utf8')
  : '';
const texts = builtins.slice(builtins.indexOf('coreBuiltinToText ='));
/** Internal name and constructor. */
const cases = [...texts.slice(0, texts.indexOf('\n\n')).matchAll(/^ +(Core\w+) -> "(.*)"$/gm)].map(
  ([, constructor = '', name = '']) => [name, constructor] as const,
);

/** The number of builtins in the reference's table. */
const known = 138;

describe.skipIf(!hasReference)(
  `the reference's table (PACT_REFERENCE: ${skipped(!hasReference, known + 1)})`,
  () => {
    test('has an entry for every builtin', () => {
      expect(cases.filter(([, constructor]) => !expected.has(constructor))).toEqual([]);
      expect(cases.length).toBe(known);
    });

    test.each(cases)('%s', (builtin, constructor) => {
      const actual = check(`natives/${fileName(builtin)}.repl`);
      expect(actual.errors.map((error) => error.message)).toEqual([]);
      expect(textsOf(actual)).toEqual(expectedTexts(expected.get(constructor) ?? new Map()));
    });
  },
);

function check(file: string): CheckedModule {
  const { engine, run } = replSession();
  run(readFileSync(join(tests, 'typechecker', file), 'utf8'));
  const data = engine.machine.loaded.module('tc');
  if (data === undefined) throw new Error(`${file} defines no module tc`);
  return engine.typecheck(data);
}

function textsOf({ definitions }: CheckedModule): Record<string, unknown> {
  return Object.fromEntries(
    [...definitions]
      .filter(([name]) => name !== 'g')
      .map(([name, known]) => [
        name,
        known.kind === 'scheme' ? schemeText(known.scheme) : known.schemes.map(schemeText),
      ]),
  );
}

function expectedTexts(definitions: ReadonlyMap<string, ExpectedDefinition>): unknown {
  return Object.fromEntries(
    [...definitions].map(([name, each]) => [
      name,
      each.kind === 'scheme' ? schemeText(each.scheme) : each.types.map(typeText),
    ]),
  );
}

const words: Readonly<Record<string, string>> = {
  '!=': 'neq',
  '&': 'bitwise-and',
  '*': 'mult',
  '+': 'add',
  '-': 'sub',
  '/': 'div',
  '<': 'lt',
  '<=': 'leq',
  '=': 'eq',
  '>': 'gt',
  '>=': 'geq',
  '^': 'pow',
  'and?': 'and-q',
  'not?': 'not-q',
  'or?': 'or-q',
  '|': 'bitwise-or',
  '~': 'bitwise-reverse',
};
const fileName = (builtin: string): string => words[builtin] ?? builtin;
