// `(load "pact:coin")`: standard modules are as if they had been on the chain before the script.

import { describe, expect, it } from 'vitest';
import { standardModules } from '../../../../src/script/files.ts';
import { accountsOfGenesis } from '../../../../src/node/devnet/known-accounts.ts';
import { replSession } from '../../../support/repl-session.ts';

const after = (...forms: readonly string[]): string => replSession().run(forms.join('\n'));

it.each(standardModules)('pact:$name loads, and again without effect', ({ name, modules }) => {
  const { run, printed, traced } = replSession();
  expect(run(`(load "pact:${name}") (load "pact:${name}")`)).toBe('()');
  for (const module of modules) {
    expect(run(`(at 'name (describe-module "${module}"))`)).toBe(`"${module}"`);
  }
  expect(printed).toEqual([]);
  expect(traced.filter((line) => line.startsWith('"Loading'))).toHaveLength(2);
  expect(traced).toHaveLength(2 + modules.length);
});

it('coin has its tables', () => {
  expect(
    after(
      '(load "pact:coin")',
      `(coin.create-account "ann" (create-user-guard (coin.gas-only)))`,
      '(coin.get-balance "ann")',
    ),
  ).toBe('0.0');
});

it.each(accountsOfGenesis)('the devnet has $name with its key', ({ name, publicKey }) => {
  const { run } = replSession();
  run('(load "pact:devnet")');
  const millions = 100 + 10 * Number(name.at(-1));
  expect(run(`(coin.get-balance "${name}")`)).toBe(`${millions}000000.0`);
  expect(run(`(at 'guard (coin.details "${name}"))`)).toContain(publicKey);
});

it('a second load of the devnet leaves its accounts as they are', () => {
  const key = accountsOfGenesis[0]?.publicKey ?? '';
  expect(
    after(
      '(load "pact:devnet")',
      `(env-sigs [{ "key": "${key}", "caps": [(coin.TRANSFER "sender00" "sender01" 1.0)] }])`,
      '(coin.transfer "sender00" "sender01" 1.0)',
      '(load "pact:devnet")',
      '(coin.get-balance "sender00")',
    ),
  ).toBe('99999999.0');
});

describe('a load leaves the script as it was', () => {
  const before = `
    (env-data { "x": 1, "ns-admin-keyset": 2 })
    (env-keys ["k"])
    (env-exec-config ["RequireKeysetNs"])
    (env-gasmodel "table")
    (env-gaslimit 1000)
    (defun transfer () (+ "mi" "ne"))`;

  it.each([
    ['data', '(read-msg "x")', '1'],
    ['gas', '(env-gas)', '0'],
    ['events', '(env-events true)', '[]'],
    ['definitions', '(transfer)', '"mine"'],
  ])('%s', (_, form, answer) => {
    const { run } = replSession();
    expect(run(`${before} (load "pact:devnet") (load "pact:guards") ${form}`)).toBe(answer);
  });

  it('flags', () => {
    const { run, engine } = replSession();
    run(`${before} (load "pact:devnet")`);
    expect([...engine.environment.flags]).toEqual(['RequireKeysetNs']);
  });

  it('its namespace, and no name but full ones', () => {
    const { run } = replSession();
    run(`
      (env-data { "ks": { "keys": [], "pred": "=" } })
      (define-namespace 'mine (read-keyset "ks") (read-keyset "ks"))
      (namespace 'mine)
      (load "pact:coin")
      (module m G (defcap G () true) (defun f () 1))`);
    expect(run('(mine.m.f)')).toBe('1');
    expect(run('(coin.precision)')).toBe('12');
    expect(run('(precision)')).toContain('fails');
  });

  it('and sees nothing of a namespace policy', () => {
    const { run } = replSession();
    run('(load "pact:ns") (env-namespace-policy false (ns.validate))');
    expect(run('(load "pact:guards") (util.guards1.max-gas-price 0.1)')).toContain('UserGuard');
  });
});

describe('a load is part of its transaction and its chain', () => {
  it('a rollback undoes it', () => {
    const { run } = replSession();
    run('(begin-tx) (load "pact:coin") (rollback-tx)');
    expect(run('(coin.precision)')).toContain('fails');
    expect(run('(begin-tx) (load "pact:coin") (commit-tx) (coin.precision)')).toBe('12');
  });

  it('other chains load it for themselves', () => {
    const { run } = replSession();
    run('(load "pact:devnet")');
    run('(env-on-chain "1")');
    expect(run('(coin.get-balance "sender00")')).toContain('fails');
    run('(load "pact:devnet")');
    expect(run('(coin.get-balance "sender00")')).toBe('100000000.0');
  });

  it('within another form, too', () => {
    const { run } = replSession();
    expect(run('(expect "it loads" 12 (let ((x (load "pact:coin"))) 12))')).toContain('success');
    expect(run('(coin.precision)')).toBe('12');
  });

  it('with `true` it comes after everything was cleared', () => {
    const { run } = replSession();
    run('(load "pact:guards")');
    expect(run('(load "pact:coin" true) (coin.precision)')).toBe('12');
    expect(run('(util.guards1.max-gas-price 0.1)')).toContain('fails');
  });
});

it('a module of the script with the same name stays, and this is said', () => {
  const { run, printed } = replSession();
  run('(module coin G (defcap G () true) (defun precision () 1))');
  run('(load "pact:coin")');
  expect(printed).toEqual(['pact:coin is not loaded: this chain has another module coin']);
  expect(run('(coin.precision)')).toBe('1');
});

it('an error inside ends the load, and the script is as before', () => {
  const { run } = replSession();
  run('(env-data { "x": 1 }) (interface fungible-v2 (defun f:string ()))');
  expect(run('(load "pact:coin")')).toContain('fails');
  expect(run('(read-msg "x")')).toBe('1');
});

it.each([
  ['pact:coyn', 'Did you mean "pact:coin"?'],
  ['pact:Coin', 'Did you mean "pact:coin"?'],
  ['pact:coin.pact', 'Did you mean "pact:coin"?'],
  ['pact:fungible-v3', 'Did you mean "pact:fungible-v2"?'],
  ['pact:', 'There are "pact:coin", "pact:devnet"'],
])('%s is unknown: %s', (name, said) => {
  const { run } = replSession();
  expect(run(`(load "${name}")`)).toContain(`Cannot load ${name}: there is no standard module`);
  expect(run(`(load "${name}")`)).toContain(said);
});
