// Programs that build values, most of them guards in guards and long or nested lists, and use each several times: what is
// remembered about a value at one use must not show at the next. The charge of a use does not depend on the uses before it.

import { Random } from '../../support/random.ts';
import type { Forms } from './scripts.ts';

/** `bindings` are those of a `let*`; each use is an expression that may name them. */
export type Uses = { readonly bindings: readonly string[]; readonly uses: readonly string[] };

const rows = ['r0', 'r1', 'r2', 'r3'];
/** The maximum number of uses in a form; each has a row of its own to write. */
const maxUses = 8;

export const setUp: readonly string[] = [
  '(env-data {"one": ["key-1"], "many": {"keys": ["a" "b" "c" "key-1"], "pred": "keys-any"}})',
  '(env-keys ["key-1"])',
  '(begin-tx)',
  '(define-keyset "ks-a" (read-keyset "one"))',
  `(module u GOV
  (defcap GOV () true)
  (defschema row v) (defschema twin v) (defschema guarded g:guard)
  (deftable t:{row}) (deftable gt:{guarded})
  (defcap CAP (x y) true)
  (defcap OUTER (x) (compose-capability (CAP x x)))
  (defcap EV (x) @event true)
  (defconst NESTED [1 [2 "x"] {'k: [3.50]}])
  (defun any (xs) true)
  (defun user:guard (xs) (create-user-guard (any xs)))
  (defun both:guard (x) (create-user-guard (pair x x)))
  (defun pair (x y) true)
  (defun granted:guard (x) (create-capability-guard (CAP x [x])))
  (defun own:guard () (create-module-guard "own"))
  (defun token (x) (CAP x 1))
  (defun w (k v) (write t k {'v: v}))
  (defun wg (k g:guard) (write gt k {'g: g}))
  (defun up (k v) (update t k {'v: v}))
  (defun r (k) (at 'v (read t k)))
  (defun copy (from to) (write t to (read t from)))
  (defun ev (x) (emit-event (EV x)))
  (defun held (x) (with-capability (CAP x x) (require-capability (CAP x x)) 1))
  (defun composed (x) (with-capability (OUTER x) 1))
  (defun guarding:guard (g:guard) g)
  (defun guards:[guard] (gs:[guard]) gs)
  (defun row-of:object{row} (o:object{row}) o)
  (defun twin-of:object{twin} (o:object{twin}) o)
  (defpact p (x) (step (yield {'x: x, 'l: [x x]})) (step (resume {'x := x} x))))`,
  '(create-table u.t)',
  '(create-table u.gt)',
  ...Array.from({ length: maxUses }, (_, i) => `(u.w "k${i}" 1)`),
  ...rows.map((row, i) => `(u.w "${row}" [${i} (u.user [${i} [${i}]]) (u.token "${row}")])`),
  '(env-gasmodel "table")',
  '(env-gaslimit 1000000000)',
];

export function usesOf(random: Random): Uses {
  const bindings: string[] = [];
  const scope: Scope = { random, guards: [], values: [], objects: [] };
  for (let i = 1 + random.below(3); i > 0; i--) {
    const name = `v${bindings.length}`;
    const kind = random.pick(['guards', 'guards', 'values', 'objects'] as const);
    const made = { guards: guard, values: value, objects: object }[kind](scope, 3);
    bindings.push(`(${name} ${made})`);
    scope[kind].push(name);
  }
  let started = false;
  const uses = Array.from({ length: 2 + random.below(maxUses - 1) }, (_, i) => {
    // A transaction runs one defpact.
    if (!started && random.oneIn(8)) {
      started = true;
      return `(u.p ${anyName(scope)})`;
    }
    return use(scope, i);
  });
  return { bindings, uses };
}

/** Fails if none has begun. */
export const endDefPact = '(pact-state true)';

export const formOf = ({ bindings, uses }: Uses): string =>
  `(let* (${bindings.join(' ')}) [${uses.join('\n  ')}])`;

export function* usesScript(seed: number): Forms {
  const random = new Random(seed);
  yield* setUp;
  for (let i = 12; i > 0; i--) {
    yield '(env-gas 0)';
    yield endDefPact;
    yield formOf(usesOf(random));
  }
  yield '(env-events true)';
  yield '(commit-tx)';
}

