// Right after an edit within a definition, names are answered from the previous analysis: with the same results as a new
// one.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  definitionAt,
  highlightsAt,
} from '../../../../../src/tools/analysis/services/references.ts';
import { hoverAt } from '../../../../../src/tools/analysis/services/hover.ts';
import { tokensOf } from '../../../../../src/tools/analysis/services/tokens.ts';
import type { NamesView, Snapshot } from '../../../../../src/tools/analysis/workspace/snapshot.ts';
import { Random } from '../../../../support/random.ts';
import { runCount } from '../../../../support/run-count.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

type Files = Readonly<Record<string, string>>;

const fresh = (files: Files): Snapshot => workspaceOf(files).snapshot();

/** Returns all answers about names at some positions. */
function answers(view: NamesView, path: string, offsets: readonly number[]): unknown {
  return {
    tokens: tokensOf(view, path),
    at: offsets.map((offset) => ({
      offset,
      hover: hoverAt(view, path, offset),
      definition: definitionAt(view, path, offset),
      highlights: highlightsAt(view, path, offset),
    })),
  };
}

/** Returns the snapshot right after an edit of a file in a checked project. */
function edited(files: Files, path: string, text: string): Snapshot {
  const workspace = workspaceOf(files);
  workspace.put(path, 1, files[path] ?? '');
  workspace.snapshot().analysis(path);
  workspace.put(path, 2, text);
  return workspace.snapshot();
}

const bank = `(module bank G
  (defcap G () true)
  (defschema account balance:decimal)
  (deftable accounts:{account})
  ; between
  (defconst LIMIT 10.0)
  (defun above:bool (amount:decimal) (> amount LIMIT))
  (defun pay (owner:string amount) @doc "Pays." (let ((x (above amount))) (insert accounts owner { "balance": amount })))
  (defun twice (owner) (pay owner 1.0)))
(module second G (defcap G () true) (defun f (a) (bank.pay a 2.0)))`;
const files: Files = {
  'bank.pact': bank,
  'shop.pact': '(module shop G (defcap G () true) (use bank) (defun buy (o) (twice o)))',
};

const offsetsIn = (text: string): readonly number[] => [...text].map((_, i) => i);

describe('an edit that only affects its definition', () => {
  it.each([
    ['a blank', '(> amount LIMIT)', '(>  amount LIMIT)'],
    ['another name of a variable', '((x (above amount)))', '((is-above (above amount)))'],
    ['another value', 'LIMIT 10.0', 'LIMIT 2000.5'],
    ['a builtin', '(> amount LIMIT)', '(>= amount (abs LIMIT))'],
    ['documentation', '"Pays."', '"Pays, if it can.\\\n  \\Else it fails."'],
  ])('%s: is answered without a check', (_, from, to) => {
    const text = bank.replace(from, to);
    const snapshot = edited(files, 'bank.pact', text);
    const view = snapshot.naming('bank.pact');
    const found = answers(view, 'bank.pact', offsetsIn(text));
    expect(snapshot.isChecked).toBe(false);
    expect(view).not.toBe(snapshot);
    expect(found).toEqual(
      answers(fresh({ ...files, 'bank.pact': text }), 'bank.pact', offsetsIn(text)),
    );
  });

  it.each([
    ['the name', '(defun twice', '(defun thrice'],
    [
      'a type that others see',
      '(amount:decimal) (> amount LIMIT)',
      '(amount:integer) (> amount 1)',
    ],
    ['its dependencies', '(pay owner 1.0)', '(above 1.0)'],
    ['an unknown name', '(> amount LIMIT)', '(> amount limit)'],
    ['another module', '(bank.pay a 2.0)', '(shop.buy a)'],
    ['a field that others read', 'balance:decimal', 'funds:decimal'],
    ['text between definitions', '; between', '; in between'],
    ['a bracket', '(> amount LIMIT)', '(> amount LIMIT'],
  ])('%s: needs a check', (_, from, to) => {
    const text = bank.replace(from, to);
    const snapshot = edited(files, 'bank.pact', text);
    const view = snapshot.naming('bank.pact');
    expect(view).toBe(snapshot);
    expect(answers(view, 'bank.pact', offsetsIn(text))).toEqual(
      answers(fresh({ ...files, 'bank.pact': text }), 'bank.pact', offsetsIn(text)),
    );
  });

  it('ends when the project is checked, or another file changes', () => {
    const workspace = workspaceOf(files);
    workspace.put('bank.pact', 1, bank);
    workspace.snapshot().analysis('bank.pact');
    workspace.put('bank.pact', 2, bank.replace('10.0', '11.0'));
    const one = workspace.snapshot();
    expect(one.naming('bank.pact')).not.toBe(one);
    expect(one.naming('shop.pact')).toBe(one);
    workspace.put('bank.pact', 3, bank.replace('10.0', '12.0'));
    const other = workspace.snapshot();
    expect(other.naming('bank.pact')).not.toBe(other);
    other.analysis('shop.pact');
    expect(other.naming('bank.pact')).toBe(other);
    workspace.put('bank.pact', 4, bank);
    workspace.put('shop.pact', 1, '');
    const both = workspace.snapshot();
    expect(both.naming('bank.pact')).toBe(both);
  });
});

