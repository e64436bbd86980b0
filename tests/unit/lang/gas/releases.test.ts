// A release with different charges is one file with the prices that differ, and everything else uses it: the machine with
// its fast paths, the log, the report, and the reference of builtins.

import { describe, expect, it } from 'vitest';
import { GasTotal } from '../../../../src/lang/gas/gas-log.ts';
import { labelText } from '../../../../src/lang/gas/meter.ts';
import { tableModel } from '../../../../src/lang/gas/model.ts';
import { GasProfile } from '../../../../src/lang/gas/profile.ts';
import { gasScheduleOf, newestGasSchedule } from '../../../../src/lang/gas/releases/index.ts';
import { gasScheduleAfter, type GasSchedule } from '../../../../src/lang/gas/schedule.ts';
import type { ReplOptions } from '../../../../src/tools/repl/options.ts';
import { gasText } from '../../../generate/builtins.ts';
import { replSession } from '../../../support/repl-session.ts';
import { fresh, send } from '../../../support/send-command.ts';

const invented = gasScheduleAfter(newestGasSchedule, {
  release: '99.0',
  constants: { moduleLoadIntercept: 5_010, perByteRead: 107 },
  figures: { multiplication: 36 },
  flatCosts: [
    ['*', 1_100],
    ['read', 9_500],
  ],
  formulas: () => ({ textLength: (length) => 7 * length }),
});

/** Returns the milligas that the last program uses, after the others have run. */
function used(
  programs: readonly string[],
  schedule: GasSchedule,
  options: Partial<ReplOptions> = {},
): number {
  const { engine, run } = replSession(new Map(), { gasSchedule: schedule, ...options });
  for (const program of programs.slice(0, -1)) expect(run(program)).not.toContain('fails');
  engine.meter.model = tableModel;
  engine.meter.limit = 10n ** 15n;
  engine.updateMeter();
  expect(run(programs.at(-1) ?? '')).not.toContain('fails');
  return Number(engine.meter.used);
}

const more = (...programs: readonly string[]): number =>
  used(programs, invented) - used(programs, newestGasSchedule);

const bank = `(begin-tx) (module m G (defcap G () true) (defschema s a:integer) (deftable t:{s})
  (defun get () (read t "k")) (defun put () (insert t "k" {"a": 1})) (defun f () 1))
  (create-table t) (m.put) (commit-tx)`;

describe('an invented release', () => {
  it('charges for a product on every path', () => {
    // The flat cost is higher by 1000, the formula by 10.
    expect(more('(* 3 4)')).toBe(1_010);
    expect(more('(* 3.5 4.0)')).toBe(1_010);
    expect(more(`(* ${2n ** 80n} 4)`)).toBe(1_010);
    expect(more('(map (* 2) [1 2 3])')).toBe(3 * 1_010);
    expect(more('(map (lambda (x) (* x x)) [1 2 3])')).toBe(3 * 1_010);
    expect(more('(fold (*) 1 [1 2 3])')).toBe(3 * 1_010);
    expect(more('(zip (*) [1 2 3] [4 5 6])')).toBe(3 * 1_010);
    expect(more('(try 0 (* 3 4))')).toBe(1_010);
    // Builtins that share the formula, but not the flat cost.
    expect(more('(/ 12 4)')).toBe(10);
    expect(more('(map (/ 12) [1 2 3])')).toBe(3 * 10);
    expect(more('(+ 3 4)')).toBe(0);
  });

  it('charges for a read, for its bytes, and for loading a module', () => {
    const get = more(bank, '(m.get)');
    const load = more(bank, '(begin-tx) (m.f)');
    expect(load).toBe(5_000);
    // The module is loaded first; the rest is 7 milligas for each byte.
    const perByte = get - 5_000 - 7_000;
    expect(perByte).toBeGreaterThan(0);
    expect(perByte % 7).toBe(0);
  });

  it('can change the shape of a formula', () => {
    expect(more('(length "abcdef")')).toBe(7 * 6 - 1);
  });

  it('changes nothing in the previous release', () => {
    expect(newestGasSchedule.costs.builtin('*')).toBe(100);
    expect(newestGasSchedule.costs.moduleLoad(0)).toBe(10);
    expect(invented.costs.builtin('+')).toBe(newestGasSchedule.costs.builtin('+'));
  });

  it('leaves the free model without flat costs', () => {
    expect(invented.freeCosts.builtin('*')).toBe(0);
    expect(invented.freeCosts.moduleLoad(0)).toBe(1);
  });

  it('appears in the log', () => {
    const { engine, run } = replSession(new Map(), { gasSchedule: invented });
    run('(env-gasmodel "table") (env-gaslimit 100000) (env-gaslog) (* 3 4)');
    const log = engine.meter.takeLog() ?? [];
    expect(log.map(({ label, cost }) => [labelText(label), cost])).toContainEqual([
      'GNative (RBuiltinWrap CoreMultiply)',
      1_100,
    ]);
  });

  it.each(['', '(env-gasmodel "table") (env-gaslimit 100000)'])(
    'appears in reports, for a script with %j',
    (before) => {
      const gasOf = (gasSchedule: GasSchedule) => {
        const profile = new GasProfile();
        replSession(new Map(), { gasSchedule, gasProfile: profile }).run(`${before} (* 3 4)`);
        const total = new GasTotal();
        replSession(new Map(), { gasSchedule, gasTotal: total }).run(`${before} (* 3 4)`);
        return { profile: Number(profile.used), total: Number(total.used) };
      };
      const today = gasOf(newestGasSchedule);
      expect(gasOf(invented)).toEqual({
        profile: today.profile + 1_010,
        total: today.total + 1_010,
      });
    },
  );

  it('charges transactions', () => {
    const gasOf = (schedule?: GasSchedule): bigint => {
      const gas = { model: tableModel, limit: 10_000_000, ...(schedule && { schedule }) };
      return send(fresh(), { code: '(map (* 2) (enumerate 1 100))' }, { gas }).gas;
    };
    expect(gasOf(invented) - gasOf()).toBe(101n);
  });

  it('appears in the reference of builtins', () => {
    const definition = replSession().engine.sets.core.named('*');
    expect(definition && gasText(definition, invented)).toBe('Gas: 1.1.');
    expect(definition && gasText(definition, newestGasSchedule)).toBe('Gas: 0.1.');
  });
});

describe('every release', () => {
  it.each([
    ['5.0', '5.0'],
    ['5.4.1', '5.0'],
    ['4.13', undefined],
  ])('%s charges as %s', (release, expected) => {
    expect(gasScheduleOf(release)?.release).toBe(expected);
  });
});
