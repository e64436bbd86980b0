// The list of special forms: complete, documented, with examples that are what they say.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isEvalError } from '../../../../src/lang/diagnostics/error.ts';
import { callForms, nameForms, specialForms } from '../../../../src/lang/resolve/forms/index.ts';
import { World } from '../../../support/resolving.ts';
import { runProgram } from '../../../support/run-program.ts';

const folder = new URL('../../../../src/lang/resolve/forms/', import.meta.url);

test('every file of a form is listed', () => {
  const notForms = ['define.ts', 'index.ts', 'partial-condition.ts'];
  const files = readdirSync(folder).filter((file) => !notForms.includes(file));
  // Two files describe two forms each.
  expect(specialForms).toHaveLength(files.length + 2);
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
  if (typeof gives === 'string') {
    expect(runProgram(code)).toEqual({ kind: 'result', text: gives });
  } else {
    expect(failureOf(code)).toBe(gives.fails);
  }
});

function failureOf(code: string): string | undefined {
  try {
    new World().run(code);
    return undefined;
  } catch (error) {
    if (isEvalError(error)) return error.name;
    throw error;
  }
}
