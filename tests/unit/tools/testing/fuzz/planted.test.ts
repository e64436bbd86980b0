// Contracts with typical mistakes, each found within the usual number of runs, and shown by a script.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scriptLines } from '../../../../../src/tools/testing/fuzz/counterexample.ts';
import { fuzzed } from '../../../../support/fuzzed.ts';

const folder = new URL('planted/', import.meta.url);
const all = readdirSync(folder).map((file) => file.replace(/\.repl$/, ''));
const planted = (name: string): string => readFileSync(new URL(`${name}.repl`, folder), 'utf8');

test.each([
  ['auction', 'auction.invariant-bank', 3],
  ['claimed-twice', 'escrow.account: (>= balance 0.0)', 3],
  ['discount', 'prices.price: (>= result 0.0)', 0],
  ['missing-capability', 'vault.invariant-alice-keeps-her-own', 1],
  ['negative-amount', 'purse.account: (>= balance 0.0)', 3],
  ['pool', 'pool.invariant-product', 1],
  ['refund-twice', 'sales.invariant-money-stays', 3],
  ['rounded-shares', 'market.invariant-supply', 1],
  ['self-transfer', 'token.invariant-supply', 1],
  ['sold-twice', 'gallery.item: (>= left 0)', 4],
  ['supply', 'ledger.invariant-supply', 2],
  ['vesting', 'vesting.grant: (<= claimed total)', 2],
])('%s', (name, target, maxCalls) => {
  const script = planted(name);
  const { broken, counterexamples } = fuzzed(script, { seed: 'first' });
  expect(broken).toEqual([target]);
  const [found] = counterexamples;
  if (found === undefined) throw new Error('there is no counterexample');
  expect(found.steps.length).toBeLessThanOrEqual(maxCalls + 1);
  const shown = fuzzed([script, ...scriptLines(found)].join('\n'), { runs: 0 });
  expect(shown.report.blocks.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(shown.broken).toContain(target);
});

test.each(['second', 'third', 'fourth', 'fifth'])('all of them with the seed %s', (seed) => {
  const missed = all.filter((name) => fuzzed(planted(name), { seed }).broken.length === 0);
  expect(missed).toEqual([]);
});

test('a defpact is started, continued and rolled back as in scripts', () => {
  const { counterexamples } = fuzzed(planted('refund-twice'), { seed: 'first' });
  const text = counterexamples[0]?.steps.join('\n') ?? '';
  expect(text).toMatch(/\(env-hash \(hash "(pact-\d+)"\)\)\n\(sales\.sale /);
  expect(text).toMatch(/\(continue-pact 0 true \(hash "pact-\d+"\)\)/);
});
