// A cache of public keys imported into Node's crypto: importing one costs a fifth of a check.

import { createPublicKey, type KeyObject } from 'node:crypto';
import { toBase64Url } from '../../base/base64url.ts';

/** A public key as Node imports it fastest (RFC 7517). */
export type WebKey = {
  readonly kty: 'OKP' | 'EC';
  readonly crv: string;
  readonly x: string;
  readonly y?: string;
};

const defaultMost = 10_000;

export class ReadyKeys {
  private readonly keys = new Map<string, KeyObject>();
  private readonly max: number;

  constructor(max = defaultMost) {
    this.max = max;
  }

  /** Returns `undefined` if Node does not accept the key. */
  keyOf(written: WebKey): KeyObject | undefined {
    const name = `${written.crv} ${written.x} ${written.y ?? ''}`;
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const key = importedKey(written);
    if (key === undefined) return undefined;
    // Removes the oldest key: the key of a frequent signer soon returns.
    if (this.keys.size >= this.max) this.keys.delete(this.keys.keys().next().value ?? '');
    this.keys.set(name, key);
    return key;
  }
}

export function ed25519Key(publicKey: Uint8Array): WebKey {
  return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(publicKey) };
}

function importedKey(written: WebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: written, format: 'jwk' });
  } catch {
    return undefined;
  }
}
