// The failures of each script's last run, in the script and in the files that it loads.

import { expect, test } from 'vitest';
import { limits } from '../../../../../lsp/server/limits.ts';
import { TestFailures } from '../../../../../lsp/server/tests/results.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const failure = (script: string, message: string) => ({ script, message, range, related: [] });
const messages = (all: TestFailures, path: string, text = 'text') =>
  all.diagnosticsOf(path, text).map(({ message }) => message);

test('a new run of a script forgets its earlier failures, including those in loaded files', () => {
  const all = new TestFailures();
  all.add('a.repl', failure('a.repl', 'own'), 'text');
  all.add('m.pact', failure('a.repl', 'loaded'), 'text');
  all.add('m.pact', failure('b.repl', 'of the other'), 'text');
  all.begin('a.repl');
  expect(messages(all, 'a.repl')).toEqual([]);
  expect(messages(all, 'm.pact')).toEqual(['of the other']);
});

test('failures belong to one version of the text, and as many as an editor shows', () => {
  const all = new TestFailures();
  for (let i = 0; i < 2 * limits.diagnosticsOfFile; i++) {
    all.add('a.repl', failure('a.repl', String(i)), 'text');
  }
  expect(messages(all, 'a.repl')).toHaveLength(limits.diagnosticsOfFile);
  all.add('a.repl', failure('a.repl', 'newer'), 'other');
  expect(messages(all, 'a.repl', 'other')).toEqual(['newer']);
  expect(messages(all, 'a.repl', 'text')).toEqual([]);
});
