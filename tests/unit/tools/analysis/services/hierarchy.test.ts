// Call and type hierarchies, and definitions of the project by name.

import { describe, expect, it } from 'vitest';
import {
  callItemAt,
  incomingCalls,
  outgoingCalls,
  subtypes,
  supertypes,
  typeItemAt,
} from '../../../../../src/tools/analysis/services/implementations.ts';
import { workspaceSymbols } from '../../../../../src/tools/analysis/services/outline.ts';
import { atCursor, workspaceOf } from '../../../../support/workspace.ts';

const files = {
  'a.pact': `(interface i (defun f ()))
(module m G (implements i)
  (defcap G () true)
  (defun $0f () (g) (g))
  (defun g () (map (h) [1]))
  (defun h (x) x)
  (defun create-transfer () (f)))`,
  'b.repl': '(load "a.pact")\n(m.f)\n(m.f)',
};

describe('call hierarchy', () => {
  it('finds callers, with the forms of scripts', () => {
    const { snapshot, path, offset } = atCursor(files);
    const item = callItemAt(snapshot, path, offset);
    const calls = item === undefined ? [] : incomingCalls(snapshot, item);
    expect(calls.map(({ symbol, spans }) => [symbol.kind, symbol.name, spans.length])).toEqual([
      ['function', 'create-transfer', 1],
      ['script', 'line 2', 1],
      ['script', 'line 3', 1],
    ]);
  });

  it('finds callees', () => {
    const { snapshot, path, offset } = atCursor(files);
    const item = callItemAt(snapshot, path, offset);
    const calls = item === undefined ? [] : outgoingCalls(snapshot, item);
    expect(calls.map(({ symbol, spans }) => [symbol.name, spans.length])).toEqual([['g', 2]]);
  });

  it('starts only at functions', () => {
    const { snapshot, path, offset } = atCursor('(module $0m G (defcap G () true))');
    expect(callItemAt(snapshot, path, offset)).toBe(undefined);
  });
});

describe('type hierarchy', () => {
  it('leads from a module to its interfaces and back', () => {
    const { snapshot } = atCursor(files);
    const text = snapshot.document('a.pact')?.text ?? '';
    const module = typeItemAt(snapshot, 'a.pact', text.indexOf('m G'));
    const above = module === undefined ? [] : supertypes(snapshot, module);
    expect(above.map(({ name }) => name)).toEqual(['i']);
    expect(above.flatMap((each) => subtypes(snapshot, each)).map(({ name }) => name)).toEqual([
      'm',
    ]);
    expect(module && subtypes(snapshot, module)).toEqual([]);
  });
});

describe('workspace symbols', () => {
  it.each([
    ['create-transfer', ['create-transfer']],
    ['ctr', ['create-transfer']],
    ['F', ['f', 'f', 'create-transfer']],
    ['m.h', ['h']],
    ['nothing', []],
  ])('finds by %s', (query, expected) => {
    const { snapshot } = atCursor(files);
    expect(workspaceSymbols(snapshot, query).map(({ name }) => name)).toEqual(expected);
  });

  it('lists everything for an empty query, up to a limit', () => {
    const snapshot = workspaceOf({ 'a.repl': '(defun f () 1)\n(defconst C 1)' }).snapshot();
    expect(workspaceSymbols(snapshot, '').map(({ name }) => name)).toEqual(['f', 'C']);
    expect(workspaceSymbols(snapshot, '', 1)).toHaveLength(1);
  });
});
