// Accounts that are named by their key, `k:` and 64 hexadecimal digits: the only ones in constructions, because their guard
// is known without asking a chain. Also the public keys of requests.
// Source: Chainweb/Pact/Utils.hs of chainweb-node 2.26 (validateKAccount, pubKeyToKAccountKeySet); Mesh API, PublicKey.

import { fromHex } from '../../base/bytes.ts';
import { isEd25519PublicKey } from '../../base/crypto/ed25519.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Field } from '../../chain/command/fields.ts';
import { KeySetGuard } from '../../lang/session/run.ts';
import { accountIn } from '../identifiers.ts';
import { refuse } from './refusal.ts';

export type KeyAccount = {
  /** `k:` and the public key. */
  readonly address: string;
  /** 64 hexadecimal digits in lower case. */
  readonly publicKey: string;
};

/** Returns `undefined` unless the name has the form of such an account. */
export function keyAccountOf(address: string): KeyAccount | undefined {
  return /^k:[0-9a-f]{64}$/.test(address) ? { address, publicKey: address.slice(2) } : undefined;
}

/** Reads an account identifier that must be such an account. */
export function keyAccountIn(field: Field): KeyAccount {
  const { address, hasSubAccount } = accountIn(field);
  if (hasSubAccount) {
    return refuse('sub-account', `${field.path}: leave out sub_account: accounts have no parts`);
  }
  const account = keyAccountOf(address);
  if (account !== undefined) return account;
  return refuse(
    'wrong-key-account',
    `${field.path}.address must be k: and the 64 hexadecimal digits of a public key, in lower case; construction/derive has it`,
  );
}

/** The guard that the first transfer to such an account gives it. */
export function guardOf({ publicKey }: KeyAccount): KeySetGuard {
  return new KeySetGuard([publicKey], { kind: 'keys-all' });
}

/** Returns the guard as JSON. */
export function ownershipJson({ publicKey }: KeyAccount): JsonObject {
  return new Map<string, JsonValue>([
    ['pred', 'keys-all'],
    ['keys', [publicKey]],
  ]);
}

/** Returns whether the JSON of a guard is that of the account; the order of members does not matter. */
export function isOwnership({ publicKey }: KeyAccount, guard: Field): boolean {
  const { object } = guard;
  const keys = guard.field('keys').items;
  return (
    object.size === 2 &&
    guard.field('pred').text === 'keys-all' &&
    keys.length === 1 &&
    keys[0]?.text === publicKey
  );
}

export const keyAccountJson = ({ address }: KeyAccount): JsonObject =>
  new Map([['address', address]]);

/** Reads a public key of a request: its 64 hexadecimal digits in lower case. */
export function publicKeyIn(field: Field): string {
  const curve = field.field('curve_type').text;
  const digits = field.field('hex_bytes').text;
  if (curve !== 'edwards25519') {
    return refuse('bad-public-key', `${field.path}.curve_type must be edwards25519`);
  }
  if (/^[0-9a-fA-F]{64}$/.test(digits)) return digits.toLowerCase();
  return refuse('bad-public-key', `${field.path}.hex_bytes must be 64 hexadecimal digits`);
}

/** Returns the account of a public key of a request. */
export function derivedAccount(field: Field): KeyAccount {
  const publicKey = publicKeyIn(field);
  const bytes = fromHex(publicKey);
  if (bytes !== undefined && isEd25519PublicKey(bytes)) {
    return { address: `k:${publicKey}`, publicKey };
  }
  return refuse(
    'bad-public-key',
    `${field.path}.hex_bytes is not a public key of edwards25519: no secret key belongs to it`,
  );
}

/** More than the keys of any account that signs. */
const maxPublicKeys = 100;

/** Reads the public keys that a client can sign with. */
export function publicKeysIn(list: Field): ReadonlySet<string> {
  const { items } = list;
  if (items.length > maxPublicKeys) {
    return list.refuse(`may have ${maxPublicKeys} keys, not ${items.length}`);
  }
  return new Set(items.map(publicKeyIn));
}
