import { describe, expect, test } from 'vitest';
import { invalidityOf, transactionOf } from '../../../../src/chain/execute/index.ts';
import {
  alice,
  bob,
  contextAt,
  genesisSeconds,
  transaction,
  written,
  type Written,
} from '../../../support/chain-execution.ts';

const faultOf = (own: Written, context = contextAt()) =>
  invalidityOf(transaction(own), context, { signatures: 'check' });

test('a signed transaction of this chain may be in a block', () => {
  expect(faultOf({ code: '1' })).toBeUndefined();
});

const late = 'Transaction time-to-live is expired';

// chainweb-node #935 and #942: only the parent's time counts. Here it is within a second.
describe('is refused by its times', () => {
  test.each<[string, Written, string | undefined]>([
    ['95 seconds ahead', { creationTime: genesisSeconds + 95n }, undefined],
    [
      '96 seconds ahead',
      { creationTime: genesisSeconds + 96n },
      'Transaction creation time too far in the future',
    ],
    ['alive for one more second', { creationTime: genesisSeconds - 9n, ttl: 10 }, undefined],
    ['that ended in this second', { creationTime: genesisSeconds - 10n, ttl: 10 }, late],
    ['without a life', { ttl: 0 }, late],
    ['with a life of two days', { ttl: 172_800 }, undefined],
    ['with a longer life', { ttl: 172_801 }, late],
  ])('one %s', (_, own, text) => {
    expect(faultOf({ code: '1', ...own })).toBe(text);
  });
});

test('is refused on another chain', () => {
  expect(faultOf({ chainId: '3' })).toBe('Wrong chain, expected: 0, actual: 3');
  expect(faultOf({ chainId: '00' })).toBe('Wrong chain, expected: 0, actual: 00');
});

test('is refused with another hash, before any other check', () => {
  const command = { ...written({ chainId: '3' }), hash: 'A'.repeat(43) };
  const read = transactionOf(command);
  expect(read.ok && invalidityOf(read.value, contextAt(), { signatures: 'check' })).toBe(
    'Invalid transaction hash',
  );
});

describe('is refused by its signatures', () => {
  const both = [{ pair: alice }, { pair: bob }];
  const signed = written({ code: '1', signers: both });
  const faultWith = (signatures: typeof signed.signatures) => {
    const read = transactionOf({ ...signed, signatures });
    return read.ok && invalidityOf(read.value, contextAt(), { signatures: 'check' });
  };

  test('if one is missing', () => {
    expect(faultWith(signed.signatures.slice(1))).toBe(
      'Invalid transaction sigs: The number of signers and signatures do not match. ' +
        'Number of signers: 2. Number of signatures: 1.',
    );
  });

  test('if they are swapped', () => {
    expect(faultWith([...signed.signatures].reverse())).toBe(
      'Invalid transaction sigs: The signature at position 0 is invalid: invalid ed25519 signature.',
    );
  });

  test('by verdicts that were computed elsewhere', () => {
    const tx = transaction({ signers: both });
    expect(invalidityOf(tx, contextAt(), { signatures: [undefined, 'no'] })).toBe(
      'Invalid transaction sigs: The signature at position 1 is invalid: no.',
    );
    expect(invalidityOf(tx, contextAt(), { signatures: 'checked' })).toBeUndefined();
  });
});
