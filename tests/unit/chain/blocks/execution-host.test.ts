// Blocks of a network with every feature of execution: real contracts, proofs from other chains, verifiers.
import { expect, test } from 'vitest';
import { StdlibChains } from '../../../support/stdlib-chains.ts';

const receiver = { guard: { pred: 'keys-all', keys: ['ab'.repeat(32)] } };

function crossing(chains: StdlibChains) {
  return chains.run({
    code: '(coin.transfer-crosschain "sender00" "anna" (read-keyset "guard") "1" 7.0)',
    data: receiver,
    capabilities: [['coin.GAS'], ['coin.TRANSFER_XCHAIN', 'sender00', 'anna', 7, '1']],
  });
}

const balance = (chains: StdlibChains, chain: number, account: string): unknown =>
  chains.run({ chain, code: `(coin.get-balance "${account}")` }).result.data;

test('coins leave one chain, and arrive on the other with a proof, once', () => {
  const chains = new StdlibChains('pair');
  const sent = crossing(chains);
  expect(sent.result.status).toBe('success');
  const pactId = sent.continuation!.pactId;
  const proof = chains.proofOf(sent, 1);
  const finish = { chain: 1, cont: { pactId, step: 1, rollback: false, proof } };
  const arrived = chains.run(finish);
  expect(arrived.result).toMatchObject({ status: 'success' });
  expect(arrived.events?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['X_RESUME', 'TRANSFER_XCHAIN_RECD']),
  );
  expect(balance(chains, 1, 'anna')).toBe(7);
  const again = chains.run(finish);
  expect(again.result.error?.message).toMatch(/^Requested defpact execution already completed/);
  expect(balance(chains, 1, 'anna')).toBe(7);
});

test('#36: a proof made for one chain is refused on another', () => {
  const chains = new StdlibChains('triangle');
  const sent = crossing(chains);
  const pactId = sent.continuation!.pactId;
  const cont = { pactId, step: 1, rollback: false };
  const wrong = chains.run({ chain: 2, cont: { ...cont, proof: chains.proofOf(sent, 1) } });
  expect(wrong.result.error?.message).toBe(
    'Continuation error: verifyCont: cannot redeem continuation proof on wrong targget chain',
  );
  const own = chains.run({ chain: 2, cont: { ...cont, proof: chains.proofOf(sent, 2) } });
  expect(own.result.status).toBe('failure');
  expect(
    chains.run({ chain: 1, cont: { ...cont, proof: chains.proofOf(sent, 1) } }).result.status,
  ).toBe('success');
});

test('every block of these chains is accepted by others', () => {
  const chains = new StdlibChains('pair');
  const sent = crossing(chains);
  const proof = chains.proofOf(sent, 1);
  const { pactId } = sent.continuation!;
  chains.run({ chain: 1, cont: { pactId, step: 1, rollback: false, proof } });
  for (const [chain, blocks] of chains.blocks.entries()) {
    const other = new StdlibChains('pair');
    for (const { header } of chains.blocks.flat()) other.headers.add(header);
    expect(other.replay(other.states[chain]!, blocks.slice(1))).toEqual({
      ok: true,
      value: blocks.length - 1,
    });
    expect(other.states[chain]!.head).toEqual(chains.states[chain]!.head);
  }
});
