// Blocks with the contracts of stdlib: payments for gas and to miners, gas stations, allocations, transfers between chains.
// The numbers are those of past bugs of the reference node; the titles of the tests are theirs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeMiner } from '../../../../src/chain/model/payload-json.ts';
import type { Network } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { root } from '../../../support/project-files.ts';
import { outputsOf, StdlibChains } from '../../../support/stdlib-chains.ts';

const units = (coins: number): bigint => BigInt(Math.round(coins * 1e6)) * 1_000_000n;
const gasCap = ['coin.GAS'] as const;
const transferCaps = (from: string, to: string, amount: number) =>
  [gasCap, ['coin.TRANSFER', from, to, amount]] as const;

function transfer(chains: StdlibChains, amount: number) {
  return chains.run({
    code: `(coin.transfer "sender00" "sender01" ${amount.toFixed(1)})`,
    capabilities: transferCaps('sender00', 'sender01', amount),
  });
}

/** Returns how the balances of chain 0 change while `happen` runs. */
function changes(chains: StdlibChains, happen: () => unknown): ReadonlyMap<string, bigint> {
  const before = chains.balances(0);
  happen();
  return new Map(
    [...chains.balances(0)]
      .map(([account, balance]) => [account, balance - (before.get(account) ?? 0n)] as const)
      .filter(([, change]) => change !== 0n),
  );
}

/** Returns the reward of a block on a chain of a network with two chains. */
const reward = (chains: StdlibChains): bigint => chains.contextAbove(0).rules.minerReward;

describe('gas is paid with coins', () => {
  test('the sender pays for the gas used, and the miner gets it with the reward', () => {
    const chains = new StdlibChains('pair');
    const due = reward(chains);
    let gas = 0;
    const changed = changes(chains, () => (gas = transfer(chains, 3).gas));
    const fee = BigInt(gas) * 1_000_000n;
    expect(changed).toEqual(
      new Map([
        [chains.miner.account, due + fee],
        ['sender00', -units(3) - fee],
        ['sender01', units(3)],
      ]),
    );
  });

  test('a failure pays the whole limit, and has no other effect', () => {
    const chains = new StdlibChains('pair');
    const due = reward(chains);
    const changed = changes(chains, () => {
      const { result, gas } = chains.run({
        code: '(coin.transfer "sender00" "sender01" 3.0) (enforce false "no")',
        capabilities: transferCaps('sender00', 'sender01', 3),
        gasLimit: 2_000,
      });
      expect([result.status, gas]).toEqual(['failure', 2_000]);
    });
    expect(changed).toEqual(
      new Map([
        [chains.miner.account, due + units(0.002)],
        ['sender00', -units(0.002)],
      ]),
    );
  });

  // chainweb-node #831 and #773
  test('#42: an account that an earlier transaction drained pays nothing, and the block is made', () => {
    const chains = new StdlibChains('pair');
    const [amount] = [[...chains.balances(0)].find(([name]) => name === 'sender00')![1]];
    const all = `${amount / 10n ** 12n - 1n}.99`;
    const drain = chains.transaction({
      code: `(coin.transfer "sender00" "sender01" ${all})`,
      capabilities: [gasCap, ['coin.TRANSFER', 'sender00', 'sender01', Number(all)]],
    });
    const later = chains.transaction({ code: '1', gasLimit: 100_000, gasPrice: 0.001 });
    const built = chains.grow([drain, later]).get(0)!;
    expect(outputsOf(built.payload).map(({ result }) => result.status)).toEqual(['success']);
    expect(built.leftOut.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^"[\w-]{43}" Failed to buy gas: .*Insufficient funds/),
    ]);
  });

  // chainweb-node 7342e286d
  test('#45: the gas of a transaction is the sum of its parts, in blocks as in preflight', () => {
    const chains = new StdlibChains('pair');
    const codes = ['(length (enumerate 1 500))', '(+ 1 2)'.padEnd(26)];
    const asked = codes.map((code) => {
      const local = chains.ask({ code, nonce: 'n' });
      const preflight = chains.ask({ code, nonce: 'n' }, { preflight: true });
      if (local.kind !== 'result' || preflight.kind !== 'preflight') throw new Error(local.kind);
      const { gas } = chains.run({ code, nonce: 'n' });
      expect(preflight.result.gas).toBe(BigInt(gas));
      return { local: Number(local.result.gas), block: gas };
    });
    const [long, short] = asked as [(typeof asked)[number], (typeof asked)[number]];
    // Size and the purchase of gas cost the same; each figure is rounded up.
    expect(Math.abs(long.block - long.local - (short.block - short.local))).toBeLessThanOrEqual(1);
    expect(long.block).toBeGreaterThan(long.local);
  });
});

