// The documentation of definition forms: complete, with correct examples.
import { expect, test } from 'vitest';
import * as tokens from '../../../../grammar/tokens.ts';
import { definitionForms } from '../../../../src/lang/resolve/definition-forms.ts';
import { syntaxForms } from '../../../../src/lang/resolve/forms/index.ts';
import { replSession } from '../../../support/repl-session.ts';

test('every keyword of the grammar is documented', () => {
  const keywords = Object.values(tokens)
    .map((token) => ('PATTERN' in token ? token.PATTERN : undefined))
    .filter((pattern) => typeof pattern === 'string')
    .filter((pattern) => /^@?[a-z]/.test(pattern));
  const documented = [...definitionForms, ...syntaxForms].map(({ name }) => name);
  const values = ['true', 'false'];
  expect([...documented, ...values].filter((name) => name !== ':=').sort()).toEqual(
    [...keywords].sort(),
  );
});

const examples = definitionForms.flatMap((form) =>
  form.examples.map((example) => [form.name, example.code, example.gives] as const),
);

test.each(examples)('%s: %s', (_, code, gives) => {
  const expected = typeof gives === 'string' ? gives : `fails: ${gives.fails}`;
  expect(replSession().run(code)).toBe(expected);
});
