// Which signatures count for a keyset, depending on the capabilities that are granted or being evaluated.

import { describe } from 'vitest';
import { checkPrograms, type ProgramRow } from '../../../support/check-programs.ts';

const setup = `(module m G (defcap G () true)
  (defcap A (n:integer) true)
  (defcap CHECK () (signed))
  (defcap OUTER () (compose-capability (CHECK)))
  (defcap AFTER () (compose-capability (A 1)) (signed))
  (defcap ONCE () @managed (signed))
  (defcap E () @event (signed))
  (defun signed () (enforce-guard (read-keyset 'k)))
  (defun plain () (signed))
  (defun in-a () (with-capability (A 1) (signed)))
  (defun after-a () (with-capability (A 1) 1) (signed))
  (defun check () (with-capability (CHECK) 1))
  (defun check-in-a () (with-capability (A 1) (with-capability (CHECK) 1)))
  (defun outer () (with-capability (OUTER) 1))
  (defun outer-body () (with-capability (OUTER) (signed)))
  (defun after () (with-capability (AFTER) 1))
  (defun after-body () (with-capability (AFTER) (signed)))
  (defun once () (with-capability (ONCE) 1))
  (defun e () (with-capability (E) 1)))
  (env-data {"k": {"keys": ["a"], "pred": "keys-all"}})`;
const failure = '!Keyset failure (keys-all): [a...]';
const scoped = (...caps: readonly string[]): string =>
  `(env-sigs [{"key": "a", "caps": [${caps.join(' ')}]}])`;

describe('an unscoped signature', () => {
  checkPrograms(`${setup} (env-sigs [{"key": "a", "caps": []}])`, [
    ['counts at top level', '(m.plain)', 'true'],
    ['with a capability', '(m.in-a)', 'true'],
    ['in the body of a defcap', '(m.check)', '1'],
    ['not once code has installed something', '(install-capability (m.ONCE)) (m.plain)', failure],
    ['of another key', '(env-keys ["b"]) (m.plain)', failure],
    [
      'repeated, the last one counts',
      `(env-sigs [{"key": "a", "caps": []} {"key": "a", "caps": [(m.A 1)]}]) (m.plain)`,
      failure,
    ],
  ]);
});

describe('a scoped signature', () => {
  checkPrograms(setup, [
    ['does not count at top level', `${scoped('(m.A 1)')} (m.plain)`, failure],
    ['counts if its capability is granted', `${scoped('(m.A 1)')} (m.in-a)`, 'true'],
    ['not with other arguments', `${scoped('(m.A 2)')} (m.in-a)`, failure],
    ['not for another capability', `${scoped('(m.CHECK)')} (m.in-a)`, failure],
    ['one of several is enough', `${scoped('(m.A 2)', '(m.A 1)')} (m.in-a)`, 'true'],
    ['not afterwards', `${scoped('(m.A 1)')} (m.after-a)`, failure],
    ['counts in the body of its capability', `${scoped('(m.CHECK)')} (m.check)`, '1'],
    [
      'in a defcap only what is being evaluated counts',
      `${scoped('(m.A 1)')} (m.check-in-a)`,
      failure,
    ],
    ['such as the capability that composes', `${scoped('(m.OUTER)')} (m.outer)`, '1'],
    ['not what was composed before', `${scoped('(m.A 1)')} (m.after)`, failure],
    [
      'outside of defcaps what was composed counts',
      `${scoped('(m.A 1)', '(m.AFTER)')} (m.after-body)`,
      'true',
    ],
    ['on every level', `${scoped('(m.CHECK)')} (m.outer-body)`, 'true'],
    ['installs what it carries and counts in its body', `${scoped('(m.ONCE)')} (m.once)`, '1'],
    ['counts in the body of an event', `${scoped('(m.E)')} (m.e)`, '1'],
    [
      'counts where a test granted it',
      `${scoped('(m.A 1)')} (test-capability (m.A 1)) (m.plain)`,
      'true',
    ],
    [
      'also once code has installed something',
      `${scoped('(m.A 1)')} (install-capability (m.ONCE)) (m.in-a)`,
      'true',
    ],
  ]);
});

