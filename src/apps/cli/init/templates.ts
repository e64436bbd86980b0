// The templates of `pact init`: the smallest project, and those in the folder templates of this package. All get a
// workflow, and an ignore file.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counterProject, type NewFile } from './new-project.ts';
import type { TemplateName } from './template-names.ts';

export type Template = {
  readonly files: readonly NewFile[];
  /** Files and folders that commands write into a project, keys among them. */
  readonly ignored: readonly string[];
  /** The commands to try, one a line, in the folder of the project. */
  readonly next: readonly string[];
};

/** The path of the copy of this package in a project. */
export const ownCopy = (version: string): string => `vendor/multichain-pact-${version}.tgz`;

/** `version`: the version of this package, for the file name in the workflow. */
export function templateOf(
  name: TemplateName,
  { folder, version }: { readonly folder: string; readonly version: string },
): Template {
  const copy = ownCopy(version);
  const isApp = name === 'app';
  const own = name === 'counter' ? counterProject : shippedFiles(join(folder, 'templates', name));
  const install = isApp ? 'npm install' : `npm install --no-save --prefix . ./${copy}`;
  const commands = [
    install,
    ...['fmt --check', 'lint --format github', 'check', 'test'].map(ofPact),
    ...(name === 'counter' ? [] : [ofPact('test --fuzz --runs 20')]),
    ...(isApp ? ['npm run build'] : []),
  ];
  const files = [
    ...own.map(({ path, text }) => ({ path, text: text.replaceAll('PACT_PACKAGE', copy) })),
    { path: '.github/workflows/pact.yml', text: workflow(commands) },
  ];
  const ignored = isApp ? [...usuallyIgnored, '/dist/', '/src/types/'] : usuallyIgnored;
  return { files, ignored, next: nextSteps(name) };
}

const usuallyIgnored = [
  '/.devnet/',
  '/.pact-fuzz/',
  '/.pact/',
  '/coverage/',
  '/keys/',
  '/node_modules/',
  '/pact-docs/',
  '/to-sign/',
];

function nextSteps(name: TemplateName): readonly string[] {
  if (name === 'counter') return [];
  const deploying = [
    'pact test --fuzz                   # properties of the contract',
    'pact devnet                        # in another terminal: a network with funded accounts',
    'pact deploy --network development  # the contract on its chains 0 and 1',
  ];
  return name === 'app'
    ? [...deploying, 'npm install && npm start           # the app, on the same network']
    : deploying;
}

function shippedFiles(folder: string, under = ''): readonly NewFile[] {
  return readdirSync(join(folder, under), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = under === '' ? entry.name : `${under}/${entry.name}`;
      if (entry.isDirectory()) return shippedFiles(folder, path);
      return [{ path, text: readFileSync(join(folder, path), 'utf8') }];
    });
}

// --no: never a package of another author that is called pact.
const ofPact = (command: string): string => `npx --no pact ${command}`;

function workflow(commands: readonly string[]): string {
  return `# Checks and tests the project in GitHub Actions. Nothing is left to set up: pact is not on a registry, so the first
# command installs the copy of it in vendor/, which is committed with the project.
name: Pact
on: [push, pull_request]
permissions:
  contents: read
jobs:
  pact:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${commands.map((command) => `      - run: ${command}\n`).join('')}`;
}
