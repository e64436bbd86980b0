// Transfers between chains, from the code on one chain to the code on the other.
import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../../../src/base/base64url.ts';
import { decodeUtf8, utf8 } from '../../../../src/base/bytes.ts';
import { bank, LinkedChains, type Landed } from '../../../support/linked-chains.ts';

function chains(options: { readonly window?: number } = {}): LinkedChains {
  const linked = new LinkedChains('triangle', options);
  for (const chain of [0, 1, 2]) {
    const { error } = linked.run(chain, `${bank()} (create-table accounts) (fund "a" 10.0)`);
    expect(error).toBeUndefined();
  }
  return linked;
}

const balance = (linked: LinkedChains, chain: number, name: string): unknown =>
  linked.run(chain, `(bank.balance "${name}")`).result.result;
const decimal = (text: string): object => ({
  status: 'success',
  data: expect.objectContaining({ mantissa: BigInt(text.replace('.', '')) }) as unknown,
});

function sent(linked: LinkedChains): Landed & { readonly pactId: string } {
  const landed = linked.run(0, '(bank.send "a" "b" "1" 2.5)');
  expect(landed.error).toBeUndefined();
  return { ...landed, pactId: landed.result.continuation!.pactId };
}

test('money leaves one chain and arrives on the other, once', () => {
  const linked = chains();
  const landed = sent(linked);
  const { pactId } = landed;
  const proof = linked.proofOf(landed, 1);
  const done = linked.resume({ chain: 1, pactId, proof });
  expect(done.error).toBeUndefined();
  expect(done.result.events.map(({ name }) => name)).toEqual(['X_RESUME']);
  expect(balance(linked, 0, 'a')).toMatchObject(decimal('7.5'));
  expect(balance(linked, 1, 'b')).toMatchObject(decimal('2.5'));
  const again = linked.resume({ chain: 1, pactId, proof });
  expect(again.error).toMatch(/^Requested defpact execution already completed for defpact id: /);
  const withNewProof = linked.resume({ chain: 1, pactId, proof: linked.proofOf(landed, 1) });
  expect(withNewProof.error).toMatch(/^Requested defpact execution already completed/);
  expect(balance(linked, 1, 'b')).toMatchObject(decimal('2.5'));
});

describe('a proof that does not hold', () => {
  test('is refused on a third chain, made for the second or for it', () => {
    const linked = chains();
    const landed = sent(linked);
    const { pactId } = landed;
    const wrongChain = linked.resume({ chain: 2, pactId, proof: linked.proofOf(landed, 1) });
    expect(wrongChain.error).toBe(
      'Continuation error: verifyCont: cannot redeem continuation proof on wrong targget chain',
    );
    const ownProof = linked.resume({ chain: 2, pactId, proof: linked.proofOf(landed, 2) });
    expect(ownProof.error).toMatch(/provenance/i);
    expect(balance(linked, 2, 'b')).toMatchObject(decimal('0'));
  });

  test('cannot be made too early, and is refused once its root is too old', () => {
    const linked = chains({ window: 4 });
    const landed = sent(linked);
    const { pactId } = landed;
    expect(linked.proofFault(landed, 1)).toBe(
      'target chain not reachable. Chainweb instance is too young',
    );
    const proof = linked.proofOf(landed, 1);
    linked.braid.growBy(5);
    expect(linked.resume({ chain: 1, pactId, proof }).error).toBe(
      'Continuation error: spv verification failed: target header is not in the chain or is out of bounds',
    );
  });

  test('is refused with a larger amount, another step, another id or none', () => {
    const linked = chains();
    const landed = sent(linked);
    const { pactId } = landed;
    const proof = linked.proofOf(landed, 1);
    const { subject, ...rest } = JSON.parse(decodeUtf8(fromBase64Url(proof)!)!) as {
      subject: { input: string };
    };
    const input = decodeUtf8(fromBase64Url(subject.input)!)!;
    expect(input).toContain('"amount":2.5');
    const richer = toBase64Url(utf8(input.replaceAll('"amount":2.5', '"amount":9.5')));
    const forged = toBase64Url(utf8(JSON.stringify({ ...rest, subject: { input: richer } })));
    const errors = [
      linked.resume({ chain: 1, pactId, proof: forged }),
      linked.resume({ chain: 1, pactId, proof, step: 2 }),
      linked.resume({ chain: 1, pactId, proof, rollback: true }),
      linked.resume({ chain: 1, pactId: pactId.replace(/^./, 'x'), proof }),
      linked.resume({ chain: 1, pactId, proof: '' }),
    ].map(({ error }) => error);
    expect(errors.every((error) => error !== undefined)).toBe(true);
    expect(errors[0]).toMatch(/out of bounds$/);
    expect(errors[4]).toBe(
      'Continuation error: verifyCont: Cannot decode transaction output proof',
    );
    expect(balance(linked, 1, 'b')).toMatchObject(decimal('0'));
  });

  test('of a transaction that runs no defpact is refused', () => {
    const linked = chains();
    const landed = linked.run(0, '(bank.balance "a")');
    const proof = linked.proofOf(landed, 1);
    expect(linked.resume({ chain: 1, pactId: 'any', proof }).error).toBe(
      'Continuation error: verifyCont: No pact exec found in command result',
    );
  });
});

describe('a module that is upgraded between the steps', () => {
  const changed = '(defun more () 1)';

  test('refuses the second one', () => {
    const linked = chains();
    const landed = sent(linked);
    const { pactId } = landed;
    linked.run(1, bank(changed));
    const { error } = linked.resume({ chain: 1, pactId, proof: linked.proofOf(landed, 1) });
    expect(error).toMatch(/provenance/i);
  });

  test('accepts it if it blesses the hash of the first', () => {
    const linked = chains();
    const landed = sent(linked);
    const { pactId, continuation } = { ...landed, ...landed.result };
    const { moduleHash } = continuation!.yield!.provenance!;
    linked.run(1, bank(`(bless "${moduleHash}") ${changed}`));
    const { error } = linked.resume({ chain: 1, pactId, proof: linked.proofOf(landed, 1) });
    expect(error).toBeUndefined();
  });
});

describe('verify-spv', () => {
  const check = '(verify-spv "TXOUT" (read-msg "proof"))';
  const asData = (proof: string): object => ({
    proof: JSON.parse(decodeUtf8(fromBase64Url(proof)!)!) as object,
  });

  test('returns the object that a transaction on another chain returned', () => {
    const linked = chains();
    const landed = linked.run(0, '{ "paid": 1.5, "by": "a" }');
    const proof = asData(linked.proofOf(landed, 1));
    const answer = linked.run(1, `(at "by" ${check})`, proof);
    expect(answer.result.result).toEqual({ status: 'success', data: 'a' });
    expect(linked.run(2, check, proof).error).toBe(
      'SPV verification failure: verifySPV: cannot redeem spv proof on wrong target chain',
    );
    expect(linked.run(1, '(verify-spv "ETH" {})').error).toBe(
      'SPV verification failure: verifySPV: ETH proof type is not yet supported in Pact5.',
    );
  });

  test('fails with an empty message if the proof is of a transaction', () => {
    const linked = chains();
    const landed = linked.run(0, '{ "paid": 1.5 }');
    const proof = asData(linked.proofOf(landed, 1, 'transaction'));
    expect(linked.run(1, check, proof).error).toBe('Unknown exception');
  });
});
