// Money between chains: however often and wherever proofs are used, the total neither grows nor shrinks.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/lang/session/run.ts';
import { bank, LinkedChains, type Landed } from '../support/linked-chains.ts';

const chain = fc.nat(2);
const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('send'), from: chain, to: chain, amount: fc.nat(6) } as const),
    fc.record({ kind: fc.constant('redeem'), transfer: fc.nat(), at: chain, for: chain } as const),
  ),
  { maxLength: 14 },
);

type Transfer = { readonly landed: Landed; readonly to: number; readonly amount: number };

test('no sequence of transfers and proofs creates money, and none is redeemed twice', () => {
  fc.assert(
    fc.property(actions, (sequence) => {
      const linked = new LinkedChains('triangle');
      for (const each of [0, 1, 2]) {
        linked.run(each, `${bank()} (create-table accounts) (fund "a" 10.0)`);
      }
      const transfers: Transfer[] = [];
      const redeemed = new Set<Transfer>();
      for (const action of sequence) {
        if (action.kind === 'send') {
          const { from, to, amount } = action;
          const landed = linked.run(from, `(bank.send "a" "a" "${to}" ${amount}.0)`);
          if (landed.error === undefined) transfers.push({ landed, to, amount });
        } else {
          const transfer = transfers[action.transfer % transfers.length];
          if (transfer === undefined) continue;
          const { landed, to } = transfer;
          const { pactId } = landed.result.continuation!;
          const proof = linked.proofOf(landed, action.for);
          const { error } = linked.resume({ chain: action.at, pactId, proof });
          const mayArrive = action.at === to && action.for === to && !redeemed.has(transfer);
          // On its own chain the step can be continued without a proof, and also with one.
          if (to !== landed.chain) expect(error === undefined).toBe(mayArrive);
          if (error === undefined) {
            expect(redeemed.has(transfer)).toBe(false);
            redeemed.add(transfer);
          }
        }
      }
      const inFlight = transfers
        .filter((transfer) => !redeemed.has(transfer))
        .reduce((sum, { amount }) => sum + amount, 0);
      expect(total(linked) + inFlight).toBe(30);
    }),
    { numRuns: 12 },
  );
});

function total(linked: LinkedChains): number {
  let sum = 0;
  for (const each of [0, 1, 2]) {
    const { result } = linked.run(each, '(bank.balance "a")').result;
    if (result.status !== 'success' || !(result.data instanceof Decimal)) throw new Error('no sum');
    sum += Number(result.data.mantissa) / 10 ** result.data.places;
  }
  return sum;
}
