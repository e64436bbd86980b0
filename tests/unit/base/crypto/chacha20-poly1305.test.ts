import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '../../../../src/base/bytes.ts';
import {
  openChaCha20Poly1305,
  x25519PublicKey,
  x25519SharedSecret,
} from '../../../../src/base/crypto/hpke.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex.replace(/\s/g, '')) as Uint8Array;

// RFC 8439, 2.8.2.
const sealed = {
  key: bytes('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f'),
  nonce: bytes('070000004041424344454647'),
  associatedData: bytes('50515253c0c1c2c3c4c5c6c7'),
  ciphertext: bytes(`d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6
    3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36
    92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
    3ff4def08e4b7a9de576d26586cec64b6116`),
  tag: bytes('1ae10b594f09e26a7e902ecbd0600691'),
};
const plaintext =
  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, " +
  'sunscreen would be it.';

describe('ChaCha20-Poly1305', () => {
  it('opens the message of RFC 8439', () => {
    expect(openChaCha20Poly1305(sealed)).toEqual({ kind: 'opened', plaintext: utf8(plaintext) });
  });

  it('refuses a message that was changed', () => {
    const ciphertext = sealed.ciphertext.map((byte, i) => (i === 5 ? byte ^ 1 : byte));
    expect(openChaCha20Poly1305({ ...sealed, ciphertext }).kind).toBe('forged');
    const tag = new Uint8Array(16);
    expect(openChaCha20Poly1305({ ...sealed, tag })).toEqual({
      kind: 'forged',
      computed: sealed.tag,
    });
  });
});

describe('X25519', () => {
  // RFC 7748, 6.1.
  const alice = bytes('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a');
  const bob = bytes('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb');

  it('agrees on the secret of RFC 7748', () => {
    expect(toHex(x25519PublicKey(alice))).toBe(
      '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
    );
    const shared = '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742';
    expect(toHex(x25519SharedSecret(alice, x25519PublicKey(bob)))).toBe(shared);
    expect(toHex(x25519SharedSecret(bob, x25519PublicKey(alice)))).toBe(shared);
  });

  it('gives zero for a public key of small order', () => {
    expect(x25519SharedSecret(alice, new Uint8Array(32))).toEqual(new Uint8Array(32));
  });
});
