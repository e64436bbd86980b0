// Reasons why code that Pact 4 accepted is refused, each with a small module of our own and the changed version that loads
// instead. For the archive of deployed modules see tests/corpus/load.mjs and docs/conformance.md.
import { expect, test } from 'vitest';
import { causeOf } from '../corpus/causes.mjs';
import { load, newChain } from '../corpus/load-files.ts';

const module = (body: string): string => `(module m G (defcap G () true) ${body})`;
const schema = '(defschema s n:integer) (deftable t:{s})';

test.each<readonly [cause: string, hasStandIn: boolean, code: string]>([
  ['type', true, module(`${schema} (defun f:[object:{s}] () [])`)],
  ['type', true, module(`${schema} (defun f:{s} () { "n": 1 })`)],
  ['type', true, module('(defun f (o:object:*) o)')],
  ['type', false, module(`${schema} (defun f (o:object[s]) o)`)],
  ['comma', true, module(`${schema} (defun f () (with-read t "k" { "n":=n "n":=m } n))`)],
  ['field', false, module('(defun f () { a: 1 })')],
  ['binder', false, module('(defun f () (let ((a 1 2)) a))')],
  ['list', false, module('(defun f (a b) [a, b (f a)])')],
  ['lexer', false, module("(defun f () '$)")],
  ['lexer', false, module('; \u280a\u2801\n(defun f () 1)')],
  ['text', false, `${module('')} (cr`],
  ['text', false, `(module m 'k)`],
  ['entity', true, module('(defpact p () (step "entity" 1))')],
  ['form', false, module('(defun f () (if true 1))')],
  ['form', false, module("(defun f () (create-user-guard 'g))")],
  ['no-value', false, module(`${schema} (defun f () (keys s))`)],
  ['builtin', false, module(`${schema} (defun f () (txlog t 1))`)],
  ['other-import', false, module('(defun f () (other.f))')],
  ['data', false, module(`(defconst C (read-msg (+ "a" "b")))`)],
])('%s', (cause, hasStandIn, code) => {
  const loading = load(newChain(), 'free.m', code);
  expect(loading.kind).toBe('refused');
  if (loading.kind === 'loaded') return;
  expect([
    causeOf({ ...loading, wasRefused: false, isOfArchive: false }),
    loading.hasStandIn,
  ]).toEqual([cause, hasStandIn]);
});

test('modules load on top of what was deployed before, including upgrades, and find keysets and data', () => {
  const chain = newChain();
  const base = '(module base "admin" (defconst K (read-keyset "k")) (defun f () 1))';
  const above =
    '(module above G (defcap G () (enforce false "never")) (use base) (defun g () (f)))';
  expect(load(chain, 'free.above', above).kind).toBe('refused');
  expect(load(chain, 'free.base', base).kind).toBe('loaded');
  expect(load(chain, 'free.above', above).kind).toBe('loaded');
  expect(load(chain, 'free.above', above).kind).toBe('loaded');
});

test('a module finds the changed version of one that was refused', () => {
  const chain = newChain();
  const old = '(module m G (defcap G () true) (defpact p () (step "e" 1)) (defun f () 1))';
  const user = '(module u G (defcap G () true) (defun g () (m.f)))';
  expect(load(chain, 'm', old)).toMatchObject({ kind: 'refused', hasStandIn: true });
  expect(load(chain, 'u', user).kind).toBe('loaded');
});
