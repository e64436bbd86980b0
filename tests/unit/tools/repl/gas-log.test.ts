// `env-gaslog`: the total in gas, then every charge in order, in thousandths.

import { expect, it } from 'vitest';
import { replSession } from '../../../support/repl-session.ts';

const start = '(env-gasmodel "table") (env-gaslimit 100000)';

function log(program: string): readonly string[] {
  const { engine, run } = replSession();
  run(`${start} (env-gaslog)`);
  run('(env-gaslog)');
  run(program);
  const entries = run('(env-gaslog)');
  expect(engine.meter.isLogging).toBe(true);
  return [...entries.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
}

/** The entry of a builtin of the REPL. */
const own = (constructor: string, place: string): string =>
  `GNative (RBuiltinRepl ${constructor}) test.repl:${place}: 0mG`;

it('lists charges with their positions, including those of 0', () => {
  expect(log('(+ 1 2)')).toEqual([
    'TOTAL: 1',
    'GNative (RBuiltinWrap CoreAdd) test.repl:1:0-1:7: 100mG',
    'GIntegerOpCost PrimOpAdd 1 2 test.repl:1:0-1:7: 30mG',
    own('REnvGasLog', '1:0-1:12'),
  ]);
});

it('rounds the total up to whole gas, and starts again each time', () => {
  const { run } = replSession();
  run(`${start} (env-gaslog)`);
  run('(env-gaslog)');
  expect(run('(env-gaslog)')).toBe(`["TOTAL: 0" "${own('REnvGasLog', '1:0-1:12')}"]`);
});

it('lists nothing without metering', () => {
  const { run } = replSession();
  run('(env-gaslog) (map (+ 1) [1 2 3])');
  expect(run('(env-gaslog)')).toBe('["TOTAL: 0"]');
});

it('survives a change of the gas used', () => {
  const entries = log('(+ 1 2) (env-gas 0) (+ 3 4)');
  expect(entries.filter((entry) => entry.includes('CoreAdd'))).toHaveLength(2);
  expect(entries).toContain(own('REnvGasSet', '1:8-1:19'));
});

it('lists builtins of the REPL with 0, even with a model of fixed costs', () => {
  const { run } = replSession();
  run('(env-gasmodel "fixed" 2) (env-gaslimit 100) (env-gaslog)');
  expect(run('(env-gaslog)')).toBe(`["TOTAL: 0" "${own('REnvGasLog', '1:0-1:12')}"]`);
});
