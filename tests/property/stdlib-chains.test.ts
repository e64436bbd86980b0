// Chains with the contracts of stdlib under random histories, parts of which are orphaned: after a rewind and other blocks,
// the state equals that of a fresh replay of those blocks, whatever the orphaned blocks contained. Coins come only from
// rewards, and a cross-chain transfer arrives once.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minerReward } from '../../src/chain/rules/execution/rewards.ts';
import { runCount } from '../support/run-count.ts';
import { outputsOf, StdlibChains, type Sent } from '../support/stdlib-chains.ts';

const chain = fc.nat({ max: 1 });
const account = fc.nat({ max: 3 }).map((n) => `sender0${n}`);

type Action =
  | { readonly kind: 'plain'; readonly sent: Sent }
  | {
      readonly kind: 'cross';
      readonly from: number;
      readonly sender: string;
      readonly amount: number;
    }
  | { readonly kind: 'arrive'; readonly crossing: number; readonly proofFor: number };

const plain = (sent: Sent): Action => ({ kind: 'plain', sent });

const moduleOf = (version: number): string => `(namespace "free") (module m G
  (defcap G () true)
  (defschema s x:integer)
  (deftable t:{s})
  (defun put (k:string v:integer) (write t k { "x": (+ v ${version}00) }))
  (defpact two (k:string) (step-with-rollback (put k 1) (put k 2)) (step (put k 3))))`;

/** Many of these fail, on purpose. */
const action: fc.Arbitrary<Action> = fc.oneof(
  fc
    .record({ chain, from: account, to: account, amount: fc.integer({ min: 1, max: 90 }) })
    .map(({ chain: id, from, to, amount }) =>
      plain({
        chain: id,
        sender: from,
        code: `(coin.transfer "${from}" "${to}" ${amount}.5)`,
        capabilities: [['coin.GAS'], ['coin.TRANSFER', from, to, amount + 0.5]],
      }),
    ),
  fc
    .record({ chain, version: fc.nat({ max: 3 }), isNew: fc.boolean() })
    .map(({ version, isNew, ...on }) =>
      plain({
        ...on,
        code: moduleOf(version) + (isNew ? '(create-table t)' : ''),
        gasLimit: 100_000,
      }),
    ),
  fc
    .record({ chain, n: fc.nat({ max: 9 }) })
    .map(({ n, ...on }) => plain({ ...on, code: `(free.m.put "k${n % 2}" ${n})` })),
  fc.record({ chain }).map((on) => plain({ ...on, code: '(free.m.two "p")' })),
  fc
    .record({ chain, predicate: fc.constantFrom('keys-all', 'keys-any') })
    .map(({ predicate, ...on }) =>
      plain({
        ...on,
        code: '(namespace "free") (define-keyset "free.k" (read-keyset "k"))',
        data: { k: { keys: [], pred: predicate } },
      }),
    ),
  fc.record({ chain, account }).map(({ account: name, ...on }) =>
    plain({
      ...on,
      sender: name,
      code: `(coin.rotate "${name}" (read-keyset "k"))`,
      data: { k: { keys: [], pred: 'keys-all' } },
      capabilities: [['coin.GAS'], ['coin.ROTATE', name]],
    }),
  ),
  fc.record({
    kind: fc.constant('cross'),
    from: chain,
    sender: account,
    amount: fc.integer({ min: 1, max: 50 }),
  }),
  fc.record({ kind: fc.constant('arrive'), crossing: fc.nat({ max: 4 }), proofFor: chain }),
);
const history = fc.array(fc.array(action, { maxLength: 4 }), { maxLength: 4 });

type Crossing = {
  readonly pactId: string;
  readonly from: number;
  readonly height: number;
  readonly index: number;
  readonly amount: number;
};

/** The chains and the transfers between them. */
class World {
  readonly chains = new StdlibChains('pair');
  crossings: readonly Crossing[] = [];
  arrived: ReadonlySet<string> = new Set();

  happen(blocks: readonly (readonly Action[])[]): void {
    for (const actions of blocks) this.block(actions);
  }

  /** Makes the blocks of one height, and those that a proof waits for. */
  private block(actions: readonly Action[]): void {
    const sent = actions.flatMap((each) => this.sentOf(each));
    const transactions = sent.map((each) => this.chains.transaction(each));
    const grown = this.chains.grow(transactions);
    for (const [id, { payload, header }] of grown) {
      outputsOf(payload).forEach(({ result, continuation, events = [], reqKey }, index) => {
        if (result.status !== 'success') return;
        const begun = events.find(({ name }) => name === 'TRANSFER_XCHAIN');
        const { height } = header;
        if (begun !== undefined && continuation !== null) {
          const amount = Number(begun.params[2]);
          this.crossings = [...this.crossings, { pactId: reqKey, from: id, height, index, amount }];
        }
        if (events.some(({ name }) => name === 'TRANSFER_XCHAIN_RECD')) {
          const { pactId } = continuation!;
          expect(this.arrived.has(pactId)).toBe(false);
          this.arrived = new Set(this.arrived).add(pactId);
        }
      });
    }
  }

