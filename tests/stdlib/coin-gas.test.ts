// The gas of calls of the coin contract, in milligas, each call in its own transaction: our figure, and its difference from
// that of the reference's contract if CHAINWEB_REFERENCE names a checkout of the node.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/project-files.ts';
import { replSession } from '../support/repl-session.ts';

type Contracts = Readonly<Record<'coin' | 'fungible' | 'crossing', string>>;

const ours: Contracts = {
  coin: 'coin/coin.pact',
  fungible: 'fungible-v2/fungible-v2.pact',
  crossing: 'fungible-xchain-v1/fungible-xchain-v1.pact',
};
const theirs: Contracts = {
  coin: 'coin.pact',
  fungible: 'v2/fungible-v2.pact',
  crossing: 'v4/fungible-xchain-v1.pact',
};

const setup = `
  (env-gasmodel "table") (env-gaslimit 1000000) (env-exec-config ["DisableRuntimeRTC"])
  (env-data
    { "alice": ["alice"], "bob": ["bob"], "carol": ["carol"], "miner": ["miner"], "team": ["team"], "fee": 0.5 })
  (env-chain-data { "chain-id": "0", "block-time": (time "2026-06-01T00:00:00Z") })
  (begin-tx)
  (define-keyset 'team (read-keyset 'team))
  (test-capability (coin.COINBASE))
  (coin.coinbase "alice" (read-keyset "alice") 1000.0)
  (coin.create-account "bob" (read-keyset "bob"))
  (test-capability (coin.GENESIS))
  (coin.create-allocation-account "team" (time "2026-01-01T00:00:00Z") "team" 10.0)
  (commit-tx)
  (env-sigs
    [{ "key": "alice"
     , "caps":
         [ (coin.TRANSFER "alice" "bob" 10.0) (coin.TRANSFER "alice" "carol" 10.0)
           (coin.TRANSFER_XCHAIN "alice" "bob" 10.0 "1") (coin.ROTATE "alice") (coin.GAS) (coin.DEBIT "alice") ] }
     { "key": "team", "caps": [] }])`;

type Case = readonly [name: string, milligas: number, call: string, before?: string];

const xchain = '(env-hash (hash "x"))';
const gas = '(test-capability (coin.GAS))';

const calls: readonly Case[] = [
  ['transfer', 119_508, '(coin.transfer "alice" "bob" 1.0)'],
  ['transfer-create', 108_071, '(coin.transfer-create "alice" "carol" (read-keyset "carol") 1.0)'],
  [
    'transfer-crosschain, step 0',
    131_876,
    '(coin.transfer-crosschain "alice" "bob" (read-keyset "bob") "1" 1.0)',
    xchain,
  ],
  [
    'transfer-crosschain, step 1',
    88_208,
    '(continue-pact 1 false (hash "x"))',
    '(env-chain-data { "chain-id": "1" })',
  ],
  ['rotate', 43_986, '(coin.rotate "alice" (read-keyset "alice"))'],
  ['create-account', 41_424, '(coin.create-account "dave" (read-keyset "bob"))'],
  ['get-balance', 9_099, '(coin.get-balance "alice")'],
  ['details', 9_485, '(coin.details "alice")'],
  [
    'coinbase',
    50_457,
    '(coin.coinbase "miner" (read-keyset "miner") 2.3)',
    '(test-capability (coin.COINBASE))',
  ],
  ['buy-gas', 57_358, '(coin.buy-gas "alice" 1.0)', gas],
  ['redeem-gas', 97_948, '(coin.redeem-gas "miner" (read-keyset "miner") "alice" 1.0)', gas],
  ['release-allocation', 101_747, '(coin.release-allocation "team")'],
];

/** Returns the gas of loading the contract and of each call. */
function milligasOf(folder: string, contracts: Contracts): ReadonlyMap<string, number> {
  const session = replSession();
  const run = (program: string): string => {
    const answer = session.run(program);
    if (answer.startsWith('fails')) throw new Error(`${program}: ${answer}`);
    return answer;
  };
  const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');
  run(`(begin-tx) ${textOf(contracts.fungible)} ${textOf(contracts.crossing)} (commit-tx)`);
  run('(env-gasmodel "table") (env-gaslimit 1000000)');
  run(`(begin-tx) (env-gas 0) ${textOf(contracts.coin)}`);
  const deployment = Number(run('(env-milligas)'));
  run('(create-table coin-table) (create-table allocation-table) (commit-tx)');
  run(setup);
  const figures = calls.map(([name, , call, before = '']) => {
    run(`(begin-tx) ${before} (env-gas 0) ${call}`);
    const figure = Number(run('(env-milligas)'));
    run('(commit-tx)');
    return [name, figure] as const;
  });
  return new Map([['deployment', deployment], ...figures]);
}

it('has not changed', () => {
  const known = new Map<string, number>(calls.map(([name, milligas]) => [name, milligas]));
  const found = milligasOf(join(root, 'stdlib'), ours);
  expect(new Map([...found].filter(([name]) => name !== 'deployment'))).toEqual(known);
  // The reference's fifth version costs 20,597 gas (its coin-v5.repl), the sixth 21,181.
  expect(found.get('deployment')).toBeLessThan(20_597_000);
});

const checkout = join(process.env['CHAINWEB_REFERENCE'] ?? '', 'pact/coin-contract');
const isPresent = process.env['CHAINWEB_REFERENCE'] !== undefined && existsSync(checkout);

it.skipIf(!isPresent)('is within 2 % of what the reference charges for its contract', () => {
  const found = milligasOf(join(root, 'stdlib'), ours);
  for (const [name, figure] of milligasOf(checkout, theirs)) {
    const ratio = (found.get(name) ?? 0) / figure;
    if (name === 'deployment') expect(ratio, name).toBeLessThan(1);
    else expect(Math.abs(ratio - 1), name).toBeLessThan(0.02);
  }
});
