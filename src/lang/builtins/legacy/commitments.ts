// `validate-keypair` and `decrypt-cc20p1305`, of Pact 4: for secrets that were committed to and are revealed later.
// Source: Pact 4, src/Pact/Builtin/Decrypt.hs.

import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { equalBytes, fromHex, toHex } from '../../../base/bytes.ts';
import {
  openChaCha20Poly1305,
  x25519PublicKey,
  x25519SharedSecret,
} from '../../../base/crypto/hpke.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { builtin, overload, param } from '../define.ts';

const publicKey = '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a';
const secretKey = '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a';
const otherSecretKey = '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb';

export const validateKeypair = builtin({
  name: 'validate-keypair',
  since: '3.1',
  until: '5.0',
  instead: 'Nothing replaces it: use such keys outside of contracts.',
  builtins: { 'validate-keypair': { gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Returns true if a public and a secret key of Curve25519 belong together; fails otherwise.',
  overloads: [
    overload({
      internal: 'validate-keypair',
      params: [
        param('public', 'string', 'The public key: 32 bytes in hexadecimal.'),
        param('secret', 'string', 'The secret key: 32 bytes in hexadecimal.'),
      ],
      returns: 'bool',
      run(call, publicText, secretText) {
        const expected = keyBytes(call, publicText, 'public key');
        const secret = keyBytes(call, secretText, 'secret key');
        return equalBytes(x25519PublicKey(secret), expected) || call.failBuiltin('mismatch');
      },
    }),
  ],
  examples: [
    { code: `(validate-keypair "${publicKey}" "${secretKey}")`, gives: 'true' },
    { code: `(validate-keypair "${publicKey}" "${otherSecretKey}")`, gives: { fails: 'mismatch' } },
  ],
});

export const decryptCc20p1305 = builtin({
  name: 'decrypt-cc20p1305',
  since: '3.1',
  until: '5.0',
  instead: 'Nothing replaces it: use such keys outside of contracts.',
  builtins: { 'decrypt-cc20p1305': { gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Decrypts with ChaCha20-Poly1305 (RFC 8439). The key is the shared X25519 secret of a public and ' +
    'a secret key. Messages are base64url, keys hexadecimal, the result is base64url.',
  overloads: [
    overload({
      internal: 'decrypt-cc20p1305',
      params: [
        param('ciphertext', 'string', 'The encrypted message.'),
        param('nonce', 'string', 'The nonce, 12 bytes.'),
        param('aad', 'string', 'Data that is authenticated but not encrypted.'),
        param('mac', 'string', 'The authentication tag, 16 bytes.'),
        param('public-key', 'string', 'The public key of one side.'),
        param('secret-key', 'string', 'The secret key of the other side.'),
      ],
      returns: 'string',
      run: (call, ...texts) => decrypted(call, texts),
    }),
  ],
  examples: [
    {
      code: `(decrypt-cc20p1305 "Zi1REj5-iA" "AAAAAAECAwQFBgcI" "YWFk" "FYP6lG7xq7aExvoaHIH8Jg"
        "${publicKey}" "${otherSecretKey}")`,
      gives: '"bWVzc2FnZQ"',
    },
    {
      code: `(decrypt-cc20p1305 "Zi1REj5-iA" "AAAAAAECAwQFBgcI" "YWFj" "FYP6lG7xq7aExvoaHIH8Jg"
        "${publicKey}" "${otherSecretKey}")`,
      gives: { fails: 'AEAD Authentication failed' },
    },
  ],
});

/** Ciphertext, nonce, associated data, tag, public key, secret key. */
type Texts = readonly [string, string, string, string, string, string];

function decrypted(call: BuiltinCall, texts: Texts): string {
  const [ciphertextText, nonceText, dataText, tagText, publicText, secretText] = texts;
  const ciphertext = messageBytes(call, ciphertextText);
  const associatedData = messageBytes(call, dataText);
  const nonce = ofLength(call, 'nonce', 12, messageBytes(call, nonceText));
  const tagBytes = messageBytes(call, tagText);
  const publicBytes = keyBytes(call, publicText, 'public key');
  const secret = keyBytes(call, secretText, 'secret key');
  const tag = ofLength(call, 'mac', 16, tagBytes);
  const key = x25519SharedSecret(secret, publicBytes);
  const opened = openChaCha20Poly1305({ key, nonce, associatedData, ciphertext, tag });
  if (opened.kind === 'opened') return toBase64Url(opened.plaintext);
  return call.failBuiltin(`AEAD Authentication failed: ${toHex(opened.computed)}`);
}

function keyBytes(call: BuiltinCall, text: string, name: string): Uint8Array {
  const bytes = fromHex(text) ?? call.failBuiltin(`${name} is not hexadecimal`);
  return ofLength(call, name, 32, bytes);
}

function messageBytes(call: BuiltinCall, text: string): Uint8Array {
  return fromBase64Url(text) ?? call.failBuiltin('invalid b64 encoding');
}

function ofLength(call: BuiltinCall, name: string, length: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length === length) return bytes;
  return call.failBuiltin(`${name} must be bytestring of length ${length}`);
}