test('the gas station of stdlib pays from its account and from the budget of the user', () => {
  const chains = new StdlibChains('pair');
  const source = readFileSync(join(root, 'stdlib/gas-station/gas-station.pact'), 'utf8');
  const code =
    '(namespace "free") (define-keyset "free.gas-station-admin" (read-keyset "admin"))' +
    source.replace('"gas-station-admin"', '"free.gas-station-admin"') +
    '(create-table free.gas-station.budgets) (free.gas-station.create-gas-account)';
  const sender01 = {
    pred: 'keys-all',
    keys: ['6be2f485a7af75fedb4b7f153a903f7e6000ca4aa501179c91a2450b777bd2a7'],
  };
  const admin = ['368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca'];
  expect(chains.run({ code, data: { admin }, gasLimit: 150_000 }).result.status).toBe('success');
  const station = [...chains.balances(0).keys()].find((name) => name.startsWith('u:'))!;
  const funding = chains.run({
    code: `(coin.transfer "sender00" "${station}" 5.0)
      (free.gas-station.fund-user "bea" (read-keyset "bea") 2.0)`,
    data: { bea: sender01 },
    capabilities: [
      ...transferCaps('sender00', station, 5),
      ['free.gas-station.FUND_USER', 'bea', 2],
    ],
  });
  expect(funding.result.status).toBe('success');
  const paid = { sender: station, signers: ['sender01'], gasLimit: 3_000, gasPrice: 1e-4 };
  const payer = ['free.gas-station.GAS_PAYER', 'bea', { int: 3_000 }, 1e-4] as const;
  const changed = changes(chains, () => {
    const { result } = chains.run({ ...paid, code: '(+ 1 2)', capabilities: [payer] });
    expect(result).toEqual({ status: 'success', data: { int: 3 } });
  });
  const stationChange = changed.get(station)!;
  expect(stationChange).toBeLessThan(0n);
  expect(changed.get(chains.miner.account)).toBe(reward(chains) - stationChange);
  const balance = chains.run({ code: '(free.gas-station.user-balance "bea")' });
  expect(balance.result.data).toBe(1.7);
  // The gas limit is higher than the user signed for, so the transaction cannot be in a block.
  const dear = chains.transaction({ ...paid, gasLimit: 3_001, code: '1', capabilities: [payer] });
  const { leftOut } = chains.grow([dear]).get(0)!;
  expect(leftOut[0]?.text).toContain('The gas limit is higher than was agreed');
});