type Scope = {
  readonly random: Random;
  readonly guards: string[];
  readonly values: string[];
  readonly objects: string[];
};

const anyName = ({ random, guards, values, objects }: Scope): string =>
  random.pick([...guards, ...guards, ...values, ...objects]);

function guard(scope: Scope, depth: number): string {
  const { random, guards } = scope;
  if (guards.length > 0 && random.oneIn(3)) return random.pick(guards);
  const inner = depth - 1;
  if (depth === 0 || random.oneIn(5)) {
    return random.pick([
      '(read-keyset "one")',
      '(read-keyset "many")',
      '(keyset-ref-guard "ks-a")',
      '(u.own)',
      '(u.user [])',
    ]);
  }
  switch (random.below(5)) {
    case 0:
      return `(u.granted ${value(scope, inner)})`;
    case 1:
      return `(u.both ${value(scope, inner)})`;
    case 2:
      return `(u.user (make-list ${random.pick([15, 16, 17, 40])} ${value(scope, inner)}))`;
    default:
      return `(u.user ${value(scope, inner)})`;
  }
}

function value(scope: Scope, depth: number): string {
  const { random } = scope;
  const known = [...scope.guards, ...scope.values, ...scope.objects];
  if (known.length > 0 && random.oneIn(3)) return random.pick(known);
  if (depth === 0 || random.oneIn(5)) return random.pick(leaves);
  const inner = depth - 1;
  switch (random.below(9)) {
    case 0:
      return `[${value(scope, inner)} ${value(scope, inner)}]`;
    case 1:
      return `(make-list ${random.pick([3, 15, 16, 60])} ${value(scope, inner)})`;
    case 2:
      return `{'a: ${value(scope, inner)}, 'b: ${value(scope, inner)}}`;
    case 3:
      return `(u.token ${value(scope, inner)})`;
    case 4:
      return `(drop 1 [1 ${value(scope, inner)} 2])`;
    case 5:
      return `(u.r "${random.pick(rows)}")`;
    case 6:
      return object(scope, inner);
    default:
      return guard(scope, inner);
  }
}

const leaves = [
  '1',
  '-7',
  '1.50',
  '"text"',
  '"é😀"',
  'true',
  '[]',
  '{}',
  'u',
  'u.t',
  'u.NESTED',
  '[[]]',
  '(time "2020-01-01T00:00:00Z")',
  '(enumerate 1 40)',
  '(concat (make-list 300 "0123456789"))',
];

const object = (scope: Scope, depth: number): string => `{'v: ${value(scope, depth)}}`;

function use(scope: Scope, index: number): string {
  const { random, guards, objects } = scope;
  const key = `"k${index}"`;
  if (guards.length > 0 && random.oneIn(2)) {
    const g = random.pick(guards);
    return random.pick([
      `(create-principal ${g})`,
      `(validate-principal ${g} (create-principal ${g}))`,
      `(u.wg ${key} ${g})`,
      `(u.guarding ${g})`,
      `(u.guards [${g} ${g}])`,
      `(try false (enforce-guard ${g}))`,
    ]);
  }
  if (objects.length > 0 && random.oneIn(2)) {
    const o = random.pick(objects);
    return random.pick([`(u.row-of ${o})`, `(u.twin-of ${o})`, `(write u.t ${key} ${o})`]);
  }
  const v = anyName(scope);
  const other = anyName(scope);
  return random.pick([
    `(u.w ${key} ${v})`,
    `(u.w ${key} [${v} ${other}])`,
    `(u.up ${key} ${v})`,
    `(u.copy "${random.pick(rows)}" ${key})`,
    `(hash ${v})`,
    `(u.ev ${v})`,
    `(u.held ${v})`,
    `(u.composed ${v})`,
    `(create-principal (u.user ${v}))`,
    `(create-principal (u.granted ${v}))`,
    `(try false (= ${v} ${other}))`,
    `(contains ${v} [${other} 1 ${v}])`,
    `(length (format "{}" [${v}]))`,
    `(length (distinct [${v} ${other} ${v}]))`,
    `(typeof ${v})`,
  ]);
}
