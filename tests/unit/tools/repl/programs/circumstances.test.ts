// The same files in sessions that differ in everything else, one after the other: what an earlier session cached is used
// only where it still holds.

import { expect, it } from 'vitest';
import { ProgramCache } from '../../../../../src/lang/session/known-modules.ts';
import {
  observe,
  type ObserveOptions,
  type Observed,
} from '../../../../support/shared-programs.ts';

const interfaceText = `(interface holder
  (defconst UNIT "coins")
  (defschema entry amount:integer)
  (defun amount:integer (who:string))
  (defcap MOVE:bool (who:string amount:integer) @managed amount REST)
  (defun REST:integer (granted:integer asked:integer)))`;

const appText = `(module app GOVERNANCE
  @doc "Uses what there is."
  (use lib)
  (implements holder)
  (defconst DOUBLE:integer (* 2 (base)))
  (defconst LIMIT:decimal 1.50)
  (defschema row amount:integer note:string)
  (deftable rows:{row})
  (defcap GOVERNANCE:bool () true)
  (defcap MOVE:bool (who:string amount:integer) @managed amount REST
    (enforce (> amount 0) "more than nothing"))
  (defun REST:integer (granted:integer asked:integer) (- granted asked))
  (defun amount:integer (who:string)
    (with-default-read rows who { "amount": DOUBLE } { "amount" := found } found))
  (defun put:string (who:string)
    (write rows who { "amount": (+ (base) (extra)), "note": holder.UNIT }))
  (defpact two-steps (who:string)
    (step-with-rollback (put who) (amount who))
    (step (amount who)))
  (defun divided:integer (by:integer)
    (/ DOUBLE by)))`;

const libText = (base: string, more = '') => `(module lib G
  (defcap G () true)
  (defun base:integer () ${base})
  (defun extra:integer () 3)${more})`;

/** Names that only the top level can define. */
const bareText = `(module bare G
  (defcap G () true)
  (defun asked:integer () (outside 1))
  (defun shaped (row:object{shape}) (at 'amount row)))`;

const useText = `
  (create-table app.rows)
  (expect "put" "Write succeeded" (app.put "a"))
  (app.amount "a")
  (app.divided 0)`;

const files = new Map([
  ['holder.pact', interfaceText],
  ['lib-1.pact', libText('1')],
  ['lib-2.pact', libText('2')],
  ['lib-moved.pact', `\n\n  ${libText('1')}`],
  ['lib-data.pact', libText('(read-integer "base")')],
  ['lib-more.pact', libText('1', ` (defun DOUBLE-OF (x) (* 2 x))`)],
  ['app.pact', appText],
  ['copies/app.pact', appText],
  ['moved.pact', `\n\n${appText}`],
  ['bare.repl', bareText],
  ['shape.pact', '(module shape G (defcap G () true) (defschema shape amount:integer))'],
  ['shape-2.pact', '(module shape G (defcap G () true) (defschema shape amount:decimal))'],
  [
    'manager.pact',
    '(module manager G (defcap G () true) (defcap M (n:integer) @managed n R true) (defcap R:integer (a:integer b:integer) (- a b)))',
  ],
  ['use.repl', useText],
]);

const metered = '(env-gasmodel "table") (env-gaslimit 1000000) (env-gaslog)';
const namespaces = `
  (env-data { "k": ["key"] }) (env-keys ["key"])
  (define-namespace "a" (read-keyset "k") (read-keyset "k"))
  (define-namespace "b" (read-keyset "k") (read-keyset "k"))`;
const ending = '(load "use.repl")';
const loads = (...names: string[]) => names.map((name) => `(load "${name}")`).join('\n');
const all = loads('holder.pact', 'lib-1.pact', 'app.pact');

