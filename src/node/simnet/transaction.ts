// The transactions of a simnet: turns the options of a test into a command with a real hash and real signatures.

import { assert } from '../../base/assert.ts';
import {
  commandHash,
  encodePayload,
  encodePublicMeta,
  readKeyPair,
  signCommand,
  type Command,
  type Payload,
  type PublicMeta,
  type Signer,
} from '../../chain/command/index.ts';
import { type Decimal as PactDecimal, usualGasLimit } from '../../lang/session/run.ts';
import { valueOfPlain, type PlainData } from '../../tools/library/plain-data.ts';
import { capabilityOf, type Capability } from '../../tools/library/surroundings.ts';
import type { SimAccount } from './genesis.ts';

/** The sender of a transaction, and the capabilities that its signatures are for. */
export type Sending = {
  /** Signs the transaction and pays its gas. */
  readonly as: SimAccount;
  /** The capabilities of its signature, besides that for gas; if absent, the signature is unrestricted. */
  readonly capabilities?: readonly Capability[];
  /** Further signers. */
  readonly signers?: readonly ExtraSigner[];
  /** Pays the gas instead of the sender, and signs for that. */
  readonly payer?: SimAccount;
  /** The data that `read-msg` and similar builtins read. */
  readonly data?: { readonly [name: string]: PlainData };
  /** Default: 150000. */
  readonly gasLimit?: number;
};

export type ExtraSigner = {
  readonly account: SimAccount;
  /** The capabilities of the signature; if absent, it is unrestricted. */
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

type Placement = {
  readonly network: string;
  readonly chain: number;
  /** Seconds since 1970. */
  readonly creationTime: number;
  readonly nonce: string;
  readonly gasPrice: PactDecimal;
};

type BuiltCommand = {
  readonly command: Command;
  /** A signer without a secret key: its signature is assumed valid. */
  readonly isTrusted: boolean;
};

export function buildCommand(message: Message, sending: Sending, place: Placement): BuiltCommand {
  const { as, payer, signers = [], gasLimit = usualGasLimit, data } = sending;
  const cmd = textOf(place, {
    message: messageOf(message, data),
    signers: signersOf(sending),
    gasLimit,
    sender: (payer ?? as).account,
  });
  const accounts = [as, ...signers.map(({ account }) => account), ...(payer ? [payer] : [])];
  const pairs = accounts.flatMap(({ secretKey, publicKey }) => {
    if (secretKey === undefined) return [];
    const pair = readKeyPair({ secretKey, publicKey });
    if (!pair.ok)
      throw new TypeError(`the keys of an account do not match: ${pair.fault.sentence}`);
    return [pair.value];
  });
  if (pairs.length < accounts.length) {
    return { command: { cmd, hash: commandHash(cmd), signatures: [] }, isTrusted: true };
  }
  const signed = signCommand(cmd, pairs);
  assert(signed.ok, 'a key pair can sign');
  return { command: signed.value, isTrusted: false };
}

/** Makes a query, which needs no signature. */
export function buildQuestion(code: string, { data, as }: Asking, place: Placement): Command {
  const cmd = textOf(place, {
    message: messageOf({ kind: 'exec', code }, data),
    signers: as === undefined ? [] : [{ account: as }],
    gasLimit: usualGasLimit,
    sender: as?.account ?? '',
  });
  return { cmd, hash: commandHash(cmd), signatures: [] };
}

type Contents = {
  readonly message: Payload<PublicMeta>['message'];
  readonly signers: readonly ExtraSigner[];
  readonly gasLimit: number;
  readonly sender: string;
};

function textOf(place: Placement, { message, signers, gasLimit, sender }: Contents): string {
  const meta: PublicMeta = {
    sender,
    gasLimit: BigInt(gasLimit),
    gasPrice: place.gasPrice,
    ttl: 28_800n,
    creationTime: BigInt(place.creationTime),
    chainId: String(place.chain),
  };
  const payload: Payload<PublicMeta> = {
    networkId: place.network,
    message,
    meta,
    nonce: place.nonce,
    signers: signers.map(signerOf),
    verifiers: undefined,
  };
  return encodePayload(payload, encodePublicMeta);
}

export type Asking = {
  readonly data?: Sending['data'] | undefined;
  /** The code runs as if this account had signed everything. */
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

function signerOf({ account, capabilities = [] }: ExtraSigner): Signer {
  return {
    scheme: undefined,
    address: undefined,
    publicKey: account.publicKey,
    capabilities: capabilities.map(capabilityOf),
  };
}

function messageOf(message: Message, given: Sending['data'] = {}): Payload<PublicMeta>['message'] {
  const data = valueOfPlain(given);
  if (message.kind === 'exec') return { kind: 'exec', code: message.code, data };
  const { pact, step, rollback, proof } = message;
  return { kind: 'continuation', pactId: pact, step: BigInt(step), rollback, data, proof };
}
