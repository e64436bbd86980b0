// Edits of files outside of the projects that an editor shows are not offered.

import { expect, test } from 'vitest';
import { Projects } from '../../../../lsp/server/projects.ts';
import { builtinSets } from '../../../../src/tools/repl/builtins/index.ts';

/** Where links lead. */
const links = new Map([['/code/project/link.pact', '/elsewhere/real.pact']]);

const projects = new Projects({
  files: {
    read: () => ({ kind: 'failure', reason: '' }),
    projectFolder: () => undefined,
    list: () => [],
    around: () => [],
    settings: () => ({
      format: { width: 100, indent: 2, closers: 'own-line' },
      ignoredRules: new Set(),
      pact4: false,
      testing: { seconds: undefined, gasLimit: undefined, fileGasLimit: undefined },
    }),
    isWithin: (folder, path) => (links.get(path) ?? path).startsWith(`${folder}/`),
  },
  builtins: builtinSets,
  limits: { depthLimit: 100, nestingLimit: 100, loadLimit: 20 },
});
projects.setFolders(['/code/project']);

test.each([
  ['/code/project/contracts/a.pact', true],
  ['/code/other/a.pact', false],
  ['/code/project/link.pact', false],
  ['untitled:1', true],
])('%s: %s', (path, may) => {
  expect(projects.mayEdit(path)).toBe(may);
});
