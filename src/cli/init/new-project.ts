// The files of a new project. A test checks that they are formatted and that no command finds anything in them.

export type NewFile = { readonly path: string; readonly text: string };

/** `version`: the version of this package, for the file name in the workflow. */
export function newProject(version: string): readonly NewFile[] {
  return [
    { path: 'pact.yaml', text: projectFile },
    { path: 'contracts/counter.pact', text: contract },
    { path: 'tests/counter.repl', text: script },
    { path: '.github/workflows/pact.yml', text: workflow(version) },
  ];
}

/** Files and folders that commands write into a project, keys among them. */
export const ignoredLines: readonly string[] = [
  '/.devnet/',
  '/.pact-fuzz/',
  '/.pact/',
  '/coverage/',
  '/keys/',
  '/node_modules/',
  '/pact-docs/',
  '/to-sign/',
];

/** The path of the copy of this package in a project. */
export const ownCopy = (version: string): string => `vendor/multichain-pact-${version}.tgz`;

const projectFile = `# The files that pact commands work on. Every key is optional.

# Contracts: for pact check, pact fmt and pact lint.
sources: [contracts]
# Scripts with tests: for pact test.
tests: [tests]
`;

const contract = `; Counters that only their owners can increase.

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

const script = `; Run with: pact test

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

function workflow(version: string): string {
  // --no: never a package of another author that is called pact.
  const run = (command: string): string => `      - run: npx --no pact ${command}`;
  return `# Checks and tests the contracts in GitHub Actions. Nothing is left to set up: pact is not on a registry, so the first
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
      - run: npm install --no-save --prefix . ./${ownCopy(version)}
${run('fmt --check')}
${run('lint --format github')}
${run('check')}
${run('test')}
`;
}
