// Quick fixes and refactorings, applied: the resulting text, and that the fault is fixed. `$0` is the cursor, `<<` and `>>`
// enclose a selection.
import { describe, expect, test } from 'vitest';
import { codeActionsAt } from '../../../../../../src/tools/analysis/services/code-actions/code-actions.ts';
import type { CodeAction } from '../../../../../../src/tools/analysis/services/code-actions/action.ts';
import { applied } from '../../../../../support/marked.ts';
import { workspaceOf } from '../../../../../support/workspace.ts';

type Files = Readonly<Record<string, string>>;

const others: Files = {
  'coin.pact': `(module coin G (defcap G () (enforce false "no"))
    (defun transfer:string (sender:string amount:decimal) "Moves." "done"))`,
  'token.pact': `(interface token
    (defschema row n:integer)
    (defun transfer:string (sender:string amount:decimal))
    (defun rows:[object{row}] (name:string))
    (defun first:object{row} (name:string))
    (defcap MOVE:bool (sender:string amount:decimal) @event)
    (defpact cross:string (to:string)))`,
};

type Asked = {
  readonly files: Files;
  readonly text: string;
  readonly actions: readonly CodeAction[];
};

function ask(given: string, path = 'a.pact'): Asked {
  const plain = given.replace('$0', '').replace('<<', '').replace('>>', '');
  const isSelected = given.includes('<<');
  const start = isSelected ? given.indexOf('<<') : given.indexOf('$0');
  const end = isSelected ? given.indexOf('>>') - 2 : start;
  const files = { ...others, [path]: plain };
  const snapshot = workspaceOf(files).snapshot();
  return { files, text: plain, actions: codeActionsAt(snapshot, path, { start, end }) };
}

const faultsOf = (files: Files, path: string): readonly string[] =>
  workspaceOf(files)
    .snapshot()
    .analysis(path)
    .diagnostics.map(({ error }) => `${error.code} ${error.message}`);

function apply(given: string, title: string, path = 'a.pact') {
  const { files, text, actions } = ask(given, path);
  const action = actions.find((each) => each.title === title);
  if (action === undefined) {
    throw new Error(`no ${title} among: ${actions.map((each) => each.title).join('; ')}`);
  }
  const result = applied(text, action.edits);
  return {
    result,
    before: faultsOf(files, path),
    after: faultsOf({ ...files, [path]: result }, path),
    action,
  };
}

/** Returns the text after a fix, which must leave no error. */
function fixed(given: string, title: string, path = 'a.pact'): string {
  const { result, before, after, action } = apply(given, title, path);
  expect(before).not.toEqual([]);
  expect(after).toEqual([]);
  expect(action.fixes).toBeDefined();
  return result;
}

/** Returns the text after a refactoring of valid text, which must stay valid. */
function refactored(given: string, title: string, path = 'a.pact'): string {
  const { result, before, after } = apply(given, title, path);
  expect(before).toEqual([]);
  expect(after).toEqual([]);
  return result;
}

const titles = (given: string, path = 'a.pact'): readonly string[] =>
  ask(given, path).actions.map(({ title }) => title);

const module = (body: string): string => `(module m G\n  (defcap G () true)\n${body})`;

