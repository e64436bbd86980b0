// A transaction as text: the command that is signed and sent, with the transaction that it makes and the accounts of its
// signers. Clients hand it from step to step, so reading it checks that the command does what the transaction says.
// Source: Chainweb/Rosetta/Utils.hs of chainweb-node 2.26 (EnrichedCommand, createUnsignedCmd).

import { printJson, type JsonObject } from '../../base/json.ts';
import { commandAt } from '../../chain/command/command.ts';
import { placeOfText, type Field } from '../../chain/command/fields.ts';
import {
  commandHash,
  encodeCommand,
  encodePayload,
  encodePublicMeta,
  hashFault,
  readPayload,
  type Command,
  type Payload,
  type PublicMeta,
} from '../../chain/command/index.ts';
import { encodeStable } from '../../lang/session/run.ts';
import type { Currency, NetworkWords } from '../network-words.ts';
import { keyAccountIn, keyAccountJson, keyAccountOf, type KeyAccount } from './key-accounts.ts';
import { checkProof } from './metadata.ts';
import { shortMeta, type PayloadMetadata } from './payload-metadata.ts';
import { readAs, refuse } from './refusal.ts';
import { areSignersOf, maxSigners, type AccountSigner } from './signers.ts';
import { transactionIn, transactionJson } from './transaction-json.ts';
import { messageOf, signingAccounts, type ConstructedTransaction } from './transaction.ts';

/** A command with what it was made from. */
export type EnrichedCommand = {
  readonly command: Command;
  readonly transaction: ConstructedTransaction;
  /** The account of each signer, in order. */
  readonly accounts: readonly KeyAccount[];
};

export type CheckedCommand = EnrichedCommand & {
  readonly payload: Payload<PublicMeta>;
  readonly signers: readonly AccountSigner[];
};

/** Makes the command, without signatures. */
export function unsignedCommand(
  { signers, nonce, meta, transaction }: PayloadMetadata,
  { network, currency }: NetworkWords,
): EnrichedCommand {
  const payload = {
    networkId: network,
    message: messageOf(transaction, currency),
    signers: signers.map(({ signer }) => signer),
    verifiers: undefined,
    meta,
    nonce,
  };
  const cmd = encodePayload(payload, encodePublicMeta);
  const command = { cmd, hash: commandHash(cmd), signatures: [] };
  return { command, transaction, accounts: signers.map(({ account }) => account) };
}

export function enrichedText(
  { command, transaction, accounts }: EnrichedCommand,
  currency: Currency,
): string {
  const others: JsonObject = new Map([['tx_info', transactionJson(transaction, currency)]]);
  const signers = printJson(accounts.map(keyAccountJson));
  return `{"cmd":${encodeCommand(command)},${printJson(others).slice(1, -1)},"signer_accounts":${signers}}`;
}

/** Lists and objects within each other in the text of a transaction; those of a command are in a string. */
const maxDepth = 16;

export function enrichedIn(text: string, currency: Currency): EnrichedCommand {
  return readAs('unreadable-transaction', () => {
    const place = placeOfText(text, 'the transaction', { depth: maxDepth });
    const accounts = place.field('signer_accounts');
    if (accounts.items.length > maxSigners) accounts.refuse(`may have ${maxSigners} accounts`);
    return {
      command: commandAt(place.field('cmd')),
      transaction: transactionIn(place.field('tx_info'), currency),
      accounts: accounts.items.map((each: Field) => keyAccountIn(each)),
    };
  });
}

/** Checks that the command is the one which payloads makes for this transaction on this chain, whatever its signatures. */
export function checkedCommand(
  enriched: EnrichedCommand,
  { network, currency }: NetworkWords,
  chain: string,
): CheckedCommand {
  const { command, transaction, accounts } = enriched;
  const read = readPayload(command.cmd, shortMeta);
  if (!read.ok) return refuse('unreadable-transaction', read.fault.sentence);
  const payload = read.value;
  const wrongHash = hashFault(command);
  if (wrongHash !== undefined) return refuse('invalid-transaction', wrongHash);
  if (payload.networkId !== network || payload.meta.chainId !== chain) {
    return refuse(
      'invalid-transaction',
      'the transaction is for another network or chain than network_identifier names',
    );
  }
  if (!isSameMessage(payload.message, messageOf(transaction, currency))) {
    return refuse('invalid-transaction', 'cmd does something else than tx_info: do not sign it');
  }
  checkProof(transaction, { chain, currency });
  const signers = payload.signers.flatMap((signer, i) => {
    const account = accounts[i];
    return account === undefined ? [] : [{ signer, account }];
  });
  const isPaired = signers.length === accounts.length && signers.length === payload.signers.length;
  const gasPayer = keyAccountOf(payload.meta.sender);
  const isRight =
    isPaired &&
    gasPayer !== undefined &&
    areSignersOf(signers, signingAccounts(transaction, gasPayer, currency));
  if (isRight) return { ...enriched, payload, signers };
  return refuse(
    'invalid-transaction',
    'the signers of cmd are not those of the transaction, or sign for something else: do not sign it',
  );
}

type Message = Payload<PublicMeta>['message'];

function isSameMessage(one: Message, other: Message): boolean {
  if (encodeStable(one.data) !== encodeStable(other.data)) return false;
  if (one.kind === 'exec') return other.kind === 'exec' && one.code === other.code;
  return (
    other.kind === 'continuation' &&
    one.pactId === other.pactId &&
    one.step === other.step &&
    one.rollback === other.rollback &&
    one.proof === other.proof
  );
}
