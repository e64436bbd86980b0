// Answers about a file before its project was checked, and how few files they read.
import { describe, expect, it } from 'vitest';
import { firstLook } from '../../../../../src/tools/analysis/workspace/first-look.ts';
import { readDocument } from '../../../../../src/tools/analysis/workspace/document.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

const files = {
  'bank.pact': '(module bank G (defcap G () true) (defun pay:integer (x:integer) (+ x true)))',
  'shop.pact':
    '(module shop G (defcap G () true) (defun buy () (bank.pay "no")) (defun z () (oh)))',
  'mall.pact': '(module mall G (defcap G () true) (defun open () (shop.buy 1 2)))',
  'inner.repl': '(load "shop.pact")\n(shop.buy 1)',
  'outer.repl': '(load "bank.pact")\n(load "inner.repl")\n(unknown)',
};

describe('the first analysis', () => {
  it.each(Object.keys(files))('gives for %s the same as the project', (path) => {
    const snapshot = workspaceOf(files).snapshot();
    const first = snapshot.firstAnalysis(path);
    expect(first?.diagnostics.map(({ error }) => error.message)).toEqual(
      snapshot.analysis(path).diagnostics.map(({ error }) => error.message),
    );
    expect(first?.references.length).toBe(snapshot.analysis(path).references.length);
  });

  it('is not used once the project was checked', () => {
    const workspace = workspaceOf(files);
    expect(workspace.snapshot().firstAnalysis('bank.pact')).toBeDefined();
    workspace.snapshot().analysis('bank.pact');
    workspace.put('bank.pact', 1, files['bank.pact'].replace('true', 'false'));
    expect(workspace.snapshot().firstAnalysis('bank.pact')).toBeUndefined();
  });
});

describe('the first look', () => {
  const look = (path: string) => {
    const documents = new Map(
      Object.entries(files).map(([name, text]) => [
        name,
        readDocument(name, text, { nestingLimit: 100 }),
      ]),
    );
    return firstLook(path, [...documents.keys()], (name) => documents.get(name));
  };

  it('starts at a script that loads the file and is not loaded itself', () => {
    expect(look('shop.pact').roots).toEqual(['outer.repl']);
    expect(look('mall.pact').roots).toEqual(['mall.pact']);
  });

  it('finds modules in the texts, also by a name with a namespace', () => {
    expect(look('mall.pact').elsewhere('shop')).toEqual(['shop.pact']);
    expect(look('mall.pact').elsewhere('free.bank')).toEqual(['bank.pact']);
    expect(look('mall.pact').elsewhere('none')).toEqual([]);
  });
});