  private sentOf(each: Action): readonly Sent[] {
    switch (each.kind) {
      case 'plain':
        return [each.sent];
      case 'cross': {
        const { from, sender, amount } = each;
        const target = String(1 - from);
        return [
          {
            chain: from,
            sender,
            code: `(coin.transfer-crosschain "${sender}" "anna" (read-keyset "k") "${target}" ${amount}.0)`,
            data: { k: { keys: [], pred: 'keys-all' } },
            capabilities: [['coin.GAS'], ['coin.TRANSFER_XCHAIN', sender, 'anna', amount, target]],
          },
        ];
      }
      case 'arrive': {
        const crossing = this.crossings[each.crossing];
        if (crossing === undefined) return [];
        const { pactId, from } = crossing;
        const proof = this.chains.proofOf({ ...crossing, chain: from }, each.proofFor);
        return [{ chain: 1 - from, cont: { pactId, step: 1, rollback: false, proof } }];
      }
    }
  }

  /** All coins, including those in transit between chains, minus rewards. */
  get coins(): bigint {
    const { chains } = this;
    const onWay = this.crossings
      .filter(({ pactId }) => !this.arrived.has(pactId))
      .reduce((sum, { amount }) => sum + BigInt(amount) * 10n ** 12n, 0n);
    let rewards = 0n;
    for (const blocks of chains.blocks) {
      for (const { header } of blocks.slice(1))
        rewards += minerReward(chains.network, header.height);
    }
    return chains.coinsOn(0) + chains.coinsOn(1) + onWay - rewards;
  }
}

test('a rewind and other blocks give the same as a fresh replay of those, and preserve all coins', () => {
  fc.assert(
    fc.property(history, history, history, (kept, orphaned, after) => {
      const world = new World();
      const { chains } = world;
      const coins = world.coins;
      world.happen(kept);
      const { crossings, arrived } = world;
      const height = chains.head(0).height;
      const hashes = chains.states.map((state) => state.computeStateHash());
      world.happen(orphaned);
      expect(world.coins).toBe(coins);

      chains.rewind(height);
      Object.assign(world, { crossings, arrived });
      expect(chains.states.map((state) => state.computeStateHash())).toEqual(hashes);
      world.happen(after);
      expect(world.coins).toBe(coins);

      const fresh = new StdlibChains('pair');
      for (const { header } of chains.blocks.flat()) fresh.headers.add(header);
      for (const [id, blocks] of chains.blocks.entries()) {
        const replayed = fresh.replay(fresh.states[id]!, blocks.slice(1));
        expect(replayed).toEqual({ ok: true, value: blocks.length - 1 });
        expect(fresh.states[id]!.head).toEqual(chains.states[id]!.head);
        expect(fresh.states[id]!.computeStateHash()).toEqual(chains.states[id]!.computeStateHash());
      }
    }),
    { numRuns: runCount(8) },
  );
}, 120_000);

test('transfers between chains, upgrades and keysets take effect in such histories', () => {
  const world = new World();
  const { chains } = world;
  const coins = world.coins;
  world.happen([
    [
      plain({ chain: 0, code: `${moduleOf(0)}(create-table t)`, gasLimit: 100_000 }),
      { kind: 'cross', from: 0, sender: 'sender00', amount: 7 },
    ],
    [
      plain({ chain: 0, code: moduleOf(1), gasLimit: 100_000 }),
      plain({ chain: 0, code: '(free.m.put "k0" 1)' }),
    ],
    [{ kind: 'arrive', crossing: 0, proofFor: 1 }],
    [{ kind: 'arrive', crossing: 0, proofFor: 1 }],
  ]);
  const [first, second] = [0, 1].map((id) =>
    chains.blocks[id]!.flatMap(({ payload }) =>
      payload.kind === 'with-outputs' ? outputsOf(payload).map(({ result }) => result.status) : [],
    ),
  );
  expect(first!.slice(10)).toEqual(['success', 'success', 'success', 'success']);
  // The second arrival fails.
  expect(second!.slice(7)).toEqual(['success', 'failure']);
  expect(world.arrived.size).toBe(1);
  expect(world.coins).toBe(coins);
  expect(chains.balances(1).get('anna')).toBe(7n * 10n ** 12n);
});
