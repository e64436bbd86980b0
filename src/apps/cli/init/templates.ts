// The templates of `pact init`: the smallest project, and those in the folder templates of this package. All get a
// workflow, and an ignore file.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Template = {
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
  name: string,
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

function nextSteps(name: string): readonly string[] {
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

// The files of the smallest project. A test checks that they are formatted and that no command finds anything in them.

type NewFile = { readonly path: string; readonly text: string };

const counterProject: readonly NewFile[] = [
  { path: 'pact.yaml', text: projectFile() },
  { path: 'contracts/counter.pact', text: contract() },
  { path: 'tests/counter.repl', text: script() },
];

function projectFile(): string {
  return `# The files that pact commands work on. Every key is optional.

# Contracts: for pact check, pact fmt and pact lint.
sources: [contracts]
# Scripts with tests: for pact test.
tests: [tests]
`;
}

function contract(): string {
  return `; Counters that only their owners can increase.

(module counter GOVERNANCE
  @doc "Counters with owners."

  (defcap GOVERNANCE:bool ()
    (enforce-keyset "counter-admin"))

  (defschema row
    count:integer
    owner:guard)

  (deftable counters:{row})

  (defcap COUNT:bool (name:string)
    @doc "Only the owner of NAME can increase it."
    (enforce-guard (at "owner" (read counters name))))

  (defcap COUNTED:bool (name:string count:integer)
    @doc "The new count of NAME."
    @event
    true)

  (defun create:string (name:string owner:guard)
    @doc "Creates a counter, at zero."
    (insert counters name { "count": 0, "owner": owner }))

  (defun increase:integer (name:string by:integer)
    @doc "Adds BY, and returns the new count."
    (enforce (> by 0) "Counters only count up")
    (with-capability (COUNT name)
      (let ((count (+ (count-of name) by)))
        (update counters name { "count": count })
        (emit-event (COUNTED name count))
        count)))

  (defun count-of:integer (name:string)
    (at "count" (read counters name)))
)

(create-table counters)
`;
}

function script(): string {
  return `; Run with: pact test

(env-data
  { "admin": { "keys": ["admin-key"], "pred": "keys-all" }
  , "alice": { "keys": ["alice-key"], "pred": "keys-all" }
  })

(begin-tx "deploy")
(env-keys ["admin-key"])
(define-keyset "counter-admin" (read-keyset "admin"))
(load "../contracts/counter.pact")
(counter.create "visits" (read-keyset "alice"))
(commit-tx)

(begin-tx "count")
(env-sigs [{ "key": "alice-key", "caps": [(counter.COUNT "visits")] }])
(expect "a counter starts at zero" 0 (counter.count-of "visits"))
(expect "it adds to the count" 2 (counter.increase "visits" 2))
(expect "it keeps the count" 5 (counter.increase "visits" 3))
(expect-failure "it never counts down"
  "Counters only count up"
  (counter.increase "visits" -1))
(commit-tx)

(begin-tx "owners")
(env-sigs [{ "key": "admin-key", "caps": [] }])
(expect-failure "only its owner can increase it"
  "Keyset failure"
  (counter.increase "visits" 1))
(expect-failure "a name can be used only once"
  "Value already found"
  (counter.create "visits" (read-keyset "admin")))
(commit-tx)
`;
}
