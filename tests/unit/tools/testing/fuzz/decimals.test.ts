// Amounts that rounding changes, and equal arguments, are found within the usual number of runs.
import { expect, test } from 'vitest';
import { fuzzed } from '../../../../support/fuzzed.ts';

const module = (body: string): string => `(module m G (defcap G () true) ${body})`;

const seeds = Array.from({ length: 20 }, (_, at) => `seed ${at}`);

test.each([
  ['a sum that is rounded', '(= (round (+ a b) 2) (+ (round a 2) (round b 2)))'],
  ['a sum that is cut after many places', '(= (floor (+ a b) 12) (+ (floor a 12) (floor b 12)))'],
  ['equal arguments', '(!= a b)'],
])('%s is refuted within 100 runs, whatever the seed', (_, said) => {
  const script = module(`(defun prop-p (a:decimal b:decimal) ${said})`);
  const held = seeds.filter((seed) => fuzzed(script, { seed }).counterexamples.length === 0);
  expect(held).toEqual([]);
});

test.each(['integer', 'string', 'time', '[integer]', 'guard'])(
  'equal pairs of %s occur',
  (type) => {
    const script = module(`(defun prop-p (a:${type} b:${type}) (!= a b))`);
    expect(fuzzed(script).broken).toEqual(['m.prop-p']);
  },
);
