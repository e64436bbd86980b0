// Execution flags: each flag with an effect has a program whose outcome depends on it.

import { describe, expect, it } from 'vitest';
import { flagDefinitions, type FlagDefinition } from '../../../../src/lang/state/flags.ts';
import { replSession } from '../../../support/repl-session.ts';

const definitions: readonly FlagDefinition[] = flagDefinitions;

type Difference = {
  /** Runs before the flag is set, in its own transaction. */
  readonly before?: string;
  /** Other flags that are set in both runs. */
  readonly also?: readonly string[];
  readonly program: string;
  readonly without: string;
  readonly with: string;
};

const governed = (body: string): string => `(module m G (defcap G () true) ${body})`;
const keys = `(env-data {"open": {"keys": [], "pred": "keys-all"}, "shut": {"keys": ["a"], "pred": "keys-all"}})`;
const namespaces = `${keys}
  (define-namespace 'free (read-keyset 'open) (read-keyset 'open))
  (define-namespace 'shut (read-keyset 'shut) (read-keyset 'open))`;
const table = governed(`
  (defschema s a:integer) (deftable t:{s})
  (defun add () (insert t "k" {"a": 1}))`);
const filled = `${table} (create-table m.t) (m.add)`;
/** The generator of P-256 as a COSE key. */
const webAuthn =
  'WEBAUTHN-a50102032620012158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
const ed25519 = 'c'.repeat(64);
/** On the curve, but not in the subgroup. */
const outside = `{"x": [1], "y": [
  3610091866386166428467545612961983990332663701371483510632385378352395651980
  15975588672102553735566230729081043132501226101599136527557730645158523614371]}`;

