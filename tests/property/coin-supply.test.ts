// Coins come only from rewards and allocations, whatever transactions do: the sum of balances, of amounts in transit between
// chains and of unreleased allocations changes in no other way. No balance is negative, and a cross-chain transfer arrives
// once.
//
// Two chains share the tables of one session: accounts of chain 0 are named `zero...`, those of chain 1 `one...`.

import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/project-files.ts';
import { replSession, type ReplSession } from '../support/repl-session.ts';
import { runCount } from '../support/run-count.ts';

const accounts = ['zero-ann', 'zero-ben', 'zero-cat', 'one-ann', 'one-ben', 'one-cat', 'zero-plan'];

type Action =
  | ({ readonly kind: 'reward' | 'destruction' } & Change)
  | { readonly kind: 'promise'; readonly amount: string }
  | { readonly kind: 'release' }
  | { readonly kind: 'rotation'; readonly account: string; readonly owner: string }
  | Transfer
  | Crossing
  | Arrival
  | Gas;

type Change = { readonly account: string; readonly amount: string };

type Ends = {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** The signer; the sender if absent. */
  readonly signer: string | undefined;
};

type Transfer = { readonly kind: 'transfer' | 'transfer-create' } & Ends;

type Crossing = { readonly kind: 'crossing'; readonly target: '0' | '1' | '2' } & Ends;

type Arrival = {
  readonly kind: 'arrival';
  readonly crossing: number;
  /** The chain on which it is claimed, if not the intended one. */
  readonly chain: '0' | '1' | undefined;
};

type Gas = {
  readonly kind: 'gas';
  readonly sender: string;
  readonly miner: string;
  readonly total: string;
  readonly fee: string;
  readonly inOneDefpact: boolean;
};

const kinds: readonly Action['kind'][] = [
  'arrival',
  'crossing',
  'destruction',
  'gas',
  'promise',
  'release',
  'reward',
  'rotation',
  'transfer',
  'transfer-create',
];

const account = fc.constantFrom(...accounts);
const amount = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: 1, max: 500 }).map((units) => (units / 10).toFixed(1)),
  },
  { weight: 2, arbitrary: fc.bigInt(1n, 10n ** 14n).map((units) => decimalText(units, 12)) },
  { weight: 1, arbitrary: fc.constantFrom('0.0', '-1.0', '0.0000000000001', '1000000000000.0') },
);
/** Usually the sender signs. */
const signer = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: account },
);
const transfer = { from: account, to: account, amount, signer };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom('reward', 'destruction'), account, amount }),
  fc.record({ kind: fc.constant('promise'), amount }),
  fc.record({ kind: fc.constant('release') }),
  fc.record({ kind: fc.constant('rotation'), account, owner: account }),
  fc.record({ kind: fc.constantFrom('transfer', 'transfer-create'), ...transfer }),
  fc.record({ kind: fc.constant('crossing'), ...transfer, target: fc.constantFrom('0', '1', '2') }),
  fc.record({
    kind: fc.constant('arrival'),
    crossing: fc.nat({ max: 3 }),
    chain: fc.constantFrom('0', '1', undefined, undefined),
  }),
  fc.record({
    kind: fc.constant('gas'),
    sender: account,
    miner: account,
    total: amount,
    fee: amount,
    inOneDefpact: fc.boolean(),
  }),
);

const owners = accounts.map((name) => `"${name}": ["${name}"]`).join(', ');
const textOf = (path: string): string => readFileSync(join(root, 'stdlib', path), 'utf8');
const deployment = `(begin-tx)
  ${textOf('fungible-v2/fungible-v2.pact')}
  ${textOf('fungible-xchain-v1/fungible-xchain-v1.pact')}
  ${textOf('coin/coin.pact')}
  (create-table coin-table) (create-table allocation-table)
  (env-data { ${owners} })
  (define-keyset "zero-plan" (read-keyset "zero-plan"))
  (test-capability (coin.COINBASE))
  (coin.coinbase "zero-ann" (read-keyset "zero-ann") 100.0)
  (coin.coinbase "one-ben" (read-keyset "one-ben") 50.0)
  (commit-tx)`;

/** Amounts are in units of 10^-12 coins. */
const unit = 10n ** 12n;

/** The expected amounts, and the actual chain. */
class Ledger {
  readonly session: ReplSession = replSession();
  /** The expected sum of all coins. */
  supply = 150n * unit;
  promised = 0n;
  private payments = 0;
  readonly crossings: { amount: bigint; target: string; hasArrived: boolean }[] = [];

  constructor() {
    expect(this.session.run(deployment)).toBe('"Commit Tx 0"');
  }

  /** Runs code as one transaction; the writes of a failed one are rolled back. */
  private transact(
    code: string,
    signed: string,
    { chain = '0', fee }: { readonly chain?: string; readonly fee?: string } = {},
  ): boolean {
    const data = `(env-data { ${owners}${fee === undefined ? '' : `, "fee": ${fee}`} })`;
    const time = '"block-time": (time "2026-01-01T00:00:00Z")';
    const place = `(env-chain-data { "chain-id": "${chain}", ${time} })`;
    const { run } = this.session;
    run(`${data} ${place} (env-sigs [${signed}]) (begin-tx)`);
    const isDone = !run(code).startsWith('fails');
    run(isDone ? '(commit-tx)' : '(rollback-tx)');
    return isDone;
  }

