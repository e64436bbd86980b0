// Standard modules in analysis and editors: `(load "pact:coin")` means the same as in a run.

import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../../../src/tools/analysis/services/completion/completion.ts';
import { definitionAt } from '../../../../src/tools/analysis/services/references.ts';
import { hoverAt } from '../../../../src/tools/analysis/services/hover.ts';
import { checkFiles, indexFiles, linesOf } from '../../../support/check-files.ts';
import { atCursor } from '../../../support/workspace.ts';

const found = (text: string): readonly string[] => linesOf(checkFiles({ 'a.repl': text }));

const token = `(module token G
  (defcap G () true)
  (defun pay:string (to:string) (coin.transfer "me" to 1.0)))`;

describe('check', () => {
  it('knows the modules, and reports only the files of the project', () => {
    const project = checkFiles({
      'a.repl':
        '(begin-tx) (load "pact:devnet") (load "pact:coin") (load "token.pact") (commit-tx)',
      'token.pact': token,
    });
    expect(linesOf(project)).toEqual([]);
    expect(project.files).toEqual(['a.repl', 'token.pact']);
  });

  it('finds wrong uses of them', () => {
    const [first] = found('(load "pact:coin") (coin.trnasfer 1)');
    expect(first).toContain('Module coin has no such member: trnasfer');
  });

  it('loads them outside of the namespace, and leaves no bare names', () => {
    expect(found('(namespace \'free) (load "pact:coin") (coin.precision)')).toEqual([]);
    expect(found('(load "pact:coin") (defun f (x) (precision))')).not.toEqual([]);
  });

  it('forgets them after a rollback', () => {
    const [first] = found('(begin-tx) (load "pact:coin") (rollback-tx) (coin.precision)');
    expect(first).toContain('Module coin has no such member: precision');
  });

  it('names similar names', () => {
    const [first] = found('(load "pact:coyn")');
    expect(first).toContain('a.repl:1:0 E1104 Cannot load pact:coyn:');
    expect(first).toContain('Did you mean "pact:coin"?');
  });

  it.each([
    ['(interface i (use fungible-v2))', 'fungible-v2'],
    ['(module m G (defcap G () true) (implements fungible-v2))', 'fungible-v2'],
    ['(use coin)', 'coin'],
    ['(coin.precision)', 'coin'],
    ['(util.guards1.max-gas-price 0.1)', 'guards'],
  ])('says how to load what %s lacks', (form, name) => {
    const { diagnostics } = checkFiles({ 'a.repl': form });
    expect(diagnostics.map(({ error }) => error.hint)).toEqual([
      `Load it first: (load "pact:${name}")`,
    ]);
  });

  it('names a file of the project instead, if there is one', () => {
    const { diagnostics } = checkFiles({
      'a.repl': '(use coin)',
      'coin.pact': '(module coin G (defcap G () true))',
    });
    expect(diagnostics[0]?.error.hint).toContain('is defined in coin.pact');
  });
});

it('the index has the modules of the project, and the names that it loads', () => {
  const index = indexFiles({
    'a.repl': '(load "pact:coin") (load "token.pact")',
    'token.pact': token,
  });
  expect(index.modules.map(({ name }) => name)).toEqual(['token']);
  expect(index.files[0]?.loads).toEqual(['pact:coin', 'token.pact']);
  expect(index.external).toEqual(['coin']);
});

describe('an editor', () => {
  it('shows what a standard module is', () => {
    const { snapshot, path, offset } = atCursor({ 'a.repl': '(load "pact:co$0in")' });
    const hover = hoverAt(snapshot, path, offset);
    expect(hover?.signature).toBe('(load "pact:coin")');
    expect(hover?.text).toContain('The coin contract with its interfaces and tables.');
  });

  it('leads from the name to its script, and from a call to its definition', () => {
    const script = atCursor({ 'a.repl': '(load "pact:co$0in")' });
    expect(definitionAt(script.snapshot, script.path, script.offset)).toMatchObject([
      { path: 'pact:coin/load.repl' },
    ]);
    const call = atCursor({ 'a.repl': '(load "pact:coin") (coin.pre$0cision)' });
    const [definition] = definitionAt(call.snapshot, call.path, call.offset);
    expect(definition?.path).toBe('pact:coin/coin.pact');
    const { start = 0, end = 0 } = definition?.nameSpan ?? {};
    const text = call.snapshot.document('pact:coin/coin.pact')?.text.slice(start, end);
    expect(text).toBe('precision');
  });

  it('shows what a function of it is', () => {
    const { snapshot, path, offset } = atCursor({
      'a.repl': '(load "pact:coin") (coin.pre$0cision)',
    });
    expect(hoverAt(snapshot, path, offset)?.signature).toBe('(defun coin.precision:integer ())');
    expect(snapshot.analysis('a.repl').diagnostics).toEqual([]);
  });

  it('reports an unknown name', () => {
    const { snapshot } = atCursor({ 'a.repl': '(load "pact:coyn")$0' });
    const [first] = snapshot.analysis('a.repl').diagnostics;
    expect(first?.error.message).toContain('Did you mean "pact:coin"?');
  });

  it('completes the names', () => {
    const { snapshot, path, offset } = atCursor({ 'a.repl': '(load "pact:c$0")' });
    const { items } = completionsAt(snapshot, path, offset, {
      snippets: false,
      foreignNames: 'none',
    });
    expect(items.map(({ label }) => label)).toContain('pact:coin');
  });
});
