// Properties of the ledger of stdlib/poly-fungible under any transactions: the supply of a token is the sum of its balances,
// including those in escrow; no balance is negative; and a sale with a royalty pays it to the unit. The test has its own
// model of what each action may do, so it also detects actions that succeed but should not.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountOf, guardOf, tokenSession } from '../support/poly-fungible.ts';
import { runCount } from '../support/run-count.ts';

const people = ['ann', 'ben', 'cat'] as const;
type Person = (typeof people)[number];
const tokens = ['plain', 'song'] as const;
type Token = (typeof tokens)[number];

const policies = { plain: '[]', song: '[royalty-policy-v1]' } satisfies Record<Token, string>;
const idOf = (token: Token): string => `(people.id-of 2 "${token}" ${policies[token]})`;

type Action =
  | {
      readonly kind: 'mint' | 'burn';
      readonly token: Token;
      readonly who: Person;
      readonly amount: string;
    }
  | {
      readonly kind: 'transfer';
      readonly token: Token;
      readonly from: Person;
      readonly to: Person;
      readonly amount: string;
      readonly signer: Person | undefined;
    }
  | {
      readonly kind: 'offer';
      readonly token: Token;
      readonly who: Person;
      readonly amount: string;
      /** In coins; no price if absent. */
      readonly price: string | undefined;
    }
  | {
      readonly kind: 'buy';
      readonly sale: number;
      readonly who: Person;
      /** The amounts that the buyer signs for the royalty and the price; the right ones if absent. */
      readonly signed: string | undefined;
    }
  | { readonly kind: 'withdraw'; readonly sale: number; readonly signer: Person | undefined };

const token = fc.constantFrom(...tokens);
const person = fc.constantFrom(...people);
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 900 }).map((n) => (n / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('0.0', '-1.0', '0.001', '1000000.0') },
);
const price = fc.oneof(
  fc.constantFrom('1.0', '0.000000000001', '3.333333333333', '0.0', '-2.0'),
  fc.integer({ min: 1, max: 300 }).map((n) => (n / 10).toFixed(1)),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom('mint', 'burn'), token, who: person, amount }),
  fc.record({
    kind: fc.constant('transfer'),
    token,
    from: person,
    to: person,
    amount,
    signer: fc.option(person, { nil: undefined, freq: 5 }),
  }),
  fc.record({
    kind: fc.constant('offer'),
    token,
    who: person,
    amount,
    price: fc.option(price, { nil: undefined, freq: 4 }),
  }),
  fc.record({
    kind: fc.constant('buy'),
    sale: fc.nat({ max: 3 }),
    who: person,
    signed: fc.option(price, { nil: undefined, freq: 4 }),
  }),
  fc.record({
    kind: fc.constant('withdraw'),
    sale: fc.nat({ max: 3 }),
    signer: fc.option(person, { nil: undefined, freq: 4 }),
  }),
);

const unit = 10n ** 12n;
const keys = people.map((name) => `"${name}": ["${name}"]`).join(', ');

type Sale = {
  readonly token: Token;
  readonly seller: Person;
  readonly amount: string;
  readonly price: string | undefined;
  isOpen: boolean;
};

const { run, transact } = tokenSession();
const royalty = `{ "fungible": coin, "creator": ${accountOf('creator')}, "creator-guard": ${guardOf('creator')}, "royalty-rate": 0.07 }`;
run('(env-chain-data { "chain-id": "0", "block-time": (time "2026-01-01T00:00:00Z") })');
run(`(env-data (+ { "royalty_spec": ${royalty} } people.KEYS)) (env-keys ["creator"])`);
for (const each of tokens) run(`(people.create 2 "${each}" ${policies[each]})`);

for (const each of tokens) {
  for (const name of people) {
    const capability = `(ledger.MINT ${idOf(each)} ${accountOf(name)} 50.0)`;
    run(signedBy(name, capability));
    run(`(ledger.mint ${idOf(each)} ${accountOf(name)} ${guardOf(name)} 50.0)`);
  }
}

let saleCount = 0;

