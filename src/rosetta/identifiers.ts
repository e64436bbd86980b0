// Identifiers of the Rosetta interface: readers for requests, and their JSON for answers. Readers refuse a malformed request with
// a sentence that names the place; whether an identifier exists is decided by their callers.
// Source: Mesh API, NetworkIdentifier, PartialBlockIdentifier, AccountIdentifier, TransactionIdentifier.

import { toBase64Url } from '../base/base64url.ts';
import { JsonNumber, type JsonObject, type JsonValue } from '../base/json.ts';
import { bad, good, type Result } from '../base/result.ts';
import type { Field } from '../chain/command/fields.ts';
import { parseHash, type BlockHeader } from '../chain/model/header.ts';
import { rosettaFault, type RosettaFault } from './errors.ts';

export type NetworkIdentifier = {
  readonly blockchain: string;
  readonly network: string;
  /** `undefined`: no chain is named. */
  readonly subNetwork: string | undefined;
};

/** Reads the member `network_identifier` of a request. */
export function networkIdentifierIn(body: Field): NetworkIdentifier {
  const field = body.field('network_identifier');
  return {
    blockchain: field.field('blockchain').text,
    network: field.field('network').text,
    subNetwork: field.optionalField('sub_network_identifier')?.field('network').text,
  };
}

/** A block by its height, its hash, or both; with neither, the newest one. */
export type PartialBlock = {
  readonly index: number | undefined;
  readonly hash: string | undefined;
};

export function partialBlockIn(field: Field | undefined): PartialBlock {
  const index = field?.optionalField('index');
  return {
    index: index === undefined ? undefined : heightIn(index),
    hash: field?.optionalField('hash')?.text,
  };
}

/** Both members are required. */
export function blockIdentifierIn(field: Field): PartialBlock {
  return { index: heightIn(field.field('index')), hash: field.field('hash').text };
}

/** Heights that no chain reaches are read as one of them. */
function heightIn(field: Field): number {
  const { text } = field.number;
  if (!/^\d{1,20}$/.test(text)) return field.refuse('must be a whole number from 0');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

export type AccountIdentifier = { readonly address: string; readonly hasSubAccount: boolean };

export function accountIn(field: Field): AccountIdentifier {
  return {
    address: field.field('address').text,
    hasSubAccount: field.optionalField('sub_account') !== undefined,
  };
}

/** The greatest length of an account, in code points, as the coin contract allows it. */
const longestAccount = 256;

/** Returns the name of an account that may exist. */
export function addressOf({
  address,
  hasSubAccount,
}: AccountIdentifier): Result<string, RosettaFault> {
  if (hasSubAccount) {
    return bad(rosettaFault('sub-account', 'leave out sub_account: accounts have no parts here'));
  }
  if (address === '' || [...address.slice(0, 2 * longestAccount + 1)].length > longestAccount) {
    return bad(
      rosettaFault(
        'bad-account',
        `address must have 1 to ${longestAccount} characters, as in k: and a key`,
      ),
    );
  }
  return good(address);
}

/** Reads a transaction identifier, whose hash is that of a transaction or, for the miner's reward, of a block. */
export function transactionHashIn(field: Field): Result<string, RosettaFault> {
  const { text } = field.field('hash');
  if (parseHash(text) !== undefined) return good(text);
  return bad(
    rosettaFault(
      'unreadable-transaction-id',
      'transaction_identifier.hash must be a request key: 43 characters of base64url',
    ),
  );
}

export const transactionIdentifierJson = (hash: string): JsonObject => new Map([['hash', hash]]);

export function blockIdentifierJson({
  height,
  hash,
}: Pick<BlockHeader, 'height' | 'hash'>): JsonObject {
  return new Map<string, JsonValue>([
    ['index', new JsonNumber(String(height))],
    ['hash', toBase64Url(hash)],
  ]);
}