describe('a module with errors elsewhere', () => {
  const faulty = bank
    .replace('(defcap G () true)', '(use nothing) (defcap G () true) (defun bad () (unknown 1))')
    .replace(
      '(defun twice',
      '(defun worse (x:integer) (+ x "a")) (defun again (x) (+ x 1)) (defun again (x) (- x 2)) (defun twice',
    );

  it.each([
    ['a blank', '(> amount LIMIT)', '(>  amount LIMIT)'],
    ['existing errors', '(unknown 1)', '(unknown  1)'],
    ['a corrected error', '(unknown 1)', '(abs 1)'],
    ['a function with a type error', '(+ x "a")', '(+ x  "b")'],
    ['the first of two with one name', '(+ x 1)', '(+ x  1)'],
    ['the second of two with one name', '(- x 2)', '(-  x 2)'],
  ])('%s', (_, from, to) => {
    const text = faulty.replace(from, to);
    const snapshot = edited({ ...files, 'bank.pact': faulty }, 'bank.pact', text);
    const view = snapshot.naming('bank.pact');
    expect(answers(view, 'bank.pact', offsetsIn(text))).toEqual(
      answers(fresh({ ...files, 'bank.pact': text }), 'bank.pact', offsetsIn(text)),
    );
  });

  it('is answered without a check, too', () => {
    const text = faulty.replace('(> amount LIMIT)', '(>  amount LIMIT)');
    const snapshot = edited({ ...files, 'bank.pact': faulty }, 'bank.pact', text);
    expect(snapshot.naming('bank.pact')).not.toBe(snapshot);
  });
});

it('keeps only the last checked snapshot', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const workspace = workspaceOf(files);
  workspace.put('bank.pact', 1, bank);
  const snapshots: WeakRef<Snapshot>[] = [];
  for (let i = 0; i < 5; i++) {
    workspace.put('bank.pact', i + 2, bank.replace('10.0', `1${i}.0`));
    const snapshot = workspace.snapshot();
    snapshot.naming('bank.pact');
    snapshot.analysis('bank.pact');
    snapshots.push(new WeakRef(snapshot));
  }
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(snapshots.slice(0, 3).map((each) => each.deref())).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('random edits of contracts', () => {
  const contracts = ['coin/coin.pact', 'fungible-token/token.pact', 'guards/guards.pact'];
  const others = ['fungible-token/fungible-token-v1.pact', 'fungible-v2/fungible-v2.pact'];
  const texts: Files = Object.fromEntries(
    [...contracts, ...others].map((path) => [path, readFileSync(`stdlib/${path}`, 'utf8')]),
  );

  it.each(contracts)('give the same answers as a fresh analysis: %s', (path) => {
    const random = new Random(7);
    const text = texts[path] ?? '';
    const words = [...text.matchAll(/[\w-]+/g)].map(({ 0: word, index }) => ({ word, index }));
    const workspace = workspaceOf(texts);
    workspace.put(path, 1, text);
    const edits = runCount(12);
    let sooner = 0;
    for (let i = 0; i < edits; i++) {
      workspace.put(path, 2 * i + 2, text);
      workspace.snapshot().analysis(path);
      const { word, index } = random.pick(words);
      const other = random.oneIn(2) ? '  ' + word : random.pick(words).word;
      const now = text.slice(0, index) + other + text.slice(index + word.length);
      workspace.put(path, 2 * i + 3, now);
      const snapshot = workspace.snapshot();
      const view = snapshot.naming(path);
      if (view !== snapshot) sooner++;
      const offsets = [index, ...Array.from({ length: 12 }, () => random.below(now.length))];
      expect(answers(view, path, offsets), `${word} to ${other} at ${index}`).toEqual(
        answers(fresh({ ...texts, [path]: now }), path, offsets),
      );
    }
    expect(sooner).toBeGreaterThan(edits / 5);
  });
});