test('an allocation is released once, by its key, at its date', () => {
  const chains = new StdlibChains('pair');
  const release = (name: string, signers: readonly string[] = [name]) =>
    chains.run({
      sender: name,
      signers,
      code: `(coin.release-allocation "${name}")`,
      gasPrice: 1e-8,
    });
  const changed = changes(chains, () =>
    expect(release('allocation00').result.data).toBe(
      'Allocation successfully released to main ledger',
    ),
  );
  expect(changed.get('allocation00')! > units(999_999)).toBe(true);
  expect(release('allocation00').result.error?.message).toBe(
    'allocation funds have already been redeemed',
  );
  expect(release('allocation01').result.error?.message).toMatch(/^funds locked until "2100-10-31/);
  const stolen = chains.run({
    sender: 'sender00',
    code: '(coin.release-allocation "allocation02")',
  });
  expect(stolen.result.error?.message).toMatch(/^Keyset failure/);
});

// chainweb-node #797
describe('#35: names of accounts are never code', () => {
  const evil = `bob" (read-keyset "k") 1.0) (coin.credit "eve`;

  test('of the miner', () => {
    const chains = new StdlibChains('pair');
    const due = reward(chains);
    chains.miner = { ...chains.miner, account: evil };
    const changed = changes(chains, () => transfer(chains, 1));
    expect(changed.get(evil)! > due).toBe(true);
    expect([...changed.keys()].sort()).toEqual([evil, 'sender00', 'sender01']);
    const { payload } = chains.blocks[0]!.at(-1)!;
    const miner = decodeMiner(payload.minerData);
    expect(miner.ok && miner.value.account).toBe(evil);
  });

  test('of the sender, of the chain, and in arguments of gas payers', () => {
    const chains = new StdlibChains('pair');
    const unknown = chains.transaction({ sender: evil, signers: ['sender00'], code: '1' });
    const payer = chains.transaction({
      sender: 'sender00',
      code: '1',
      capabilities: [['coin.GAS_PAYER', evil, { int: 1 }, 1]],
    });
    const { payload, leftOut } = chains.grow([unknown, payer]).get(0)!;
    expect(payload.transactions).toEqual([]);
    expect(leftOut.map(({ kind, text }) => [kind, text.includes('Failed to buy gas')])).toEqual([
      ['invalid', true],
      ['invalid', true],
    ]);
    expect(leftOut[0]!.text).toContain(`key: ${evil}`);
    expect(chains.balances(0).has('eve')).toBe(false);
  });

  test('block execution parses only the code of transactions', () => {
    for (const name of ['system-code', 'gas-payment', 'coinbase', 'execute-transaction']) {
      const text = readFileSync(join(root, `src/chain/execute/${name}.ts`), 'utf8');
      expect(text, name).not.toContain('parseProgram');
    }
  });
});

// chainweb-node #400 and #1732
test('#39: receipts of 200 transactions over 20 blocks are found in any order', () => {
  const chains = new StdlibChains('pair');
  const placed = new Map<string, { readonly height: number; readonly position: number }>();
  for (let i = 0; i < 20; i++) {
    const offered = Array.from({ length: 10 }, () =>
      chains.transaction({ code: '1', gasLimit: 1_000 }),
    );
    const { payload, header } = chains.grow(offered).get(0)!;
    outputsOf(payload).forEach(({ reqKey }, position) =>
      placed.set(reqKey, { height: header.height, position }),
    );
  }
  expect(placed.size).toBe(200);
  const [state] = chains.states;
  const keys = [...placed.keys()].sort();
  const unknown = 'A'.repeat(43);
  for (const key of [...keys, ...keys.reverse(), unknown]) {
    expect(state!.receipt(key)).toEqual(placed.get(key));
  }
  chains.rewind(10);
  for (const key of keys) {
    const place = placed.get(key)!;
    expect(state!.receipt(key)).toEqual(place.height > 10 ? undefined : place);
  }
}, 60_000);

// chainweb-node #1556
test('#52: tables and modules whose names differ by case are independent', () => {
  const chains = new StdlibChains('pair');
  const code = ['m', 'M']
    .map(
      (name) => `(module ${name} G (defcap G () true)
        (defschema s v:string) (deftable t:{s}) (deftable T:{s})
        (defun put () (insert t "k" { "v": "${name}.t" }) (insert T "k" { "v": "${name}.T" }))
        (defun get () [(at "v" (read t "k")) (at "v" (read T "k"))]))
      (create-table t) (create-table T) (put)`,
    )
    .join('');
  const made = chains.run({ code: `(namespace "free") ${code}`, gasLimit: 150_000 });
  expect(made.result.status).toBe('success');
  const read = chains.run({ code: '(+ (free.m.get) (free.M.get))' });
  expect(read.result.data).toEqual(['m.t', 'm.T', 'M.t', 'M.T']);
});

// chainweb-node #1487 and #1511
test('#56: the gas limit of blocks counts from exactly the height of its rule', () => {
  const limit = 5_000n;
  const limited: Partial<Network> = {
    execution: {
      ...development.execution,
      blockGasLimit: [{ from: { kind: 'height', height: 3 }, value: limit }],
    },
  };
  const free = new StdlibChains('pair');
  const failing = { code: '(enforce false "no")', gasLimit: Number(limit) + 1 };
  const wasteful = { code: '(+ 1 2)', gasLimit: Number(limit) + 1 };
  for (const each of [failing, failing, failing, wasteful]) free.run(each);
  const strict = new StdlibChains('pair', limited);
  for (const { header } of free.blocks.flat()) strict.headers.add(header);
  const verdict = (blocks: readonly (typeof free.blocks)[number][number][]) =>
    strict.replay(strict.states[0]!, blocks);
  const [, first, second, third] = free.blocks[0]!;
  expect(verdict([first!, second!])).toEqual({ ok: true, value: 2 });
  expect(verdict([third!])).toMatchObject({
    ok: false,
    fault: { height: 3, failure: { kind: 'block-gas-limit-exceeded', gasLeft: limit } },
  });
  // While building, a transaction above the limit does not fit.
  strict.blocks[0]!.push(first!, second!);
  strict.blocks[1]!.push(...free.blocks[1]!.slice(1, 3));
  strict.replay(strict.states[1]!, free.blocks[1]!.slice(1, 3));
  const built = strict.grow([strict.transaction(failing)]).get(0)!;
  expect(built.leftOut.map(({ kind }) => kind)).toEqual(['no-room']);
});

// chainweb-node #854
test('#58: a proof does not grow with the age of what it proves', () => {
  const chains = new StdlibChains('pair');
  const sent = transfer(chains, 1);
  const young = chains.proofOf(sent, 1);
  chains.growBy(30);
  expect(chains.proofOf(sent, 1)).toBe(young);
});

// chainweb-node #1414
test('#59: a transfer to another chain needs no signature but for itself and gas', () => {
  const chains = new StdlibChains('pair');
  const cross = (capabilities: Parameters<typeof chains.run>[0]['capabilities'] & object) =>
    chains.run({
      code: '(coin.transfer-crosschain "sender00" "anna" (read-keyset "k") "1" 7.0)',
      data: { k: ['ab'.repeat(32)] },
      capabilities,
    }).result;
  const [cap] = [['coin.TRANSFER_XCHAIN', 'sender00', 'anna', 7, '1'] as const];
  expect(cross([gasCap, cap]).status).toBe('success');
  expect(cross([gasCap]).error?.message).toMatch(/^Managed capability not installed|not installed/);
  expect(cross([gasCap, ['coin.TRANSFER', 'sender00', 'anna', 7]]).status).toBe('failure');
});

// chainweb-node #2144, pact-5 06f5d759: a change of this hash is a fork.
test('#60: the order of writes in the log of a deployment', () => {
  const chains = new StdlibChains('pair');
  const code = `(namespace "free") (module logged G (defcap G () true)
    (defschema s v:integer) (deftable b:{s}) (deftable a:{s})
    (defun put () (map (lambda (k) (write b k { "v": 1 }) (write a k { "v": 2 })) ["z" "y" "x" "z" "w"])))
    (create-table b) (create-table a) (put)`;
  const sent = { code, gasLimit: 150_000, nonce: 'logged', creationTime: 1_563_388_117 };
  const answer = chains.ask(sent);
  if (answer.kind !== 'result') throw new Error(answer.kind);
  expect(answer.result.result.status).toBe('success');
  // The logs without the payment for gas, which depends on the version of the coin contract.
  expect({ logs: answer.result.logs }).toEqual({
    logs: 'HMStUh9pAw8rkfG-w5b2hOYluc9AR4JrjgJ2NGHsPsA',
  });
});

// chainweb-node 2620e1f09
test.each<readonly [string, Parameters<StdlibChains['run']>[0], string | undefined, string]>([
  ['another chain', { code: '1', chain: 1 }, 'Wrong chain', 'Chain id mismatch'],
  [
    'a time long ago',
    { code: '1', creationTime: 1 },
    'time-to-live',
    'Tx time outside of valid range',
  ],
  [
    'too much gas',
    { code: '1', gasLimit: 150_001 },
    undefined,
    'Transaction Gas limit exceeds block gas limit',
  ],
  [
    'a price with 13 places',
    { code: '1', gasPrice: 1.0000000000001 },
    undefined,
    'Gas price decimal precision too high',
  ],
])('#65: a transaction with %s: block, plain question and preflight', (_, sent, inBlock, asked) => {
  const chains = new StdlibChains('pair');
  const { leftOut } = chains.build(0, [chains.transaction(sent)]);
  expect(leftOut.map(({ text }) => text)).toEqual(
    inBlock === undefined ? [] : [expect.stringContaining(inBlock)],
  );
  expect(chains.ask(sent, { chain: 0 }).kind).toBe('result');
  expect(chains.ask(sent, { chain: 0, preflight: true })).toEqual({
    kind: 'refused',
    failures: [asked],
  });
});
