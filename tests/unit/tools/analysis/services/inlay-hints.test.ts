// Hints shown between the words of a text.
import { expect, test } from 'vitest';
import {
  type HintOptions,
  inlayHintsIn,
} from '../../../../../src/tools/analysis/services/hints.ts';
import { defaultHints, workspaceOf } from '../../../../support/workspace.ts';

/** Returns the text with its hints in angle brackets. */
function shown(text: string, options: HintOptions = defaultHints, path = 'a.pact'): string {
  const snapshot = workspaceOf({ [path]: text }).snapshot();
  const hints = inlayHintsIn(snapshot, path, { start: 0, end: text.length }, options);
  let result = text;
  for (const { offset, text: hint } of [...hints].reverse()) {
    result = `${result.slice(0, offset)}<${hint}>${result.slice(offset)}`;
  }
  return result;
}

const module = (body: string): string => `(module m G (defcap G () true) ${body})`;

test.each([
  [
    '(defun f (x:integer) (let ((y (+ x 1))) y))',
    '(defun f (x:integer) (let ((y<:integer> (+ x 1))) y))',
  ],
  [
    '(defun f (x) (format "{}" [(and x true)]))',
    '(defun f (x<:bool>) (format "{}" [(and x true)]))',
  ],
  ['(defun f (x) x)', '(defun f (x) x)'],
  [
    '(defun f () (map (lambda (x) (+ x 1)) [1 2]))',
    '(defun f () (map (lambda (x<:integer>) (+ x 1)) [1 2]))',
  ],
  [
    '(defun f (to:string sum:decimal) to) (defun g (sum:decimal) (f "a" sum))',
    '(defun f (to:string sum:decimal) to) (defun g (sum:decimal) (f <to:>"a" sum))',
  ],
  ['(defun g () (at 0 [1]))', '(defun g () (at 0 [1]))'],
])('%s', (text, expected) => {
  expect(shown(module(text))).toBe(module(expected));
});

test('each kind can be turned off', () => {
  const text = module('(defun f (n:integer) (let ((y n)) (f 1)))');
  expect(shown(text, { types: false, parameters: false })).toBe(text);
});

test('the gas of a run is shown after calls at the top level', () => {
  const text = '(+ 1 2) (defun f () 1)';
  const gas = {
    ofForm: (_: string, { start }: { readonly start: number }) => start + 7.0625,
    ofFunction: () => undefined,
  };
  expect(shown(text, { ...defaultHints, gas }, 'a.repl')).toBe('(+ 1 2)<7.063 gas> (defun f () 1)');
});
