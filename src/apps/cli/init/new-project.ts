// The files of the smallest project. A test checks that they are formatted and that no command finds anything in them.

export type NewFile = { readonly path: string; readonly text: string };

export const counterProject: readonly NewFile[] = [
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