/** Each is a session that runs some of the files. */
const sessions: readonly string[] = [
  `${all} ${ending}`,
  `${loads('holder.pact', 'lib-2.pact', 'app.pact')} ${ending}`,
  `${loads('holder.pact', 'lib-moved.pact', 'app.pact')} ${ending}`,
  `${loads('holder.pact', 'lib-more.pact', 'app.pact')} ${ending}`,
  `${loads('holder.pact', 'lib-1.pact', 'copies/app.pact')} ${ending}`,
  `${loads('holder.pact', 'lib-1.pact', 'moved.pact')} ${ending}`,
  // The same hash from a file in another folder, and then the first file again.
  `${loads('holder.pact', 'lib-1.pact', 'moved.pact', 'app.pact')} ${ending}`,
  loads('app.pact'),
  loads('holder.pact', 'app.pact'),
  loads('lib-1.pact', 'app.pact'),
  `${all} ${loads('lib-2.pact')} ${ending}`,
  `${all} ${loads('lib-2.pact', 'app.pact')} ${ending}`,
  `(begin-tx) ${all} (commit-tx) (begin-tx) ${loads('app.pact')} (rollback-tx) ${ending}`,
  `(begin-tx) ${loads('holder.pact', 'lib-1.pact')} (commit-tx) (begin-tx) ${loads('app.pact')} (commit-tx) ${ending}`,
  // Bare top-level names that the module would find, too.
  `(defun base () 100) ${all} ${ending}`,
  `(defun base () 100) (defun extra () 200) (module lib G (defcap G () true)) ${loads('holder.pact', 'app.pact')} ${ending}`,
  `(defconst UNIT "none") (module rows G (defcap G () true)) ${all} ${ending}`,
  '(defun outside (n) (+ n 10)) (load "shape.pact") (load "bare.repl") (bare.asked)',
  '(load "shape.pact") (defun outside (n) (+ n 20)) (load "bare.repl") (bare.asked)',
  '(load "shape-2.pact") (defun outside (n) n) (load "bare.repl") (bare.shaped { "amount": 1.0 })',
  '(load "shape-2.pact") (module m G (defcap G () true) (defun outside (n) (* 3 n))) (load "bare.repl") (bare.asked)',
  '(defun outside (n) n) (load "bare.repl")',
  `${all} [(base) (extra)]`,
  // Namespaces.
  `${namespaces} (namespace "a") ${all} (expect "where" true (is-principal "x")) (app.amount "a")`,
  `${namespaces} ${loads('holder.pact', 'lib-1.pact')} (namespace "a") ${loads('app.pact')} (a.app.amount "a")`,
  `${namespaces} (namespace "a") ${loads('lib-1.pact')} (namespace "b") ${loads('holder.pact', 'lib-2.pact', 'app.pact')} (app.amount "b")`,
  // Flags that affect resolution, dependencies or the hash.
  `(env-exec-config ["DisablePact51"]) ${all} ${ending}`,
  `(env-exec-config ["DisablePact52"]) ${all} ${ending}`,
  `(env-exec-config ["PreserveModuleIfacesBug"]) ${namespaces} (namespace "a") ${all} (describe-module "a.app")`,
  `${loads('holder.pact', 'lib-1.pact')} (env-exec-config ["DisablePact51"]) ${loads('app.pact')} (env-exec-config []) ${loads('app.pact')} ${ending}`,
  `(env-exec-config ["DisableModuleInstall"]) ${all}`,
  `(env-exec-config ["DisablePact51"]) ${loads('manager.pact')}`,
  loads('manager.pact'),
  // What a module stores about its transaction.
  `(env-hash (hash "other")) ${all} (describe-module "app") ${ending}`,
  `${all} (describe-module "app") (map (lambda (name) (describe-module name)) (list-modules))`,
  // Constants that read data.
  `(env-data { "base": 7 }) ${loads('holder.pact', 'lib-data.pact', 'app.pact')} app.DOUBLE`,
  `(env-data { "base": 8 }) ${loads('holder.pact', 'lib-data.pact', 'app.pact')} app.DOUBLE`,
  `(env-data { "base": "x" }) ${loads('holder.pact', 'lib-data.pact', 'app.pact')}`,
  // Gas.
  `${metered} ${all} (env-gas) (env-gaslog)`,
  `(begin-tx) ${all} (commit-tx) ${metered} (begin-tx) ${loads('app.pact')} (commit-tx) (env-gas) (env-gaslog)`,
  `(env-gasmodel "fixed" 3) (env-gaslimit 100000) ${all} (env-gas)`,
  // Less than the search for dependencies costs alone, with a model that charges less for it.
  `(env-gasmodel "fixed" 1) (env-gaslimit 13) ${all} (env-gas)`,
  // Steps, guards and capabilities of shared definitions.
  `${all} (create-table app.rows) (app.two-steps "a") (continue-pact 1 false)`,
  `${all} (env-sigs [{ "key": "k", "caps": [(app.MOVE "a" 3)] }]) (test-capability (app.MOVE "a" 2)) (env-events true)`,
  `(load "lib-1.pact" true) ${all} (load "lib-2.pact" true) ${all} ${ending}`,
];