const differences: Readonly<Record<string, Difference>> = {
  AllowReadInLocal: {
    before: filled,
    program: '(at "a" (read m.t "k"))',
    without: 'fails: Module admin necessary for operation but has not been acquired:m',
    with: '1',
  },
  DisableHistoryInTransactionalMode: {
    program: '(list-modules)',
    without: '[]',
    with: 'fails: Operation only permitted in local execution mode: list-modules',
  },
  DisableModuleInstall: {
    program: `${governed('(defconst X 1)')} m.X`,
    without: '1',
    with: 'fails: Program encountered an unhandled raised error: Module/interface install not supported',
  },
  DisablePact40: {
    before: governed('(defpact far () (step (yield {"a": 1} "2")) (step 1))'),
    program: '(m.far) (length (env-events false))',
    without: '1',
    with: '0',
  },
  DisablePact410: {
    also: ['EnforceKeyFormats'],
    program: `(env-data {"k": ["${webAuthn}"]}) (is-principal (create-principal (read-keyset 'k)))`,
    without: 'true',
    with: 'fails: Invalid keyset format',
  },
  DisablePact42: {
    program: '(filter (+ 1) [1 2])',
    without: 'fails: expected bool value, got 2',
    with: '[]',
  },
  DisablePact43: {
    before: governed(`
      (defpact child () (step 1) (step 2))
      (defpact parent () (step (child)) (step 2))`),
    program: '(m.parent)',
    without: '1',
    with: 'fails: Program encountered an unhandled raised error: a step of a defpact cannot start a defpact',
  },
  DisablePact431: { program: '(pact-version)', without: '"5.4"', with: '"4.2.1"' },
  DisablePact44: {
    program: `(try 0 (at 'a {"b": 1}))`,
    without: 'fails: Key "a" not found in object',
    with: '0',
  },
  DisablePact45: {
    program: `(enforce true (at 'a {"b": "c"}))`,
    without: 'true',
    with: 'fails: Key "a" not found in object',
  },
  DisablePact46: {
    program: `(at 'x (point-add 'g1 {"x": 1, "y": 2} {"x": 0, "y": 0}))`,
    without: '1',
    with: 'fails: Cannot find module:  point-add',
  },
  DisablePact47: {
    program: `(try 0 (read-integer 'none))`,
    without: '0',
    with: 'fails: Program encountered an unhandled raised error: read-integer failure',
  },
  DisablePact49: {
    program: '(base64-decode "ZE==")',
    without: 'fails: Decoding error: invalid b64 encoding',
    with: '"d"',
  },
  DisablePact51: {
    program: '(length (hash-keccak256 ["YQ"]))',
    without: '43',
    with: 'fails: Cannot find module:  hash-keccak256',
  },
  DisablePact52: {
    before: `${keys} (env-keys ["a"]) (define-keyset 'shut)
      (module pact G (defcap G () true) (defcap DEFINE_KEYSET (name:string) true))
      (env-sigs [{"key": "a", "caps": [(pact.DEFINE_KEYSET "shut")]}])`,
    program: `(define-keyset 'shut)`,
    without: '"Keyset write success"',
    with: 'fails: Keyset failure (keys-all): [a...]',
  },
  DisablePact53: { program: '(pure 1)', without: '1', with: 'fails: Cannot find module:  pure' },
  DisablePact54: {
    program: `(pairing-check [] [${outside}])`,
    without: 'fails: Point lies outside of elliptic curve',
    with: 'true',
  },
  DisablePact54Fix: {
    before: `${governed('(defcap C () true)')}
      (module n G (defcap G () true) (defcap D () (compose-capability (m.C)))
        (defun f () (with-capability (D) 1)))`,
    program: '(n.f)',
    without: 'fails: Module admin necessary for operation but has not been acquired:m',
    with: '1',
  },
  DisablePactEvents: {
    before: governed('(defcap E () @event true) (defun f () (emit-event (E)))'),
    program: '(m.f) (length (env-events false))',
    without: '1',
    with: '0',
  },
  DisableReentrancyCheck: {
    before: `(interface i (defun back:string ()))
      (interface j (defun through (m:module{i})))
      (module b G (defcap G () true) (implements j) (defun through (m:module{i}) (m::back)))
      (module a G (defcap G () true) (implements i)
        (defschema s x:integer) (deftable t:{s})
        (defun back:string () (write t "k" {"x": 1}))
        (defun call (other:module{j} self:module{i}) (other::through self)))
      (create-table a.t)`,
    program: '(a.call b a)',
    without:
      'fails: Error during database operation: Operation disallowed in read-only or sys-only mode',
    with: '"Write succeeded"',
  },
  DisableRuntimeRTC: {
    before: governed('(defun f:string () 1)'),
    program: '(m.f)',
    without: 'fails: Runtime typecheck failure, argument is integer , but expected type string',
    with: '1',
  },
  DisableRuntimeReturnTypeChecking: {
    before: governed('(defun f:string () 1)'),
    program: '(m.f)',
    without: 'fails: Runtime typecheck failure, argument is integer , but expected type string',
    with: '1',
  },
  EnableLegacyEventHashes: {
    before: `${governed('(defcap E () @event true) (defun f () (emit-event (E)))')}
      (module n G (defcap G () true) (defun f () (m.f)))
      ${governed('(defcap E () @event true) (defun f () 1)')}`,
    program: `(n.f) (= [(at 'hash (describe-module "m"))] (map (at 'module-hash) (env-events false)))`,
    without: 'false',
    with: 'true',
  },
  EnforceKeyFormats: {
    program: `(env-data {"k": ["short"], "l": ["${ed25519}"]}) (read-keyset 'l) (read-keyset 'k)`,
    without: 'KeySet {keys: [short],pred: keys-all}',
    with: 'fails: Invalid keyset format',
  },
  OldReadOnlyBehavior: {
    program: '(module m G (defcap G () true) (defconst X (try 0 1))) m.X',
    without: '1',
    with: 'fails: Program encountered an unhandled raised error: attempting db read in sys-only context',
  },
  PreserveModuleIfacesBug: {
    before: `${namespaces} (namespace 'free) (interface i (defun f ()))`,
    program: `(namespace 'free) (module m G (defcap G () true) (implements i) (defun f () 1))
      (at 'interfaces (describe-module "free.m"))`,
    without: '["free.i"]',
    with: '["i"]',
  },
  PreserveModuleNameBug: {
    before: `${namespaces} (namespace 'free) (module m G (defcap G () (enforce false "governed")) (defconst X 1))`,
    program: `(namespace 'free) (module m G (defcap G () true) (defconst X 2)) free.m.X`,
    without: 'fails: governed',
    with: '2',
  },
  PreserveNsModuleInstallBug: {
    before: namespaces,
    program: `(namespace 'free)
      (module m G (defcap G () (enforce false "governed")) (defschema s a:integer) (deftable t:{s}))
      (create-table t)`,
    without: '"TableCreated"',
    with: 'fails: Module admin necessary for operation but has not been acquired:free.m',
  },
  RequireKeysetNs: {
    program: `${keys} (define-keyset 'open)`,
    without: '"Keyset write success"',
    with: 'fails: Cannot define keyset outside of a namespace',
  },
};

const far = governed('(defpact far () (step (yield {"a": 1} "2")) (step (resume {"a" := a} a)))');
const hashOfFar = replSession().run(`${far} (at 'hash (describe-module "m"))`);