/** One sequence of actions. All sequences share one chain: each continues with the state that others left. */
class Market {
  readonly sales: (Sale & { readonly id: string })[] = [];
  readonly succeeded = new Set<string>();

  private coins(name: string): bigint {
    return unitsOf(run(`(coin.get-balance ${accountOf(name)})`));
  }

  does(one: Action): void {
    const before = new Map([...people, 'creator'].map((name) => [name, this.coins(name)]));
    const isDone = this.act(one, before);
    if (isDone) this.succeeded.add(one.kind);
    if (one.kind !== 'buy' || !isDone) {
      for (const [name, coins] of before) expect(this.coins(name)).toBe(coins);
    }
    if (isDone) this.check();
  }

  private act(one: Action, before: ReadonlyMap<string, bigint>): boolean {
    switch (one.kind) {
      case 'mint':
      case 'burn': {
        const capability = `(ledger.${one.kind.toUpperCase()} ${idOf(one.token)} ${accountOf(one.who)} ${one.amount})`;
        const guard = one.kind === 'mint' ? guardOf(one.who) : '';
        const supply = this.supply(one.token);
        const isDone = transact(
          `${data()} ${signedBy(one.who, capability)}`,
          `(ledger.${one.kind} ${idOf(one.token)} ${accountOf(one.who)} ${guard} ${one.amount})`,
        );
        const change = isDone ? unitsOf(one.amount) : 0n;
        expect(this.supply(one.token)).toBe(supply + (one.kind === 'mint' ? change : -change));
        if (isDone && one.kind === 'burn') expect(one.token).toBe('plain');
        return isDone;
      }
      case 'transfer':
        return this.transfer(one);
      case 'offer':
        return this.offer(one);
      case 'buy':
        return this.buy(one, before);
      case 'withdraw': {
        const sale = this.sales[one.sale];
        if (sale === undefined) return false;
        const signer = one.signer ?? sale.seller;
        const capability = `(ledger.WITHDRAW ${idOf(sale.token)} ${accountOf(sale.seller)} ${sale.amount} 0 "${sale.id}")`;
        const code = `(continue-pact 0 true "${sale.id}")`;
        const isDone = transact(`${data()} ${signedBy(signer, capability)}`, code);
        if (!isDone) return false;
        expect([sale.isOpen, signer]).toEqual([true, sale.seller]);
        sale.isOpen = false;
        return true;
      }
    }
  }

  private transfer({
    token: each,
    from,
    to,
    amount: units,
    signer = from,
  }: Action & { kind: 'transfer' }): boolean {
    const capability = `(ledger.TRANSFER ${idOf(each)} ${accountOf(from)} ${accountOf(to)} ${units})`;
    const isDone = transact(
      `${data()} ${signedBy(signer, capability)}`,
      `(ledger.transfer-create ${idOf(each)} ${accountOf(from)} ${accountOf(to)} ${guardOf(to)} ${units})`,
    );
    if (isDone) expect([each, signer]).toEqual(['plain', from]);
    return isDone;
  }

  private offer({
    token: each,
    who,
    amount: units,
    price: asked,
  }: Action & { kind: 'offer' }): boolean {
    const id = run(`(hash "sale ${String(saleCount++)}")`).slice(1, -1);
    const account = `{ "account": ${accountOf(who)}, "guard": ${guardOf(who)} }`;
    const quote = `{ "fungible": coin, "seller-fungible-account": ${account}, "sale-price": ${asked ?? ''}, "sale-type": "" }`;
    const message = asked === undefined ? data() : data(`"quote": ${quote}`);
    const capability = `(ledger.OFFER ${idOf(each)} ${accountOf(who)} ${units} 0)`;
    const isDone = transact(
      `${data()} ${message} (env-hash "${id}") ${signedBy(who, capability)}`,
      `(ledger.sale ${idOf(each)} ${accountOf(who)} ${units} 0)`,
    );
    if (isDone) {
      if (each === 'song') expect(asked).toBeDefined();
      this.sales.push({ id, token: each, seller: who, amount: units, price: asked, isOpen: true });
    }
    return isDone;
  }