describe('brackets', () => {
  test('a missing one is inserted where the indentation suggests', () => {
    const text = `(module m G
  (defcap G () true)
  (defun f (x:integer)$0
    (let ((y (+ x 1))
      (* y 2)))

  (defun g () 1))`;
    expect(fixed(text, 'Add the missing `)`')).toBe(
      text.replace('$0', '').replace('(+ x 1))\n', '(+ x 1)))\n'),
    );
  });

  test('several that are missing at the end of a definition', () => {
    const text = `(module m G
  (defcap G () true)
  (defun f$0 (x:integer)
    (+ x (* x 2)

  (defun g () 1))`;
    expect(fixed(text, 'Add the missing brackets `))`')).toContain('(* x 2)))\n\n  (defun g');
  });

  test('one at the end of the file', () => {
    expect(fixed('$0(module m G\n  (defcap G () true)', 'Add the missing `)`')).toBe(
      '(module m G\n  (defcap G () true))',
    );
  });

  test('square brackets', () => {
    expect(fixed('$0(+ 1 (length [1 2))', 'Add the missing `]`')).toBe('(+ 1 (length [1 2]))');
  });

  test('a surplus one is removed', () => {
    const text = `(module m G
  (defcap G () true)
  (defun f (x:integer) (+ x 1)))$0

  (defun g () 1))`;
    expect(fixed(text, 'Remove the surplus `)`')).toContain('(+ x 1))\n\n');
    expect(fixed('(+ 1 2))$0', 'Remove the surplus `)`')).toBe('(+ 1 2)');
  });
});

describe('names', () => {
  test('a misspelt one', () => {
    const text = module('  (defun twice (x) (* x 2))\n  (defun g () (twicee$0 1))');
    expect(fixed(text, 'Change `twicee` to `twice`')).toContain('(twice 1)');
  });

  test('a misspelt member of a module', () => {
    const text = module('  (defun g () (coin.trasfer$0 "a" 1.0))');
    expect(fixed(text, 'Change `trasfer` to `transfer`')).toContain('(coin.transfer "a" 1.0)');
  });

  test('a misspelt interface', () => {
    const files = module('  (defun g (t:module{tokn$0}) 1)');
    expect(fixed(files, 'Change `tokn` to `token`')).toContain('module{token}');
  });

  test('a misspelt schema', () => {
    const text = module('  (defschema account n:integer)\n  (deftable t:{acount}$0)');
    expect(fixed(text, 'Change `acount` to `account`')).toContain('{account}');
  });

  test('a misspelt import', () => {
    const text = module('  (use coin [transfr$0])\n  (defun g () (transfer "a" 1.0))');
    expect(fixed(text, 'Change `transfr` to `transfer`')).toContain('[transfer]');
  });

  test('a name of another module is qualified or imported', () => {
    const text = module('  (defun g () (transfer$0 "a" 1.0))');
    expect(fixed(text, 'Change to `coin.transfer`')).toContain('(coin.transfer "a" 1.0)');
    expect(fixed(text, 'Import `transfer` from `coin`')).toContain(
      '(module m G\n  (use coin [transfer])\n  (defcap',
    );
  });
});

describe('modules', () => {
  test('missing members of an interface', () => {
    const text = module('  (implements $0token)\n  (defun one () 1)');
    const result = fixed(text, 'Add the 5 missing members of `token`');
    expect(result).toContain('(defun rows:[object{token.row}] (name:string)\n    [])');
    expect(result).toContain('(defcap MOVE:bool (sender:string amount:decimal)\n    @event');
  });

  test('a manager', () => {
    const text = module('  (defcap PAY$0 (to:string sum:decimal) @managed sum PAY-mgr\n    true)');
    expect(fixed(text, 'Define the manager `PAY-mgr`')).toContain(
      '(defun PAY-mgr:decimal (managed:decimal requested:decimal)',
    );
  });

  test('a capability that a function requires', () => {
    const body = `  (defcap PAY (who:string) (enforce (!= who "") "somebody"))
  (defun pay (to:string) (require-capability (PAY to)) to)`;
    const text = module(`${body}\n  (defun f (a:string) (pay$0 a))`);
    expect(refactored(text, 'Acquire `PAY` around the call')).toContain(
      '(with-capability (PAY a) (pay a))',
    );
    const held = module(`${body}\n  (defun f (a:string) (with-capability (PAY a) (pay$0 a)))`);
    expect(titles(held)).not.toContain('Acquire `PAY` around the call');
  });
});

