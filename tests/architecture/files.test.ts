// The repository has only files of the known places and kinds, and none that a tool left behind.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../support/project-files.ts';

const places =
  /^(\.ci|build|docs|grammar|lsp|repl-scripts|src|stdlib|templates|tests|web)\/|^(package(-lock)?\.json|[A-Z]+\.md|LICENSE)$/;
const settings =
  /^(\.git-blame-ignore-revs|\.gitignore|\.npmrc|\.oxfmtrc\.json|\.oxlintrc\.json|build\.mjs|knip\.json|layers\.json|pact\.yaml|tsconfig(\.build)?\.json|vitest(\.quick)?\.config\.ts)$/;
const kinds =
  /\.(ts|mts|mjs|cjs|js|json|html|css|md|pact|repl|ebnf|scm|c|yaml|bash|fish|zsh)$|^(\.ci\/run|LICENSE|\.[a-z-]+)$/;

const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
const kept = listed.status === 0 ? listed.stdout.split('\0').filter((path) => path !== '') : [];

test.skipIf(kept.length === 0)('every tracked file is in a known place', () => {
  expect(kept.filter((path) => !places.test(path) && !settings.test(path))).toEqual([]);
});

test.skipIf(kept.length === 0)('every tracked file is of a kind that is read or run', () => {
  expect(kept.filter((path) => !kinds.test(path))).toEqual([]);
});
