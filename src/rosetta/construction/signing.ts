// The steps of a construction around signing: payloads, combine, parse and hash.
// Source: Chainweb/Rosetta/RestAPI/Server.hs of chainweb-node 2.26 (constructionPayloadsH, constructionCombineH,
// constructionParseH, constructionHashH), Utils.hs (matchSigs).

import { fromBase64Url } from '../../base/base64url.ts';
import { toHex } from '../../base/bytes.ts';
import { assert } from '../../base/assert.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Field } from '../../chain/command/fields.ts';
import { checkClaim, claimOf, type Signer, type UserSignature } from '../../chain/command/index.ts';
import { transactionIdentifierJson } from '../identifiers.ts';
import { unitsOf, type NetworkWords } from '../network-words.ts';
import { intendedOperations } from './intended-operations.ts';
import { keyAccountJson, keyAccountOf, publicKeyIn } from './key-accounts.ts';
import { checkProof } from './metadata.ts';
import { payloadMetadataIn } from './payload-metadata.ts';
import { readAs, refuse } from './refusal.ts';
import {
  operationsJson,
  operationsOf,
  signingAccounts,
  type ConstructedTransaction,
} from './transaction.ts';
import { areSignersOf } from './signers.ts';
import {
  checkedCommand,
  enrichedIn,
  enrichedText,
  unsignedCommand,
  type CheckedCommand,
  type EnrichedCommand,
} from './unsigned-transaction.ts';
import { feeJson } from './preprocess.ts';
import { pricePlaces } from './fee.ts';

export function payloads(body: Field, words: NetworkWords, chain: string): JsonObject {
  const given = body.optionalField('metadata');
  if (given === undefined) {
    return refuse('no-metadata', 'metadata is missing: it must be that of construction/metadata');
  }
  const metadata = readAs('bad-metadata', () => payloadMetadataIn(given, words.currency));
  const { meta, signers, transaction } = metadata;
  if (meta.chainId !== chain) {
    return refuse('bad-metadata', `metadata.public_meta is for chain ${meta.chainId}`);
  }
  if (transaction.kind === 'credit' && transaction.proof === undefined) {
    return refuse('bad-metadata', 'metadata.tx has no proof: construction/metadata adds it');
  }
  checkProof(transaction, { chain, currency: words.currency });
  const gasPayer = keyAccountOf(meta.sender);
  const isRight =
    gasPayer !== undefined &&
    areSignersOf(signers, signingAccounts(transaction, gasPayer, words.currency));
  if (!isRight) {
    return refuse('bad-metadata', 'metadata.signers are not those of the transaction');
  }
  checkOperations(body, transaction, words);
  const enriched = unsignedCommand(metadata, words);
  const bytes = fromBase64Url(enriched.command.hash);
  assert(bytes !== undefined, 'hashes are base64url');
  const hex = toHex(bytes);
  return new Map<string, JsonValue>([
    ['unsigned_transaction', enrichedText(enriched, words.currency)],
    ['payloads', enriched.accounts.map((account) => signingPayload(keyAccountJson(account), hex))],
  ]);
}

function signingPayload(account: JsonObject, hex: string): JsonObject {
  return new Map<string, JsonValue>([
    ['account_identifier', account],
    ['hex_bytes', hex],
    ['signature_type', 'ed25519'],
  ]);
}

/** The client says again what it intends; it must be what the metadata makes. */
function checkOperations(
  body: Field,
  transaction: ConstructedTransaction,
  { currency }: NetworkWords,
): void {
  const list = readAs('bad-operations', () => body.field('operations'));
  const given = readAs('bad-operations', () => intendedOperations(list, currency));
  const made = operationsOf(transaction);
  const isSame =
    given.length === made.length &&
    made.every(({ account, units }) =>
      given.some((each) => each.account.address === account.address && each.units === units),
    );
  if (isSame) return;
  refuse('bad-operations', 'operations are not those of construction/preprocess');
}

