// Names with a meaning in JavaScript, in every place where a user chooses a name. Results must not depend on them: each
// program must give the same result as with the name `f1`, apart from the name itself.

import type { BadInput } from './case.ts';

/** Names that a program may write as identifiers. */
const identifiers = [
  '__proto__',
  'constructor',
  'then',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'toJSON',
  'NaN',
  'Infinity',
  'undefined',
  'null',
  'name',
  'get',
  'set',
  'size',
  'has',
  'values',
  'entries',
  'arguments',
  'eval',
  '__defineGetter__',
  'isPrototypeOf',
  '%',
  '$',
  '_',
  '-1-',
  '#repl',
];

/** A namespace begins with a letter and has no special characters. */
const namespaces = identifiers.filter((name) => /^[a-z]\w*$/i.test(name));

/** Names that can only be strings. */
const texts = [
  ...identifiers,
  'length',
  'keys',
  '',
  ' ',
  '0',
  '10',
  '00',
  '-0',
  '1e3',
  '9007199254740993',
  '\0',
  '\u{1F600}',
  'e\u0301',
  '.',
  '..',
  'a.b',
  'a::b',
  '../x',
  "';--",
  '\u202e',
  'keyset',
];

type Place = readonly [place: string, program: string, gives: string];

/** `$` stands for the name. */
const identifierPlaces: readonly Place[] = [
  ['a function', '(module m G (defcap G () true) (defun $ (x) (+ x 1))) (m.$ 1)', '2'],
  ['a function of the REPL', '(defun $ (x) (+ x 1)) ($ 1)', '2'],
  ['a constant', '(module m G (defcap G () true) (defconst $ 5)) (+ m.$ 0)', '5'],
  ['a constant of the REPL', '(defconst $ 5) (+ $ 0)', '5'],
  ['a variable', '(let (($ 5)) (+ $ 1))', '6'],
  ['a parameter', '((lambda ($ b) (- $ b)) 3 2)', '1'],
  ['a typed parameter', '(defun f ($:integer) (+ $ 1)) (f 1)', '2'],
  ['a binding', '(bind {"$": 5} {"$" := $} (+ $ 1))', '6'],
  ['a module', '(module $ G (defcap G () true) (defun f () 1)) ($.f)', '1'],
  ['a module that is used', '(module $ G (defcap G () true) (defun f () 1)) (use $) (f)', '1'],
  [
    'a module that is stored',
    '(begin-tx) (module $ G (defcap G () true) (defun f () 1)) (commit-tx) ($.f)',
    '1',
  ],
  [
    'an interface',
    '(interface $ (defun f:integer ())) (module m G (defcap G () true) (implements $) (defun f:integer () 1)) (defun g (x:module{$}) (x::f)) (g m)',
    '1',
  ],
  [
    'a function of an interface',
    '(interface i (defun $:integer ())) (module m G (defcap G () true) (implements i) (defun $:integer () 1)) (defun g (x:module{i}) (x::$)) (g m)',
    '1',
  ],
  [
    'a capability',
    '(module m G (defcap G () true) (defcap $ (x) true) (defun f () (with-capability ($ 1) (require-capability ($ 1))))) (m.f)',
    'true',
  ],
  [
    'a governance',
    '(module m $ (defcap $ () true) (defun f () 1)) (module m $ (defcap $ () true) (defun f () 2)) (m.f)',
    '2',
  ],
  [
    'an event',
    '(module m G (defcap G () true) (defcap $ (x) @event true) (defun f () (emit-event ($ 1)))) (m.f) (map (at "name") (env-events true))',
    '["m.$"]',
  ],
  [
    'a managed capability',
    '(module m G (defcap G () true) (defcap $ (x:integer) @managed x mgr true) (defun mgr:integer (a:integer b:integer) (- a b)) (defun f () (install-capability ($ 5)) (with-capability ($ 2) 1))) (m.f)',
    '1',
  ],
  [
    'a manager',
    '(module m G (defcap G () true) (defcap C (x:integer) @managed x $ true) (defun $:integer (a:integer b:integer) (- a b)) (defun f () (install-capability (C 5)) (with-capability (C 2) 1))) (m.f)',
    '1',
  ],
  [
    'a table',
    '(module m G (defcap G () true) (defschema s a:integer) (deftable $:{s})) (create-table m.$) (insert m.$ "k" {"a": 1}) (at "a" (read m.$ "k"))',
    '1',
  ],
  [
    'a schema',
    '(module m G (defcap G () true) (defschema $ a:integer) (defun f (x:object{$}) (at "a" x))) (m.f {"a": 1})',
    '1',
  ],
  [
    'a field of a schema',
    '(module m G (defcap G () true) (defschema s $:integer) (deftable t:{s})) (create-table m.t) (insert m.t "k" {"$": 1}) (update m.t "k" {"$": 2}) (at "$" (read m.t "k"))',
    '2',
  ],
  [
    'a defpact',
    '(module m G (defcap G () true) (defpact $ () (step 1) (step 2))) (m.$) (continue-pact 1)',
    '2',
  ],
  [
    'a guard',
    '(module m G (defcap G () true) (defun $ (x) (enforce (= x 1) "no"))) (enforce-guard (create-user-guard (m.$ 1)))',
    'true',
  ],
  [
    'a principal',
    '(module m G (defcap G () true) (defun $ () true)) (take 4 (create-principal (create-user-guard (m.$))))',
    '"u:m."',
  ],
  [
    'a keyset name',
    `(env-data {"k": {"keys": ["a"], "pred": "keys-all"}}) (env-keys ["a"]) (define-keyset "$" (read-keyset "k")) (enforce-keyset "$")`,
    'true',
  ],
  [
    'a predicate',
    '(module m G (defcap G () true) (defun $ (count matched) true)) (env-data {"k": {"keys": ["a"], "pred": "m.$"}}) (enforce-keyset (read-keyset "k"))',
    'true',
  ],
  [
    'a module guard',
    '(module m G (defcap G () true) (defun g () (create-module-guard "$"))) (m.g)',
    'ModuleGuard {module: m,name: $}',
  ],
  ['an unknown name', '$', '!'],
  ['an unknown function', '($ 1)', '!'],
  ['an unknown member', '(module m G (defcap G () true) (defun f () 1)) (m.$ 1)', '!'],
  ['an unknown module', '($.f 1)', '!'],
  ['an unknown field', '(at "$" {"a": 1})', '!ObjectIsMissingField'],
  ['an unknown type', '(defun f (x:$) x)', '!'],
  ['an unknown schema', '(defun f (x:object{$}) x)', '!'],
  ['an unknown interface', '(module m G (defcap G () true) (implements $))', '!'],
  ['an unknown namespace', '(namespace "$")', '!'],
  ['an unknown keyset', '(enforce-keyset "$")', '!'],
  ['an unknown flag', '(env-exec-config ["$"])', '[]'],
  ['an unknown gas model', '(env-gasmodel "$")', '!'],
  ['an unknown chain datum', '(env-chain-data {"$": 1})', '!'],
  ['an unknown format of time', '(format-time "$" (time "2020-01-01T00:00:00Z"))', '...'],
  ['an unknown hash', '(env-hash "$")', '?'],
  [
    'a described module',
    '(module $ G (defcap G () true) (defun f () 1)) (at "name" (describe-module "$"))',
    '"$"',
  ],
  ['an unknown module to describe', '(describe-module "$")', '!'],
  ['a verifier', '(env-verifiers [{"name": "$", "caps": []}])', '...'],
  ['a transaction', '(begin-tx "$")', '"Begin Tx 0: $"'],
  ['a lambda over itself', '(let (($ (lambda ($) (+ $ 1)))) (map $ [1]))', '[2]'],
];

