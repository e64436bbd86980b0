// The signers of a constructed transaction: each key of the accounts that sign, with the capabilities of its account.
// Source: Chainweb/Rosetta/Internal.hs of chainweb-node 2.26 (createSigners).

import { assert } from '../../base/assert.ts';
import type { JsonValue } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import type { Field } from '../../chain/command/fields.ts';
import type { Signer } from '../../chain/command/index.ts';
import { encodeSigner, readSigner } from '../../chain/command/signer.ts';
import { keyAccountIn, keyAccountJson, type KeyAccount } from './key-accounts.ts';
import { refuse } from './refusal.ts';
import type { SigningAccount } from './transaction.ts';

export type AccountSigner = { readonly signer: Signer; readonly account: KeyAccount };

/** Accounts with keys have one key each, or a few if a contract of old has changed their guard. */
export const maxSigners = 16;

/** `keysOf`: the keys of an account on the chain. */
export function signersOf(
  accounts: readonly SigningAccount[],
  publicKeys: ReadonlySet<string>,
  keysOf: (account: KeyAccount) => readonly string[],
): readonly AccountSigner[] {
  const signers = accounts.flatMap((each) =>
    keysOf(each.account).map((key) => {
      if (!publicKeys.has(key)) {
        refuse(
          'missing-public-key',
          `public_keys needs ${key}, a key of ${each.account.address}: the transaction must be signed with it`,
        );
      }
      return { signer: signerOf(each, key), account: each.account };
    }),
  );
  if (signers.length > maxSigners) {
    refuse('wrong-account', `the accounts have ${signers.length} keys: ${maxSigners} are the most`);
  }
  return signers;
}

/** Returns whether these are signers of the accounts, each for what its account signs, and of no other account. */
export function areSignersOf(
  signers: readonly AccountSigner[],
  accounts: readonly SigningAccount[],
): boolean {
  const fits = ({ signer, account }: AccountSigner, of: SigningAccount): boolean =>
    of.account.address === account.address &&
    encodeSigner(signer) === encodeSigner(signerOf(of, signer.publicKey));
  return (
    signers.length <= maxSigners &&
    signers.every((each) => accounts.some((of) => fits(each, of))) &&
    accounts.every((of) => signers.some((each) => fits(each, of)))
  );
}

function signerOf({ capabilities }: SigningAccount, publicKey: string): Signer {
  return { scheme: 'ED25519', publicKey, address: publicKey, capabilities };
}

/** Pairs of a signer and its account, as in the reference. */
export function signersJson(signers: readonly AccountSigner[]): JsonValue {
  return signers.map(({ signer, account }) => {
    const read = readJson(encodeSigner(signer));
    assert(read.kind === 'value', 'signers are encoded as JSON');
    return [read.value, keyAccountJson(account)];
  });
}

export function signersIn(list: Field): readonly AccountSigner[] {
  const { items } = list;
  if (items.length > maxSigners) return list.refuse(`may have ${maxSigners} signers`);
  return items.map((pair) => {
    const [signer, account] = pair.items;
    if (signer === undefined || account === undefined) {
      return pair.refuse('must be a list of a signer and its account');
    }
    return { signer: readSigner(signer), account: keyAccountIn(account) };
  });
}