/** Adds the signatures to a transaction; each is checked. */
export function combine(body: Field, words: NetworkWords, chain: string): JsonObject {
  const text = body.field('unsigned_transaction').text;
  const checked = checkedCommand(enrichedIn(text, words.currency), words, chain);
  const signatures = signaturesIn(readAs('bad-signature', () => body.field('signatures')));
  const command = { ...checked.command, signatures: matched(checked, signatures) };
  const signed = enrichedText({ ...checked, command }, words.currency);
  return new Map([['signed_transaction', signed]]);
}

/** More than the signers of any transaction. */
const maxSignatures = 100;

/** Returns signatures in hexadecimal by public key. */
function signaturesIn(list: Field): ReadonlyMap<string, string> {
  const items = readAs('bad-signature', () => list.items);
  if (items.length > maxSignatures) {
    return refuse('bad-signature', `signatures may have ${maxSignatures} items`);
  }
  return new Map(
    items.map((each) =>
      readAs('bad-signature', () => {
        const type = each.field('signature_type');
        if (type.text !== 'ed25519') type.refuse('must be ed25519');
        return [publicKeyIn(each.field('public_key')), each.field('hex_bytes').text];
      }),
    ),
  );
}

function matched(
  { command, signers }: CheckedCommand,
  signatures: ReadonlyMap<string, string>,
): readonly UserSignature[] {
  return signers.map(({ signer }) => {
    const hex = signatures.get(signer.publicKey);
    if (hex === undefined) {
      return refuse(
        'bad-signature',
        `signatures has none of the public key ${signer.publicKey}: the transaction needs it`,
      );
    }
    const signature: UserSignature = { kind: 'ed25519', hex };
    const wrong = checkClaim(claimOf(command.hash, signer, signature));
    if (wrong === undefined) return signature;
    return refuse(
      'bad-signature',
      `the signature of the public key ${signer.publicKey}: ${wrong}; sign the bytes of hex_bytes of its payload`,
    );
  });
}

/** Returns the operations of a transaction, and who has signed it. */
export function parse(body: Field, words: NetworkWords, chain: string): JsonObject {
  const isSigned = body.field('signed').bool;
  const enriched = enrichedIn(body.field('transaction').text, words.currency);
  const checked = checkedCommand(enriched, words, chain);
  if (isSigned) checkSignatures(checked);
  const { meta } = checked.payload;
  const gasPrice = unitsOf(meta.gasPrice, { decimals: pricePlaces });
  const members = new Map<string, JsonValue>([
    ['operations', operationsJson(checked.transaction, words.currency)],
    ['account_identifier_signers', isSigned ? checked.accounts.map(keyAccountJson) : []],
  ]);
  members.set(
    'metadata',
    new Map<string, JsonValue>([
      ['gas_payer', new Map([['address', meta.sender]])],
      ['suggested_fee', feeJson({ gasLimit: meta.gasLimit, gasPrice }, words.currency)],
    ]),
  );
  return members;
}

function checkSignatures({ command, signers }: CheckedCommand): void {
  const { hash, signatures } = command;
  if (signatures.length !== signers.length) {
    refuse(
      'invalid-transaction',
      `the transaction has ${signatures.length} signatures, and needs ${signers.length}`,
    );
  }
  signers.forEach(({ signer }, i) => {
    const wrong = verdictOf(hash, signer, signatures[i]);
    if (wrong !== undefined) {
      refuse(
        'invalid-transaction',
        `the signature of the public key ${signer.publicKey}: ${wrong}`,
      );
    }
  });
}

function verdictOf(
  hash: EnrichedCommand['command']['hash'],
  signer: Signer,
  signature: UserSignature | undefined,
): string | undefined {
  return signature === undefined ? 'it is missing' : checkClaim(claimOf(hash, signer, signature));
}

/** Returns the identifier that a transaction will have on its chain. */
export function transactionHash(body: Field, words: NetworkWords): JsonObject {
  const { command } = enrichedIn(body.field('signed_transaction').text, words.currency);
  return transactionAnswer(command.hash);
}

export function transactionAnswer(hash: string): JsonObject {
  return new Map([['transaction_identifier', transactionIdentifierJson(hash)]]);
}
