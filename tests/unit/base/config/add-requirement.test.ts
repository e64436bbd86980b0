// Adds a requirement to the text of a project file and keeps its comments and layout.
import { expect, test } from 'vitest';
import { withRequirement } from '../../../../src/base/config/write-yaml.ts';

const coin = { name: 'coin', network: 'main', chain: '0' };
const line = "coin: { network: main, chain: '0' }";

test.each([
  ['', `requirements:\n  ${line}\n`],
  ['# Mine.\nsources: [a]', `# Mine.\nsources: [a]\nrequirements:\n  ${line}\n`],
  [
    'requirements:\n    b: # one\n      { network: n }\nlint:\n',
    `requirements:\n    ${line}\n    b: # one\n      { network: n }\nlint:\n`,
  ],
])('%j', (text, value) => {
  expect(withRequirement(text, coin)).toEqual({ ok: true, value });
});

test('a mapping on one line is left to the user', () => {
  expect(withRequirement('requirements: { b: { network: n } }', coin)).toEqual({
    ok: false,
    fault: `add this to requirements in pact.yaml: ${line}`,
  });
});
