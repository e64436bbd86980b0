// The transactions of a simnet: from what a test says to a command with real hash and real signatures.

import { assert } from '../base/assert.ts';
import { commandHash, readKeyPair, signCommand, type Command } from '../command/index.ts';
import { encodeStable } from '../lang/session/store.ts';
import { valueOfPlain, type PlainData } from '../library/plain-data.ts';
import type { Capability } from '../library/surroundings.ts';
import type { SimAccount } from './accounts.ts';

/** Who sends a transaction, and what its signatures are for. */
export type Sending = {
  /** Signs the transaction and pays its gas. */
  readonly as: SimAccount;
  /** Its signature counts for these and for gas; without them, for everything. */
  readonly capabilities?: readonly Capability[];
  /** Further signers. */
  readonly signers?: readonly ExtraSigner[];
  /** Pays the gas instead, and signs for that. */
  readonly payer?: SimAccount;
  /** What `read-msg` and its kin read. */
  readonly data?: { readonly [name: string]: PlainData };
  /** 150000 if absent. */
  readonly gasLimit?: number;
};

export type ExtraSigner = {
  readonly account: SimAccount;
  /** The signature counts for these; without them, for everything. */
  readonly capabilities?: readonly Capability[];
};

/** What the transaction does. */
export type Message =
  | { readonly kind: 'exec'; readonly code: string }
  | {
      readonly kind: 'continue';
      readonly pact: string;
      readonly step: number;
      readonly rollback: boolean;
      readonly proof: string | undefined;
    };

export type Placement = {
  readonly network: string;
  readonly chain: number;
  /** Seconds since 1970. */
  readonly creationTime: number;
  readonly nonce: string;
  readonly gasPrice: string;
};

export type BuiltCommand = {
  readonly command: Command;
  /** A signer has no secret key: its signature is taken as given. */
  readonly isTrusted: boolean;
};

const usualGasLimit = 150_000;

export function buildCommand(message: Message, sending: Sending, place: Placement): BuiltCommand {
  const { as, payer, signers = [], gasLimit = usualGasLimit } = sending;
  const all = signersOf(sending);
  const cmd =
    `{"networkId":${JSON.stringify(place.network)},"payload":${payloadOf(message, sending)}` +
    `,"signers":[${all.map(signerJson).join(',')}]` +
    `,"meta":{"creationTime":${place.creationTime},"ttl":28800,"gasLimit":${gasLimit}` +
    `,"chainId":"${place.chain}","gasPrice":${place.gasPrice}` +
    `,"sender":${JSON.stringify((payer ?? as).account)}},"nonce":${JSON.stringify(place.nonce)}}`;
  const accounts = [as, ...signers.map(({ account }) => account), ...(payer ? [payer] : [])];
  const pairs = accounts.flatMap(({ secretKey, publicKey }) => {
    if (secretKey === undefined) return [];
    const pair = readKeyPair({ secretKey, publicKey });
    if (!pair.ok) throw new TypeError(`the keys of an account do not fit: ${pair.fault.sentence}`);
    return [pair.value];
  });
  if (pairs.length < accounts.length) {
    return { command: { cmd, hash: commandHash(cmd), signatures: [] }, isTrusted: true };
  }
  const signed = signCommand(cmd, pairs);
  assert(signed.ok, 'a key pair can sign');
  return { command: signed.value, isTrusted: false };
}

/** A question that needs no signature. */
export function buildQuestion(code: string, { data, as }: Asking, place: Placement): Command {
  const message = `{"exec":{"code":${JSON.stringify(code)},"data":${dataJson(data)}}}`;
  const signers = as === undefined ? [] : [signerJson({ account: as })];
  const cmd =
    `{"networkId":${JSON.stringify(place.network)},"payload":${message}` +
    `,"signers":[${signers.join(',')}],"meta":{"creationTime":${place.creationTime},"ttl":28800` +
    `,"gasLimit":150000,"chainId":"${place.chain}","gasPrice":${place.gasPrice}` +
    `,"sender":${JSON.stringify(as?.account ?? '')}},"nonce":${JSON.stringify(place.nonce)}}`;
  return { cmd, hash: commandHash(cmd), signatures: [] };
}

export type Asking = {
  readonly data?: Sending['data'] | undefined;
  /** The code runs as if this account had signed for everything. */
  readonly as?: SimAccount | undefined;
};

const gasCapability: Capability = { name: 'coin.GAS' };

function signersOf({ as, capabilities, signers = [], payer }: Sending): readonly ExtraSigner[] {
  const gas = payer === undefined ? [gasCapability] : [];
  return [
    { account: as, ...(capabilities && { capabilities: [...gas, ...capabilities] }) },
    ...signers,
    ...(payer === undefined ? [] : [{ account: payer, capabilities: [gasCapability] }]),
  ];
}

function signerJson({ account, capabilities }: ExtraSigner): string {
  const list = capabilities?.map(
    ({ name, args = [] }) =>
      `{"name":${JSON.stringify(name)},"args":[${args.map(json).join(',')}]}`,
  );
  const clist = list === undefined ? '' : `,"clist":[${list.join(',')}]`;
  return `{"pubKey":${JSON.stringify(account.publicKey)}${clist}}`;
}

function payloadOf(message: Message, { data }: Sending): string {
  if (message.kind === 'exec') {
    return `{"exec":{"code":${JSON.stringify(message.code)},"data":${dataJson(data)}}}`;
  }
  const { pact, step, rollback, proof } = message;
  return (
    `{"cont":{"pactId":${JSON.stringify(pact)},"step":${step},"rollback":${rollback}` +
    `,"data":${dataJson(data)},"proof":${JSON.stringify(proof ?? null)}}}`
  );
}

const json = (value: PlainData): string => encodeStable(valueOfPlain(value));
const dataJson = (data: Sending['data'] = {}): string => json(data);