describe('types', () => {
  test('an integer where a decimal is expected', () => {
    const text = module('  (defun f:decimal (x:decimal) x)\n  (defun g () (f 1$0))');
    expect(fixed(text, 'Change `1` to `1.0`')).toContain('(f 1.0)');
  });

  test('types that are not written', () => {
    const text = module('  (defun f$0 (x y:string) (format "{}" [(+ x 1.0) y]))');
    expect(refactored(text, 'Add the types of `f`')).toContain('(defun f:string (');
    expect(titles(module('  (defun f$0:string (x:string) x)'))).toEqual([]);
  });
});

describe('rewrites', () => {
  test.each([
    ['(= x$0 true)', 'Change to `x`', 'x'],
    ['(= false$0 x)', 'Change to `(not x)`', '(not x)'],
    ['(!= x $0true)', 'Change to `(not x)`', '(not x)'],
    ['(if x$0 true false)', 'Change to `x`', 'x'],
    ['(if $0x false true)', 'Change to `(not x)`', '(not x)'],
    [
      '(i$0f x 1 (if (not x) 2 3))',
      'Change nested `if` to `cond`',
      '(cond\n    (x 1)\n    ((not x) 2)\n    3)',
    ],
    ['(let$0* ((y x)) y)', 'Change `let*` to `let`', '(let ((y x)) y)'],
  ])('%s', (expression, title, expected) => {
    const text = module(`  (defun f (x:bool) ${expression})`);
    expect(refactored(text, title)).toBe(module(`  (defun f (x:bool) ${expected})`));
  });

  test('forms of old releases', () => {
    const list = module('  (defun f () (li$0st 1 2))');
    expect(apply(list, 'Write the list in square brackets').result).toContain('[1 2]');
    const keyset = module(`  (defun f () (enforce-ke$0yset 'admin))`);
    expect(refactored(keyset, 'Change to `enforce-guard`')).toContain(
      `(enforce-guard (keyset-ref-guard 'admin))`,
    );
  });

  test('comments are not lost', () => {
    const text = module('  (defun f (x:bool) (i$0f x 1 ; one\n (if (not x) 2 3)))');
    expect(titles(text)).not.toContain('Change nested `if` to `cond`');
  });
});

describe('extracting', () => {
  test('to a variable', () => {
    const text = module('  (defun f:integer (x:integer) (* 2 <<(+ x 1)>>))');
    expect(refactored(text, 'Extract to a variable `value`')).toContain(
      '(let ((value (+ x 1)))\n    (* 2 value))',
    );
  });

  test('to a variable within its branch', () => {
    const text = module('  (defun f:integer (x:integer) (if (> x 0) (* 2 <<(+ x 1)>>) 0))');
    expect(refactored(text, 'Extract to a variable `value`')).toContain(
      '(if (> x 0) (let ((value (+ x 1)))\n    (* 2 value)) 0)',
    );
  });

  test('to a function, with the variables that it needs', () => {
    const text = module('  (defun f:integer (x:integer) (let ((y 2)) (* 2 <<(+ x y)>>)))');
    const result = refactored(text, 'Extract to a function `extracted`');
    expect(result).toContain(
      '(defun extracted:integer (x:integer y:integer)\n    (+ x y))\n  (defun f',
    );
    expect(result).toContain('(* 2 (extracted x y))');
  });

  test('to a constant', () => {
    const text = module('  (defun f:decimal (x:decimal) (* x 0.0$025))');
    const result = refactored(text, 'Extract to a constant `CONSTANT`');
    expect(result).toContain('(defconst CONSTANT:decimal 0.025)\n  (defun f');
    expect(result).toContain('(* x CONSTANT)');
  });

  test('not what is only partly selected', () => {
    const text = module('  (defun f:integer (x:integer) (* 2 <<(+ x>> 1)))');
    expect(titles(text).filter((title) => title.startsWith('Extract'))).toEqual([]);
  });

  test('not before the let that binds one of its variables', () => {
    const text = module('  (defun f:integer (x:integer) (let ((y 2) (z <<(+ x y)>>)) z))');
    expect(titles(text)).not.toContain('Extract to a variable `value`');
  });
});