  /** Returns whether the action succeeded. */
  does(one: Action): boolean {
    switch (one.kind) {
      case 'reward':
        return this.reward(one);
      case 'destruction':
        return this.destroy(one);
      case 'promise':
        return this.promise(one);
      case 'release': {
        const isDone = this.transact(
          '(coin.release-allocation "zero-plan")',
          signature('zero-plan'),
        );
        if (isDone) this.promised = 0n;
        return isDone;
      }
      case 'rotation': {
        const code = `(coin.rotate "${one.account}" (read-keyset "${one.owner}"))`;
        return this.transact(code, signature(one.account, `(coin.ROTATE "${one.account}")`));
      }
      case 'transfer':
      case 'transfer-create':
        return this.transfer(one);
      case 'crossing':
        return this.leave(one);
      case 'arrival':
        return this.arrive(one);
      case 'gas':
        return this.payGas(one);
    }
  }

  private reward({ account: name, amount: coins }: Change): boolean {
    const call = `(coin.coinbase "${name}" (read-keyset "${name}") ${coins})`;
    const isDone = this.transact(`(test-capability (coin.COINBASE)) ${call}`, '');
    if (isDone) this.supply += unitsOf(coins);
    return isDone;
  }

  private destroy({ account: name, amount: coins }: Change): boolean {
    const call = `(coin.remediate "${name}" ${coins})`;
    const isDone = this.transact(`(test-capability (coin.REMEDIATE)) ${call}`, '');
    if (isDone) this.supply -= unitsOf(coins);
    return isDone;
  }

  private promise({ amount: coins }: { readonly amount: string }): boolean {
    const date = '(time "2020-01-01T00:00:00Z")';
    const call = `(coin.create-allocation-account "zero-plan" ${date} "zero-plan" ${coins})`;
    const isDone = this.transact(`(test-capability (coin.GENESIS)) ${call}`, '');
    if (isDone) {
      this.promised += unitsOf(coins);
      this.supply += unitsOf(coins);
    }
    return isDone;
  }

  private transfer({ kind, from, to, amount: coins, signer: key = from }: Transfer): boolean {
    const guard = kind === 'transfer' ? '' : `(read-keyset "${to}")`;
    const code = `(coin.${kind} "${from}" "${to}" ${guard} ${coins})`;
    return this.transact(code, signature(key, `(coin.TRANSFER "${from}" "${to}" ${coins})`));
  }

  private leave({ from, to, amount: coins, signer: key = from, target }: Crossing): boolean {
    const name = `(env-hash (hash "crossing-${String(this.crossings.length)}"))`;
    const guard = `(read-keyset "${to}")`;
    const code = `${name} (coin.transfer-crosschain "${from}" "${to}" ${guard} "${target}" ${coins})`;
    const capability = `(coin.TRANSFER_XCHAIN "${from}" "${to}" ${coins} "${target}")`;
    const isDone = this.transact(code, signature(key, capability));
    if (isDone) this.crossings.push({ amount: unitsOf(coins), target, hasArrived: false });
    return isDone;
  }

  private arrive({ crossing: number, chain: claimed }: Arrival): boolean {
    const crossing = this.crossings[number];
    const chain = claimed ?? crossing?.target ?? '1';
    const code = `(continue-pact 1 false (hash "crossing-${String(number)}"))`;
    if (!this.transact(code, '', { chain })) return false;
    expect(crossing).toMatchObject({ target: chain, hasArrived: false });
    if (crossing !== undefined) crossing.hasArrived = true;
    return true;
  }

  private payGas({ sender, miner, total, fee, inOneDefpact }: Gas): boolean {
    const redeemed = `"${miner}" (read-keyset "${miner}")`;
    const name = `(env-hash (hash "gas-${String(this.payments++)}"))`;
    const code = inOneDefpact
      ? `${name} (coin.fund-tx "${sender}" ${redeemed} ${total}) (continue-pact 1)`
      : `(coin.buy-gas "${sender}" ${total}) (coin.redeem-gas ${redeemed} "${sender}" ${total})`;
    const signed = signature(sender, `(coin.GAS) (coin.DEBIT "${sender}")`);
    return this.transact(`(test-capability (coin.GAS)) ${code}`, signed, { fee });
  }

  check(): void {
    const balances = accounts.map((name) =>
      unitsOf(this.session.run(`(try 0.0 (coin.get-balance "${name}"))`)),
    );
    for (const balance of balances) expect(balance).toBeGreaterThanOrEqual(0n);
    const underWay = this.crossings.filter(({ hasArrived }) => !hasArrived);
    expect(sum(balances) + sum(underWay.map(({ amount: units }) => units)) + this.promised).toBe(
      this.supply,
    );
  }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);

const signature = (key: string, capabilities = ''): string =>
  `{ "key": "${key}", "caps": [${capabilities}] }`;

/** Converts a decimal of at most 12 places to units; with more places, coins would be lost. */
function unitsOf(decimal: string): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (whole === undefined || part.length > 12) throw new Error(`no amount of coins: ${decimal}`);
  const units = BigInt(whole + part.padEnd(12, '0'));
  return sign === '-' ? -units : units;
}

function decimalText(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

// Of the usual number of random sequences, one in a hundred runs had no transfer that succeeds.
const usualSeed = process.env['PACT_RUNS'] === undefined ? { seed: 20_261_127 } : {};

it('coins come only from rewards and allocations', () => {
  const succeeded = new Set<Action['kind']>();
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 60, size: 'max' }), (actions) => {
      const ledger = new Ledger();
      for (const one of actions) {
        if (ledger.does(one)) succeeded.add(one.kind);
        ledger.check();
      }
    }),
    { numRuns: runCount(40), ...usualSeed },
  );
  // Sequences in which no action of a kind succeeds would test little.
  expect([...succeeded].sort()).toEqual(kinds);
});
