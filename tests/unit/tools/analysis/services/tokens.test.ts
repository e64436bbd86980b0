// The semantic token of each word, by its meaning if that is known.

import { describe, expect, test } from 'vitest';
import { tokensOf } from '../../../../../src/tools/analysis/services/tokens.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

/** Returns the words of a kind, in order. */
function words(files: Readonly<Record<string, string>>, path: string, kind: string): string {
  return tokensOf(workspaceOf(files).snapshot(), path)
    .filter((each) => each.kind === kind)
    .map(({ start, end }) => files[path]?.slice(start, end))
    .join(' ');
}

describe('names of several words', () => {
  const files = {
    'a.pact': `(namespace 'n)
(interface i (defun g:bool ()))
(module m G (defcap G () true) (defun f:bool () true))`,
    'b.pact': `(module k G (use n.m [f]) (implements n.i) (defcap G () true)
  (defun g:bool () (n.m.f))
  (defun h (x:module{n.i}) (x::g)))`,
  };

  test('a module in a namespace is one token', () => {
    expect(words(files, 'b.pact', 'namespace')).toBe('k n m n m');
    expect(words(files, 'b.pact', 'interface')).toBe('n i n i');
  });

  test('the member after it is another', () => {
    expect(words(files, 'b.pact', 'function')).toBe('f g f h g');
    expect(words(files, 'b.pact', 'variable')).toBe('');
  });
});

test('unresolved names are classified by their position', () => {
  const files = { 'a.pact': '(module m G (defun f (a:nothing) (g a b' };
  expect(words(files, 'a.pact', 'type')).toBe('nothing');
  expect(words(files, 'a.pact', 'function')).toContain('g');
});