const ways: readonly ObserveOptions[] = [{}, { metered: false }];

function observed(session: string, options: ObserveOptions): Observed {
  const readFile = (path: string) => {
    const text = path === 'session.repl' ? session : files.get(path);
    return text === undefined
      ? ({ kind: 'failure', reason: 'there is no such file' } as const)
      : ({ kind: 'text', text } as const);
  };
  return observe('session.repl', readFile, options);
}

const alone = ways.map((way) => sessions.map((session) => observed(session, way)));

/** In three orders: the numbers are coprime to the number of sessions. */
const strides = [1, 7, 44];

it.each(strides)('sessions one after the other, each the %i. after the one before', (stride) => {
  const programs = new ProgramCache();
  for (let i = 0; i < sessions.length * 2; i++) {
    const at = (i * stride) % sessions.length;
    const way = i % ways.length;
    const seen = observed(sessions[at] ?? '', { ...ways[way], programs });
    expect(seen, sessions[at]).toEqual(alone[way]?.[at]);
  }
});

it('sessions differ, and most of them install the module', () => {
  const seen = new Set(alone[0]?.map((each) => JSON.stringify(each)));
  expect(sessions.length).toBe(45);
  expect(seen.size).toBeGreaterThan(41);
  const installed = alone[0]?.filter(({ modules }) => modules.some((text) => text.includes('app')));
  expect(installed?.length).toBeGreaterThan(sessions.length / 2);
});

it('gas runs out at the same charge', () => {
  const programs = new ProgramCache();
  const limited = (limit: number) =>
    `(begin-tx) ${loads('holder.pact', 'lib-1.pact')} (commit-tx) (env-gasmodel "table")
     (env-gaslimit ${limit}) (env-gaslog) ${loads('app.pact')} (env-gas) (env-gaslog)`;
  const errors = new Set<string | undefined>();
  for (let limit = 0; limit < 2000; limit += 61) {
    const session = limited(limit);
    const before = observed(session, {});
    expect(observed(session, { programs })).toEqual(before);
    errors.add(before.error?.replaceAll(/\d+/g, 'n'));
  }
  expect(errors.size).toBeGreaterThan(1);
  expect(errors).toContain(undefined);
});

it('a file that is accepted is refused under a lower limit of nesting', () => {
  const programs = new ProgramCache();
  const session = `${'(+ 0 '.repeat(30)}1${')'.repeat(30)}`;
  for (const nestingLimit of [200, 10, 200, 29, 31]) {
    const before = observed(session, { nestingLimit });
    expect(observed(session, { nestingLimit, programs })).toEqual(before);
    expect(before.error === undefined).toBe(nestingLimit > 29);
  }
});

it('with room for some of the files, or for none', () => {
  for (const room of [0, 300, appText.length + 10, 2 * appText.length]) {
    const programs = new ProgramCache(room);
    for (const [at, session] of sessions.entries()) {
      expect(observed(session, { programs })).toEqual(alone[0]?.[at]);
      expect(programs.sources.size).toBeLessThanOrEqual(room);
    }
  }
});