/** Further effects of flags that have several. */
const further: readonly (readonly [flag: string, Difference])[] = [
  [
    'DisablePact40',
    {
      before: `${far} (m.far)`,
      program: `(env-chain-data {"chain-id": "2"})
        (module m G (defcap G () true) (bless ${hashOfFar})
          (defpact far () (step 1) (step (resume {"a" := a} a))))
        (continue-pact 1 false "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")`,
      without: '1',
      with: 'fails: Yield provenance does not match',
    },
  ],
  [
    'DisablePact431',
    {
      before: governed('(defconst X 1)'),
      also: ['DisableHistoryInTransactionalMode'],
      program: `(at 'name (describe-module "m"))`,
      without: 'fails: Operation only permitted in local execution mode: describe-module',
      with: '"m"',
    },
  ],
  [
    'DisablePact44',
    {
      before: governed('(defcap C () true) (defun f () (require-capability (C)))'),
      program: '(enforce-one "none" [(m.f) true])',
      without: 'true',
      with: 'true',
    },
  ],
  [
    'DisablePact44',
    {
      before: namespaces,
      program: `(namespace 'shut)`,
      without: '"Namespace set to shut"',
      with: 'fails: Keyset failure (keys-all): [a...]',
    },
  ],
  [
    'DisablePact44',
    {
      before: `${namespaces} (namespace 'free) ${governed('(defun may:bool (n:string g:guard) true)')}
        (namespace "") (module root G (defcap G () true) (defconst X 1))
        (env-namespace-policy false free.m.may)`,
      program: '(module root G (defcap G () true) (defconst X 2)) root.X',
      without: '2',
      with: 'fails: Namespace installation error: cannot install in root namespace',
    },
  ],
  [
    'DisablePact44',
    {
      also: ['RequireKeysetNs'],
      program: `${keys} (define-keyset 'open)`,
      without: 'fails: Cannot define keyset outside of a namespace',
      with: '"Keyset write success"',
    },
  ],
  [
    'DisablePact44',
    {
      before: governed('(defcap C () true) (defun f () (require-capability (C)))'),
      program: '(m.f)',
      without: 'fails: require-capability: not granted: (m.C)',
      with: 'fails: Program encountered an unhandled raised error: require-capability: not granted: (m.C)',
    },
  ],
  [
    'DisablePact47',
    {
      program: '(namespace "")',
      without: '"Namespace reset to root"',
      with: 'fails: Namespace not found: ',
    },
  ],
  [
    'OldReadOnlyBehavior',
    {
      also: ['DisablePact53'],
      program: '(enforce (enforce-one "none" [true]) "no")',
      without: 'true',
      with: 'fails: Program encountered an unhandled raised error: attempting db read in sys-only context',
    },
  ],
];

describe('every flag with an effect', () => {
  it('has a program that shows it, and no other has', () => {
    const effective = definitions.filter(({ effective: has }) => has).map(({ name }) => name);
    expect(Object.keys(differences).sort()).toEqual(effective.toSorted());
  });

  it.each([...Object.entries(differences), ...further])('%s', (flag, difference) => {
    expect(outcome(difference, [])).toContain(difference.without);
    expect(outcome(difference, [flag])).toContain(difference.with);
  });
});

const withBuiltins = definitions.flatMap(({ name, builtins = [] }) =>
  builtins.map((builtin) => [builtin, name] as const),
);

it.each(withBuiltins)('%s goes with %s', (builtin, flag) => {
  const { run } = replSession();
  expect(run(`(${builtin})`)).not.toContain('Cannot find module');
  run(`(env-exec-config ["${flag}"])`);
  expect(run(`(${builtin})`)).toContain('fails: Cannot find module');
  expect(run(`(defun ${builtin} () 5) (${builtin})`)).toBe('5');
});

it('warns of unknown flags and sets the others', () => {
  const { run, printed } = replSession();
  expect(run('(env-exec-config ["Tea" "DisablePact40" "Biscuits"])')).toBe('["DisablePact40"]');
  expect(printed).toEqual(['Warning: Repl flags not recognized: Tea, Biscuits']);
});

function outcome({ before, also = [], program }: Difference, flags: readonly string[]): string {
  const { run } = replSession();
  if (before !== undefined) {
    const ended = run(`(begin-tx) ${before} (commit-tx)`);
    expect(ended).toBe('"Commit Tx 0"');
  }
  run(`(env-exec-config [${[...also, ...flags].map((each) => `"${each}"`).join(' ')}])`);
  return run(program);
}