describe('predicates', () => {
  const predicates = `(module p G (defcap G () true)
    (defun all-but-one (count matched) (>= matched (- count 1)))
    (defun odd (count matched) (+ "y" "es"))
    (defun short (count) true)
    (defun shown (count matched) (enforce false (format "{} of {}" [matched count])))
    (defconst C 1))`;
  const keySet = (keys: number, predicate: string): string =>
    `(env-data {"k": {"keys": [${['"a"', '"b"', '"c"'].slice(0, keys).join(' ')}], "pred": "${predicate}"}}) (env-keys ["a" "b"]) (enforce-guard (read-keyset 'k))`;
  checkPrograms(predicates, [
    ['keys-all of two', keySet(2, 'keys-all'), 'true'],
    ['keys-all of three', keySet(3, 'keys-all'), '!Keyset failure (keys-all): [a..., b..., c...]'],
    ['keys-all of no keys', keySet(0, 'keys-all'), 'true'],
    ['keys-any of three', keySet(3, 'keys-any'), 'true'],
    ['keys-any of no keys', keySet(0, 'keys-any'), '!Keyset failure (keys-any): []'],
    ['keys-2 of three', keySet(3, 'keys-2'), 'true'],
    ['keys-2 of one', keySet(1, 'keys-2'), '!Keyset failure (keys-2): [a...]'],
    ['of a module', keySet(3, 'p.all-but-one'), 'true'],
    ['of a module gets how many there are and how many signed', keySet(3, 'p.shown'), '!2 of 3'],
    ['that return no bool', keySet(1, 'p.odd'), '!expected bool value, got "yes"'],
    [
      'that take one argument',
      keySet(1, 'p.short'),
      '!Attempted to apply a closure to too many arguments',
    ],
    [
      'that are not functions',
      keySet(1, 'p.C'),
      '!Invalid custom predicate for keyset expected defun',
    ],
    ['that do not exist', keySet(1, 'p.none'), '!Module member does not exist p.none.{'],
    ['of no module', keySet(1, 'q.none'), '!Cannot find module: q'],
    ['that are builtins', keySet(2, '='), 'true'],
    [
      'that are builtins and do not hold',
      keySet(3, '='),
      '!Keyset failure (=): [a..., b..., c...]',
    ],
    [
      'that are builtins of one argument',
      keySet(2, 'abs'),
      '!Attempted to apply a closure to too many arguments',
    ],
    [
      'that are builtins of three arguments',
      keySet(2, 'fold'),
      '!Expected Pact Value, got closure or table reference',
    ],
    [
      'that are not builtins',
      keySet(2, 'nothing'),
      '!Invalid custom predicate for keyset expected native',
    ],
    [
      'whose failure can be caught',
      `${keySet(3, 'keys-all').replace('(enforce-guard', '(try 7 (enforce-guard')})`,
      '7',
    ],
  ]);
});

describe('of several signed capabilities the smallest is installed', () => {
  const managed = `(interface i (defconst X 1))
    (module one G (defcap G () true) (implements i))
    (module two G (defcap G () true) (implements i))
    (module m G (defcap G () true)
      (defcap KEEP (who:string what) @managed what tell true)
      (defun tell (have want) (enforce false (format "{}" [have])))
      (defun keep () (with-capability (KEEP "Ann" 0) true))
      (defcap PAIR (what other:decimal) @managed what tell true)
      (defun pair () (with-capability (PAIR 0 1.0) true)))`;
  const keep = (what: string): string => `(m.KEEP "Ann" ${what})`;
  const keys = 'abcdef';
  const signedApart = (...caps: readonly string[]): string => {
    const sigs = caps.map((cap, i) => `{"key": "${keys.charAt(i)}", "caps": [${cap}]}`);
    return `(env-sigs [${sigs.join(' ')}])`;
  };
  const smaller: readonly (readonly [string, string, string])[] = [
    ['5', '12', '5'],
    ['"b"', '1', 'b'],
    ['7', '1.0', '7'],
    ['1.0', 'false', '1.0'],
    ['"z"', '[]', 'z'],
    ['[1 5]', '[1 5 0]', '[1, 5]'],
    ['[1 [2]]', '[1 [3]]', '[1, [2]]'],
    ['[[2]]', `[(create-user-guard (m.keep))]`, '[[2]]'],
    ['["z"]', `(read-keyset 'k)`, '["z"]'],
    [`(keyset-ref-guard 'k)`, '(create-user-guard (m.keep))', "'k"],
    ['(create-user-guard (m.keep))', '{}', 'UserGuard {fun: m.keep,args: []}'],
    ['{"a": 1, "b": 9}', '{"a": 2, "b": 0}', '{"a": 1,"b": 9}'],
    ['{"a": 9}', '{"b": 0}', '{"a": 9}'],
    ['{"z": 1}', 'one', '{"z": 1}'],
    ['one', 'two', 'one'],
    ['two', '(time "1970-01-01T00:00:00Z")', 'two'],
    ['(time "1970-01-01T00:00:00Z")', '(time "1970-01-01T00:00:01Z")', '1970-01-01T00:00:00Z'],
  ];
  const rows = smaller.flatMap(([small, large, shown]): ProgramRow[] => [
    [`${small} before ${large}`, `${signedApart(keep(small), keep(large))} (m.keep)`, `!${shown}`],
    [`${small} after ${large}`, `${signedApart(keep(large), keep(small))} (m.keep)`, `!${shown}`],
    [`both of one key: ${small}`, `${scoped(keep(large), keep(small))} (m.keep)`, `!${shown}`],
  ]);
  checkPrograms(`${managed} (env-data {"k": ["z"]}) (define-keyset 'k (sig-keyset))`, rows);

  // Sets in the reference: insertion replaces an equal element, union keeps the existing one.
  checkPrograms(managed, [
    ['of equal ones of a key the last', `${scoped(keep('1.0'), keep('1.00'))} (m.keep)`, '!1.00'],
    [
      'of equal ones of two keys that of the smaller key',
      `(env-sigs [{"key": "b", "caps": [${keep('1.0')}]} {"key": "a", "caps": [${keep('1.00')}]}]) (m.keep)`,
      '!1.00',
    ],
    [
      'other arguments match by number',
      `${signedApart('(m.PAIR 2 1.00)', '(m.PAIR 1 1.0)')} (m.pair)`,
      '!1',
    ],
    [
      'a larger one counts if the smaller is for something else',
      `${signedApart('(m.KEEP "Bob" 1)', keep('2'))} (m.keep)`,
      '!2',
    ],
  ]);
});
