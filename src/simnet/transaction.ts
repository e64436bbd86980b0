// The transactions of a simnet: from what a test says to a command with real hash and real signatures.

import { assert } from '../base/assert.ts';
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
} from '../command/index.ts';
import type { Decimal } from '../lang/session/run.ts';
import { valueOfPlain, type PlainData } from '../library/plain-data.ts';
import { capabilityOf, type Capability } from '../library/surroundings.ts';
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
  readonly gasPrice: Decimal;
};

export type BuiltCommand = {
  readonly command: Command;
  /** A signer has no secret key: its signature is taken as given. */
  readonly isTrusted: boolean;
};

const usualGasLimit = 150_000;

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
    if (!pair.ok) throw new TypeError(`the keys of an account do not match: ${pair.fault.sentence}`);
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
    ...{ sender, gasLimit: BigInt(gasLimit), gasPrice: place.gasPrice, ttl: 28_800n },
    creationTime: BigInt(place.creationTime),
    chainId: String(place.chain),
  };
  const payload: Payload<PublicMeta> = {
    ...{ networkId: place.network, message, meta, nonce: place.nonce },
    signers: signers.map(signerOf),
    verifiers: undefined,
  };
  return encodePayload(payload, encodePublicMeta);
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

function signerOf({ account, capabilities = [] }: ExtraSigner): Signer {
  return {
    ...{ scheme: undefined, address: undefined, publicKey: account.publicKey },
    capabilities: capabilities.map(capabilityOf),
  };
}

function messageOf(message: Message, given: Sending['data'] = {}): Payload<PublicMeta>['message'] {
  const data = valueOfPlain(given);
  if (message.kind === 'exec') return { kind: 'exec', code: message.code, data };
  const { pact, step, rollback, proof } = message;
  return { kind: 'continuation', pactId: pact, step: BigInt(step), rollback, data, proof };
}
