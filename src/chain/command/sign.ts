// Makes signatures and commands for nodes from keys and a payload.
// Source: pact-request-api/Pact/Core/Command/Client.hs (mkCommandWithDynKeys), Crypto.hs.

import { bad, good } from '../../base/result.ts';
import { equalBytes, fromHex, toHex } from '../../base/bytes.ts';
import type { CoseKey } from '../../base/crypto/key-formats.ts';
import { ed25519PublicKey, signEd25519 } from '../../base/crypto/ed25519.ts';
import { signWebAuthn } from '../../base/crypto/webauthn.ts';
import type { Hash } from '../../lang/session/run.ts';
import { hashToSign, coseKeyOf } from './claims.ts';
import { commandHash, type Command } from './command.ts';
import { reading, refuse, type Reading } from './fault.ts';
import type { Scheme, UserSignature } from './signer.ts';

/** A signing key. No code prints a key pair, so the secret stays here. */
export type KeyPair =
  | { readonly kind: 'ed25519'; readonly publicKey: string; readonly secretKey: Uint8Array }
  /** The key of an authenticator; for tests. */
  | {
      readonly kind: 'webauthn';
      readonly publicKey: string;
      readonly key: CoseKey;
      readonly secretKey: Uint8Array;
    };

export type WrittenKeyPair = {
  readonly scheme?: Scheme | undefined;
  /** Hexadecimal. Optional for ED25519 keys; if present, it is compared with the derived one. */
  readonly publicKey?: string | undefined;
  readonly secretKey: string;
};

/** Reads a key pair from hexadecimal texts. Faults never quote the secret. */
export function readKeyPair(written: WrittenKeyPair): Reading<KeyPair> {
  return reading(() => {
    const secretKey = fromHex(written.secretKey);
    if (secretKey?.length !== 32) return refuse('the secret key is not 64 hexadecimal digits');
    return written.scheme === 'WebAuthn'
      ? webAuthnPair(written.publicKey, secretKey)
      : ed25519Pair(written.publicKey, secretKey);
  });
}

export function signHash(hash: Hash, pair: KeyPair): Reading<UserSignature> {
  const { secretKey } = pair;
  if (pair.kind === 'ed25519') {
    const signature = signEd25519(secretKey, hashToSign(hash));
    if (signature === undefined) return unable;
    return good({ kind: 'ed25519', hex: toHex(signature) });
  }
  const signature = signWebAuthn({ key: pair.key, secretKey, hash });
  if (signature === undefined) return unable;
  return good({ kind: 'webauthn', signature });
}

/** Returns the command of a `cmd` text, signed by every pair; the payload must list the signers in this order. */
export function signCommand(cmd: string, pairs: readonly KeyPair[]): Reading<Command> {
  const hash = commandHash(cmd);
  const signatures: UserSignature[] = [];
  for (const pair of pairs) {
    const signature = signHash(hash, pair);
    if (!signature.ok) return signature;
    signatures.push(signature.value);
  }
  return good({ cmd, hash, signatures });
}

const unable: Reading<never> = bad({ sentence: 'the secret key cannot sign for its public key' });

function ed25519Pair(written: string | undefined, secretKey: Uint8Array): KeyPair {
  const derived = ed25519PublicKey(secretKey) ?? refuse('the secret key is not an ED25519 key');
  if (written !== undefined) {
    const publicKey = fromHex(written);
    if (publicKey?.length !== 32) return refuse('the public key is not 64 hexadecimal digits');
    if (!equalBytes(publicKey, derived)) {
      // Not quoted: it is the secret if the two were swapped.
      return refuse('the public key does not belong to the secret key');
    }
  }
  return { kind: 'ed25519', publicKey: toHex(derived), secretKey };
}

function webAuthnPair(publicKey: string | undefined, secretKey: Uint8Array): KeyPair {
  const key = publicKey === undefined ? undefined : coseKeyOf(publicKey);
  if (publicKey === undefined || key === undefined) {
    return refuse('a WebAuthn key pair needs its public key, a COSE key in hexadecimal digits');
  }
  return { kind: 'webauthn', publicKey, key, secretKey };
}