const namespacePlaces: readonly Place[] = [
  [
    'a namespace',
    `(env-data {"k": []}) (define-namespace "$" (read-keyset "k") (read-keyset "k")) (namespace "$") (module m G (defcap G () true) (defun f () 1)) ($.m.f)`,
    '1',
  ],
];

const textPlaces: readonly Place[] = [
  ['a field', '(at "$" {"$": 5})', '5'],
  ['a field among others', '(let ((o {"b": 1, "$": 5, "a": 2})) (at "$" (+ {"x": 1} o)))', '5'],
  ['a missing field', '(at "$" {"x1": 1})', '!ObjectIsMissingField'],
  ['a field that is dropped', '(drop ["$"] {"$": 1, "x1": 2})', '{"x1": 2}'],
  ['a field that is taken', '(length (take ["$"] {"$": 1, "x1": 2}))', '1'],
  ['a field that is removed', '(remove "$" {"$": 1, "x1": 2})', '{"x1": 2}'],
  ['a field that is searched', '(contains "$" {"$": 1})', 'true'],
  ['a field that does not exist', '(contains "$" {"x1": 1})', 'false'],
  ['a field compared', '(= {"$": 1, "a": 2} (+ {"a": 2} {"$": 1}))', 'true'],
  ['a field hashed', '(= (hash {"$": 1, "a": 2}) (hash (+ {"a": 2} {"$": 1})))', 'true'],
  ['a field printed', '{"$": 1}', '{"$": 1}'],
  ['a field shown', '(show {"$": 1})', '"{"$": 1}"'],
  ['a field in a condition', '(where "$" (= 1) {"$": 1})', 'true'],
  ['a field in data', '(env-data {"$": 5}) (read-msg "$")', '5'],
  ['a field in data as an integer', '(env-data {"$": 5}) (read-integer "$")', '5'],
  ['a field in data as text', '(env-data {"$": "v"}) (read-string "$")', '"v"'],
  ['a missing field in data', '(env-data {"x1": 5}) (read-msg "$")', '!'],
  [
    'a row key',
    '(module m G (defcap G () true) (defschema s a) (deftable t:{s})) (create-table m.t) (write m.t "$" {"a": 1}) (update m.t "$" {"a": 2}) (at "a" (read m.t "$"))',
    '2',
  ],
  [
    'a row key among others',
    '(module m G (defcap G () true) (defschema s a) (deftable t:{s})) (create-table m.t) (write m.t "b" {"a": 1}) (write m.t "$" {"a": 1}) (length (keys m.t))',
    '2',
  ],
  [
    'a missing row key',
    '(module m G (defcap G () true) (defschema s a) (deftable t:{s})) (create-table m.t) (read m.t "$")',
    '!',
  ],
  [
    'a missing row key with a default',
    '(module m G (defcap G () true) (defschema s a) (deftable t:{s})) (create-table m.t) (with-default-read m.t "$" {"a": 7} {"a" := a} a)',
    '7',
  ],
  [
    'a committed row key',
    '(begin-tx) (module m G (defcap G () true) (defschema s a) (deftable t:{s})) (create-table m.t) (write m.t "$" {"a": 1}) (commit-tx) (begin-tx) (env-module-admin m) (write m.t "$" {"a": 2}) (rollback-tx) (env-module-admin m) (at "a" (read m.t "$"))',
    '1',
  ],
  [
    'a key of a keyset',
    '(env-data {"k": {"keys": ["$"], "pred": "keys-all"}}) (env-keys ["$"]) (enforce-keyset (read-keyset "k"))',
    'true',
  ],
  [
    'an invalid predicate',
    '(env-data {"k": {"keys": ["a"], "pred": "$"}}) (enforce-keyset (read-keyset "k"))',
    '!',
  ],
  ['a signer', '(env-sigs [{"key": "$", "caps": []}]) (length (show (sig-keyset)))', '...'],
  [
    'an argument of a capability',
    '(module m G (defcap G () true) (defcap C (x) true) (defun f (x) (with-capability (C x) (require-capability (C x))))) (m.f "$")',
    'true',
  ],
  ['a principal to validate', '(is-principal "$")', 'false'],
  ['a type of principal', '(typeof-principal "$")', '""'],
  ['a missing keyset', '(enforce-keyset "$")', '!'],
  ['a keyset to describe', '(describe-keyset "$")', '!'],
  ['a missing namespace', '(namespace "$ $")', '!'],
  ['a chain', '(env-chain-data {"chain-id": "$"}) (at "chain-id" (chain-data))', '"$"'],
  [
    'a target chain',
    '(module m G (defcap G () true) (defpact p () (step (yield {"a": 1} "$")) (step 2))) (m.p)',
    '?',
  ],
  ['a pact id', '(continue-pact 1 false "$")', '!'],
  ['text', '(length (+ "$" "ab"))', '...'],
  ['a part of a format', '(format "{}" ["$"])', '"$"'],
  ['a file', '(load "$")', '!LoadFailure'],
  ['a charset', '(is-charset 0 "$")', '...'],
  ['a base64 string', '(base64-decode (base64-encode "$"))', '"$"'],
  ['a list', '(at 0 (distinct ["$" "$"]))', '"$"'],
  ['sorted', '(sort ["$" "$"])', '["$" "$"]'],
  ['a version', '(enforce-pact-version "$")', '?'],
  ['a place of a proof', '(verify-spv "$" {})', '!'],
  ['a curve', '(point-add "$" {"x": 1, "y": 1} {"x": 1, "y": 1})', '!'],
];

export const nameCases: readonly BadInput[] = [
  ...cases(identifierPlaces, identifiers),
  ...cases(namespacePlaces, namespaces),
  ...cases(textPlaces, texts),
];

function cases(places: readonly Place[], names: readonly string[]): readonly BadInput[] {
  return places.flatMap(([place, program, gives]) =>
    names.map((name) => ({
      title: `${JSON.stringify(name)} as ${place}`,
      program: { text: program.replaceAll('$', () => name) },
      gives: gives.replaceAll('$', () => name),
    })),
  );
}