describe('imports', () => {
  test('are sorted, joined, and cleared of unused names', () => {
    const text = module(`  (use token)
  (use coin [transfer unused])
  (use coin [G])$0
  (defun f () (transfer "a" 1.0))`);
    const { result } = apply(text, 'Organise imports');
    expect(result).toContain('  (use coin [G transfer])\n  (use token)\n  (defun f ()');
  });

  test('nothing where they are in order', () => {
    expect(titles(module('  (use coin [transfer])$0\n  (defun f () (transfer "a" 1.0))'))).toEqual(
      [],
    );
  });
});

test('only requested kinds', () => {
  const files = { 'a.pact': module('  (defun f (x:bool) (= x true))') };
  const snapshot = workspaceOf(files).snapshot();
  const at = files['a.pact'].indexOf('= x');
  const kinds = (only: readonly string[]) =>
    codeActionsAt(snapshot, 'a.pact', { start: at, end: at }, { only }).map(({ kind }) => kind);
  expect(kinds(['quickfix'])).toEqual(['quickfix']);
  expect(kinds(['refactor.extract'])).toEqual([]);
});

describe('upgrades', () => {
  const before =
    '(module m G (bless "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g") (defcap G () true) (defun f () 1))';
  const upgrade = `(module m G$0
  (defcap G () true)
  (defun f () 2))`;
  const bless = (files: Files, title: string): string => {
    const plain = upgrade.replace('$0', '');
    const all = { ...files, 'v2.pact': plain };
    const start = upgrade.indexOf('$0');
    const actions = codeActionsAt(workspaceOf(all).snapshot(), 'v2.pact', { start, end: start });
    const action = actions.find((each) => each.title === title);
    return action === undefined
      ? actions.map((each) => each.title).join()
      : applied(plain, action.edits);
  };

  test('the previous version is blessed, with what it had blessed', () => {
    const result = bless({ 'old/v1.pact': before }, 'Bless the version in `old/v1.pact`');
    const hash = /\(bless "((?!Dld).{43})"\)/.exec(result)?.[1] ?? '';
    expect(result.replace(hash, 'HASH')).toBe(`(module m G
  (bless "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")
  (bless "HASH")
  (defcap G () true)
  (defun f () 2))`);
    const again = { 'old/v1.pact': before, 'a.pact': result };
    const actions = codeActionsAt(workspaceOf(again).snapshot(), 'a.pact', { start: 3, end: 3 });
    expect(actions.map(({ title }) => title)).toEqual([]);
  });

  test('the same version is not', () => {
    expect(bless({ 'copy.pact': upgrade.replace('$0', '') }, '')).toBe('');
  });
});

describe('keysets', () => {
  const known = { 'b.repl': '(namespace "shop") (define-keyset "shop.admin")' };
  test.each([
    '(defun f () (enforce-keyset ad$0min))',
    '(defun f () (enforce-guard (keyset-ref-guard "ad$0min")))',
    "(defun f () (enforce-keyset 'admin$0))",
  ])('get quotes and their namespace: %s', (given) => {
    const text = given.replace('$0', '');
    const start = given.indexOf('$0');
    const snapshot = workspaceOf({ ...known, 'a.repl': text }).snapshot();
    const actions = codeActionsAt(
      snapshot,
      'a.repl',
      { start, end: start },
      { only: ['quickfix'] },
    );
    const action = actions.find(({ title }) => title === 'Change to `"shop.admin"`');
    expect(applied(text, action?.edits ?? [])).toBe(text.replace(/["']?admin"?/, '"shop.admin"'));
  });

  test('with a namespace stay', () => {
    const text = '(enforce-keyset "other.admin")';
    const snapshot = workspaceOf({ ...known, 'a.repl': text }).snapshot();
    expect(
      codeActionsAt(snapshot, 'a.repl', { start: 20, end: 20 }, { only: ['quickfix'] }),
    ).toEqual([]);
  });
});
