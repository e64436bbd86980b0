// Uses of values in programs: every consumer that walks a value.

/** Definitions that the uses below need. */
export const usesSetup =
  '(module g G (defcap G () true) (defcap TWO (x y) true) (defcap ONE (x) true) (defcap EVENT (x) @event true) ' +
  '(defun two (x y) true) (defun one (x) true) (defun lists (x:[integer]) true) (defschema s a:[integer] b:integer) ' +
  '(defun typed (x:object{s}) true) (defun strings:string (x) x) (defschema any a) (deftable t:{any}) ' +
  '(defcap MANAGED (x y) @managed x mgr (compose-capability (ONE x))) (defun mgr (a b) a) ' +
  '(defun with (x) (with-capability (ONE x) (require-capability (ONE x)))) ' +
  '(defun without (x) (require-capability (ONE x))) (defun emit (x) (emit-event (EVENT x))) ' +
  '(defun install (x) (install-capability (MANAGED x x)) (with-capability (MANAGED x x) 1)) ' +
  '(defpact p (x) (step (yield {"a": x})) (step (resume {"a" := y} (= x y)))) ' +
  '(defun fail (x) (enforce false "no"))) (create-table g.t) ';

/** A use of a value (`$`), and its outcome for a value with 2^60 leaves and for a very deep one. */
type Use = readonly [use: string, text: string, ofShared: string, ofDeep: string];

export const uses: readonly Use[] = [
  ['printed', '$', '...', '...'],
  ['shown', '(show $)', '!', '...'],
  ['formatted', '(format "{}" [$])', '!', '...'],
  ['hashed', '(hash $)', '!', '...'],
  ['compared with itself', '(let ((v $)) (= v v))', 'true', 'true'],
  ['compared with a twin', '(= $ $)', 'true', 'true'],
  ['compared with another value', '(= $ [$])', 'false', 'false'],
  ['looked for', '(contains $ [$])', 'true', 'true'],
  ['made distinct', '(length (distinct [$ $ $]))', '1', '1'],
  ['sorted', '(sort [$ $])', '?', '...'],
  ['measured', '(length [$])', '1', '1'],
  ['expected', '(expect "e" $ $)', '...', '"Expect: success: e"'],
  ['not expected', '(expect "e" 1 $)', '...', '...'],
  ['expected by a condition', '(expect-that "e" (= 1) $)', '...', '...'],
  ['expected to fail', '(expect-failure "e" "m" $)', '...', '...'],
  [
    'hashed where a failure is expected',
    '(expect-failure "e" (hash $))',
    '"Expect failure: Success: e"',
    '...',
  ],
  ['printed by print', '(print $)', '', ''],
  ['given to env-data', '(env-data {"a": $})', '?', '?'],
  ['given to env-data in an expectation', '(expect "e" 1 (env-data {"a": $}))', '...', '...'],
  ['read back from env-data', '(env-data {"a": $}) (read-msg "a")', '?', '?'],
  ['written to a table', '(write g.t "k" {"a": $})', '?', '?'],
  ['read from a table', '(write g.t "k" {"a": $}) (= (at "a" (read g.t "k")) $)', '?', '?'],
  ['updated in a table', '(write g.t "k" {"a": 1}) (update g.t "k" {"a": $})', '?', '?'],
  ['committed', '(begin-tx) (write g.t "k" {"a": $}) (commit-tx)', '?', '?'],
  ['selected', '(write g.t "k" {"a": $}) (length (select g.t (where "a" (= $))))', '?', '?'],
  ['an argument of a capability', '(g.with $)', 'true', 'true'],
  [
    'an argument of a capability that is not granted',
    '(g.without $)',
    '!CapabilityNotGranted',
    '!CapabilityNotGranted',
  ],
  ['an argument of an event', '(g.emit $) (length (env-events true))', '1', '1'],
  ['shown as an event', '(g.emit $) (env-events true)', '...', '...'],
  ['an argument of a managed capability', '(g.install $)', '...', '...'],
  ['an argument of a user guard', '(enforce-guard (create-user-guard (g.one $)))', 'true', 'true'],
  [
    'an argument of a guard of a capability',
    '(enforce-guard (create-capability-guard (g.ONE $)))',
    '!',
    '!',
  ],
  ['an argument of a principal', '(create-principal (create-user-guard (g.one $)))', '!', '...'],
  [
    'an argument of a capability principal',
    '(create-principal (create-capability-guard (g.ONE $)))',
    '!',
    '...',
  ],
  ['an argument of a function that fails', '(g.fail $)', '!no', '!no'],
  ['an argument of the wrong type', '(g.lists $)', '!', '!'],
  ['an argument of a schema', '(g.typed {"a": $, "b": 1})', '!', '!'],
  ['a result of the wrong type', '(g.strings $)', '!', '!'],
  ['a condition', '(enforce $ "no")', '!expected bool', '!expected bool'],
  ['a message', '(enforce false $)', '!', '!'],
  ['a key', '(read g.t $)', '!', '!'],
  ['an argument of a builtin', '(+ 1 $)', '!', '!'],
  ['an argument of a defpact', '(g.p $)', '?', '?'],
  ['yielded', '(g.p $) (continue-pact 1)', '?', '?'],
  ['kept in a constant', '(module m G (defcap G () true) (defconst C $))', '?', '?'],
  ['kept in a constant of the REPL', '(defconst C $) (length [C])', '1', '1'],
  ['signed for', '(env-sigs [{"key": "k", "caps": [(g.ONE $)]}])', '...', '...'],
  ['tested as a capability', '(test-capability (g.ONE $))', '', ''],
  ['in a table of types', '(typeof $)', '...', '...'],
  ['in a let with a type', '(let ((v:[integer] $)) 1)', '?', '?'],
  ['tried', '(try 1 (hash $))', '!', '...'],
  ['described', '(module m G (defcap G () true) (defconst C $)) (describe-module "m")', '?', '?'],
];
