// Suggestions for a path that does not exist.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pathSuggestion } from '../../../../src/apps/cli/paths.ts';
import { folderWith } from '../../../support/command.ts';

const { path: folder, remove } = folderWith({
  'tests/token.repl': '',
  'tests/purse.repl': '',
  'contracts/token.pact': '',
  'node_modules/vault.pact': '',
});
afterAll(remove);

test.each([
  ['tests/tokn.repl', 'tests/token.repl'],
  ['test/token.repl', 'tests/token.repl'],
  ['tesst/tokn.repl', 'tests/token.repl'],
  ['tests/token', 'tests/token.repl'],
  ['token.pact', 'contracts/token.pact'],
  ['contract', 'contracts'],
  ['tests/token.pact', 'tests/token.repl'],
  ['contracts/tokens.pact', 'contracts/token.pact'],
])('%s', (given, meant) => {
  expect(pathSuggestion(join(folder, given))).toBe(` (did you mean ${join(folder, meant)}?)`);
});

test.each([
  'tests/token.repl',
  'tests',
  'else/where/entirely.pact',
  'vault.pact',
  'tests/x.repl',
  'tests/none.repl',
])('there is no suggestion for %s', (given) =>
  expect(pathSuggestion(join(folder, given))).toBe(''),
);
