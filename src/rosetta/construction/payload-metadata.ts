// What makes a transaction complete: the `metadata` that construction/metadata returns and construction/payloads reads.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (PayloadsMetaData).

import { assert } from '../../base/assert.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import type { Field } from '../../chain/command/fields.ts';
import { encodePublicMeta, publicMeta, type PublicMeta } from '../../chain/command/index.ts';
import type { Currency } from '../network-words.ts';
import { signersIn, signersJson, type AccountSigner } from './signers.ts';
import { transactionIn, transactionJson } from './transaction-json.ts';
import type { ConstructedTransaction } from './transaction.ts';

export type PayloadMetadata = {
  readonly signers: readonly AccountSigner[];
  readonly nonce: string;
  readonly meta: PublicMeta;
  readonly transaction: ConstructedTransaction;
};

export function payloadMetadataJson(
  { signers, nonce, meta, transaction }: PayloadMetadata,
  currency: Currency,
): JsonObject {
  return new Map<string, JsonValue>([
    ['signers', signersJson(signers)],
    ['nonce', nonce],
    ['public_meta', metaJson(meta)],
    ['tx', transactionJson(transaction, currency)],
  ]);
}

function metaJson(meta: PublicMeta): JsonValue {
  const read = readJson(encodePublicMeta(meta));
  assert(read.kind === 'value', 'metadata is encoded as JSON');
  return read.value;
}

export function payloadMetadataIn(field: Field, currency: Currency): PayloadMetadata {
  return {
    signers: signersIn(field.field('signers')),
    nonce: field.field('nonce').text,
    meta: shortMeta(field.field('public_meta')),
    transaction: transactionIn(field.field('tx'), currency),
  };
}

/** Characters of a number in metadata, and the size of its exponent. */
const maxNumber = 40;

/** Reads metadata with numbers as constructions have them: others may have a million digits. */
export function shortMeta(field: Field): PublicMeta {
  for (const name of ['gasLimit', 'gasPrice', 'ttl', 'creationTime']) {
    const place = field.field(name);
    const { number } = place;
    if (number.text.length > maxNumber || Math.abs(number.exponent) > maxNumber) {
      place.refuse(`has more than ${maxNumber} digits`);
    }
  }
  return publicMeta(field);
}