  private buy(
    { sale: number, who, signed }: Action & { kind: 'buy' },
    before: ReadonlyMap<string, bigint>,
  ): boolean {
    const sale = this.sales[number];
    if (sale === undefined) return false;
    const all = unitsOf(sale.price ?? '0.0');
    const due = sale.token === 'song' && sale.price !== undefined ? (all * 7n) / 100n : 0n;
    const buyer = accountOf(who);
    const escrow = `(at "account" (policy-manager.get-escrow-account "${sale.id}"))`;
    const transferred = (from: string, to: string, coins: bigint): string =>
      coins > 0n ? `(coin.TRANSFER ${from} ${to} ${signed ?? decimalOf(coins)})` : '';
    const capabilities = [
      `(ledger.BUY ${idOf(sale.token)} ${accountOf(sale.seller)} ${buyer} ${sale.amount} "${sale.id}")`,
      transferred(buyer, escrow, all),
      transferred(escrow, accountOf('creator'), due),
      transferred(escrow, accountOf(sale.seller), all - due),
    ];
    const message = `"buyer": ${buyer}, "buyer-guard": ${guardOf(who)}, "buyer_fungible_account": ${buyer}`;
    const isDone = transact(
      `${data()} ${data(message)} ${signedBy(who, ...capabilities)}`,
      `(continue-pact 1 false "${sale.id}")`,
    );
    if (!isDone) return false;
    expect(sale.isOpen).toBe(true);
    sale.isOpen = false;
    for (const [name, coins] of before) {
      const paid = name === who ? all : 0n;
      const got = (name === 'creator' ? due : 0n) + (name === sale.seller ? all - due : 0n);
      expect(this.coins(name), name).toBe(coins - paid + got);
    }
    return true;
  }

  private supply(each: Token): bigint {
    return unitsOf(run(`(ledger.total-supply ${idOf(each)})`));
  }

  /** Reads all rows of the ledger, as its administrator may. */
  private check(): void {
    run('(env-sigs [{ "key": "admin", "caps": [] }]) (begin-tx) (acquire-module-admin ledger)');
    const sums = tokens.map((each) => {
      const rows = `(map (at "balance") (select ledger.ledger (where "id" (= ${idOf(each)}))))`;
      const least = '(lambda (least next) (if (< next least) next least))';
      return [
        run(`(fold ${least} 0.0 ${rows})`),
        unitsOf(run(`(fold (+) 0.0 ${rows})`)),
        this.supply(each),
      ] as const;
    });
    run('(rollback-tx)');
    for (const [least, sum, supply] of sums) {
      expect(least).toBe('0.0');
      expect(sum).toBe(supply);
    }
  }
}

const data = (more = ''): string =>
  more === ''
    ? `(env-data { ${keys}, "creator": ["creator"] })`
    : `(env-data { ${keys}, "creator": ["creator"], ${more} })`;

function signedBy(key: string, ...capabilities: readonly string[]): string {
  return `(env-sigs [{ "key": "${key}", "caps": [${capabilities.join(' ')}] }])`;
}

/** Converts a decimal of at most 12 places to units. */
function unitsOf(decimal: string): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (whole === undefined || part.length > 12) throw new Error(`no amount: ${decimal}`);
  const units = BigInt(whole + part.padEnd(12, '0'));
  return sign === '-' ? -units : units;
}

const decimalOf = (units: bigint): string =>
  `${String(units / unit)}.${(units % unit).toString().padStart(12, '0')}`;

it('supply is the sum of balances, and a sale with a royalty pays it', () => {
  const succeeded = new Set<string>();
  fc.assert(
    fc.property(fc.array(action, { minLength: 8, maxLength: 40, size: 'max' }), (actions) => {
      const market = new Market();
      for (const one of actions) market.does(one);
      for (const kind of market.succeeded) succeeded.add(kind);
    }),
    { numRuns: runCount(12) },
  );
  // Sequences in which no action of a kind succeeds would test little.
  expect([...succeeded].sort()).toEqual(['burn', 'buy', 'mint', 'offer', 'transfer', 'withdraw']);
});
