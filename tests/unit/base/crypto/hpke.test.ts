import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../../../src/base/bytes.ts';
import { openHpke, sealHpke, x25519PublicKey } from '../../../../src/base/crypto/hpke.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex.replace(/\s/g, '')) as Uint8Array;

// RFC 9180, A.2.3.1: X25519, HKDF-SHA256, ChaCha20-Poly1305, mode 2, the first message.
const vector = {
  info: bytes('4f6465206f6e2061204772656369616e2055726e'),
  random: bytes('c94619e1af28971c8fa7957192b7e62a71ca2dcdde0a7cc4a8a9e741d600ab13'),
  senderSecret: bytes('2def0cb58ffcf83d1062dd085c8aceca7f4c0c3fd05912d847b61f3e54121f05'),
  sender: bytes('f0f4f9e96c54aeed3f323de8534fffd7e0577e4ce269896716bcb95643c8712b'),
  recipientSecret: bytes('3ca22a6d1cda1bb9480949ec5329d3bf0b080ca4c45879c95eddb55c70b80b82'),
  recipient: bytes('1a478716d63cb2e16786ee93004486dc151e988b34b475043d3e0175bdb01c44'),
  key: bytes('f7674cc8cd7baa5872d1f33dbaffe3314239f6197ddf5ded1746760bfc847e0e'),
  plaintext: bytes('4265617574792069732074727574682c20747275746820626561757479'),
  associatedData: bytes('436f756e742d30'),
  ciphertext: bytes(`ab1a13c9d4f01a87ec3440dbd756e2677bd2ecf9df0ce7ed73869b98e00c09be
    111cb9fdf077347aeb88e61bdf`),
};
const { info, associatedData, key, ciphertext, sender, recipientSecret } = vector;

test('it seals and opens the vector of the standard', () => {
  const box = sealHpke(vector.plaintext, vector, { info, associatedData });
  expect(toHex(box!.key)).toBe(toHex(key));
  expect(toHex(box!.ciphertext)).toBe(toHex(ciphertext));
  expect(openHpke({ key, ciphertext }, vector, { info, associatedData })).toEqual(vector.plaintext);
});

test('it does not open after any change', () => {
  const flipped = (part: Uint8Array): Uint8Array =>
    part.map((byte, i) => (i === 3 ? byte ^ 1 : byte));
  const open = (changes: Partial<typeof vector>): Uint8Array | undefined => {
    const all = { ...vector, ...changes };
    return openHpke(all, all, all);
  };
  expect(open({})).toEqual(vector.plaintext);
  for (const name of ['info', 'associatedData', 'key', 'ciphertext', 'sender'] as const) {
    expect(open({ [name]: flipped(vector[name]) }), name).toBeUndefined();
  }
  expect(open({ recipientSecret: vector.random })).toBeUndefined();
  expect(open({ ciphertext: ciphertext.subarray(0, 40) })).toBeUndefined();
  expect(open({ ciphertext: new Uint8Array(15) })).toBeUndefined();
});

test('keys of small order are refused', () => {
  const zero = new Uint8Array(32);
  const context = { info, associatedData };
  expect(sealHpke(zero, { ...vector, recipient: zero }, context)).toBeUndefined();
  expect(openHpke({ key: zero, ciphertext }, { sender, recipientSecret }, context)).toBeUndefined();
  const keys = { sender: zero, recipientSecret };
  expect(openHpke({ key, ciphertext }, keys, context)).toBeUndefined();
  expect(x25519PublicKey(recipientSecret)).toEqual(vector.recipient);
});
