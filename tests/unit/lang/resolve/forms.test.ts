// The list of special forms: complete, documented, with correct examples.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callForms, nameForms, specialForms } from '../../../../src/lang/resolve/forms/index.ts';
import { runProgram } from '../../../support/run-program.ts';

const folder = new URL('../../../../src/lang/resolve/forms/', import.meta.url);

test('every form that a file defines is listed', async () => {
  const files = readdirSync(folder).filter((file) => !['define.ts', 'index.ts'].includes(file));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, folder).href) as Promise<Record<string, unknown>>),
  );
  const defined = modules.flatMap((each) =>
    Object.entries(each).flatMap(([name, value]) => (name.endsWith('Form') ? [value] : [])),
  );
  expect(new Set(defined)).toEqual(new Set(specialForms));
});

test('the forms are those of the reference', () => {
  expect(callForms.map((form) => form.name)).toEqual([
    'and',
    'cond',
    'create-user-guard',
    'do',
    'enforce',
    'enforce-one',
    'error',
    'if',
    'map',
    'or',
    'pure',
    'suspend',
    'try',
    'with-capability',
  ]);
  expect(nameForms.map((form) => form.name)).toEqual([
    'CHARSET_ASCII',
    'CHARSET_LATIN1',
    'constantly',
  ]);
});

const examples = specialForms.flatMap((form) =>
  form.examples.map((example) => [form.name, example.code, example.gives] as const),
);

test.each(examples)('%s: %s', (_, code, gives) => {
  const expected =
    typeof gives === 'string'
      ? { kind: 'result', text: gives }
      : { kind: 'error', text: gives.fails };
  expect(runProgram(code)).toEqual(expected);
});
