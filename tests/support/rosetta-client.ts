// A client of the Rosetta interface as exchanges have it: each request and each answer is checked by the standard's schemas.
import { expect } from 'vitest';
import { fromHex, toHex } from '../../src/base/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../../src/base/crypto/ed25519.ts';
import {
  checkRosettaAnswer,
  checkRosettaError,
  checkRosettaRequest,
  type RosettaEndpoint,
} from './rosetta-schemas.ts';

/** Posts JSON; returns status and text. */
export type Post = (path: string, body: unknown) => Promise<readonly [number, string]>;

export type Answer = { readonly [name: string]: unknown };

export type Signing = {
  readonly account_identifier: { readonly address: string };
  readonly hex_bytes: string;
};

export class RosettaClient {
  private readonly post: Post;
  private readonly base: string;
  readonly network: string;

  constructor(post: Post, { base, network = 'development' }: { base: string; network?: string }) {
    this.post = post;
    this.base = base;
    this.network = network;
  }

  chain(chain: number | string): object {
    return {
      blockchain: 'kadena',
      network: this.network,
      sub_network_identifier: { network: String(chain) },
    };
  }

  /** Returns the status and the JSON of the answer, whatever the request is. */
  async ask(endpoint: RosettaEndpoint, body: object): Promise<readonly [number, Answer]> {
    const [status, text] = await this.post(`${this.base}/rosetta/${endpoint}`, body);
    if (status === 200) expect(checkRosettaAnswer(endpoint, text), text).toEqual([]);
    if (status === 500 && text.startsWith('{')) expect(checkRosettaError(text), text).toEqual([]);
    return [status, text.startsWith('{') ? (JSON.parse(text) as Answer) : { text }];
  }

  /** Returns the answer to a request that is right. */
  async on<T = Answer>(chain: number, endpoint: RosettaEndpoint, members: object): Promise<T> {
    const body = { network_identifier: this.chain(chain), ...members };
    expect(checkRosettaRequest(endpoint, JSON.stringify(body))).toEqual([]);
    const [status, answer] = await this.ask(endpoint, body);
    expect([status, answer]).toEqual([200, expect.anything()]);
    return answer as T;
  }

  /** Returns the error of a request. */
  async errorOn(
    chain: number,
    endpoint: RosettaEndpoint,
    members: object,
  ): Promise<readonly [number, string]> {
    const body = { network_identifier: this.chain(chain), ...members };
    const [status, answer] = await this.ask(endpoint, body);
    expect([status, Object.keys(answer)]).toEqual([500, expect.arrayContaining(['code'])]);
    const { code, details } = answer as { code: number; details?: { error_message: string } };
    return [code, details?.error_message ?? ''];
  }
}

export type Wallet = {
  readonly address: string;
  readonly publicKey: { readonly hex_bytes: string; readonly curve_type: string };
  /** Returns the signature of a payload. */
  readonly sign: (payload: Signing) => object;
};

export function walletOf(secret: string): Wallet {
  const secretKey = fromHex(secret)!;
  const hex = toHex(ed25519PublicKey(secretKey)!);
  const publicKey = { hex_bytes: hex, curve_type: 'edwards25519' };
  return {
    address: `k:${hex}`,
    publicKey,
    sign: (payload) => ({
      signing_payload: payload,
      public_key: publicKey,
      signature_type: 'ed25519',
      hex_bytes: toHex(signEd25519(secretKey, fromHex(payload.hex_bytes)!)!),
    }),
  };
}

export const currency = { symbol: 'KDA', decimals: 12 };

export const operation = (index: number, address: string, value: bigint | string) => ({
  operation_identifier: { index },
  type: 'TransferOrCreateAcct',
  account: { address },
  amount: { value: String(value), currency },
});

export type Construction = {
  readonly operations: readonly object[];
  readonly metadata: object;
  /** Those who sign. */
  readonly wallets: readonly Wallet[];
  readonly more?: object;
};

export type Constructed = {
  readonly hash: string;
  readonly unsigned: string;
  readonly signed: string;
  /** As construction/parse has them, of the signed transaction. */
  readonly operations: readonly Answer[];
};

type Preprocessed = { options: object; required_public_keys: { address: string }[] };
type Payloads = { unsigned_transaction: string; payloads: Signing[] };
type Parsed = { operations: Answer[]; account_identifier_signers: { address: string }[] };

/** Goes through the steps on a chain, up to the signed transaction, as the standard's tool does. */
export async function construct(
  client: RosettaClient,
  chain: number,
  { operations, metadata, wallets, more = {} }: Construction,
): Promise<Constructed> {
  const before = await client.on<Preprocessed>(chain, 'construction/preprocess', {
    operations,
    metadata,
    ...more,
  });
  const needed = before.required_public_keys.map(({ address }) => address);
  const public_keys = wallets.map(({ publicKey }) => publicKey);
  expect([...needed].sort()).toEqual(wallets.map(({ address }) => address).sort());
  const online = await client.on<{ metadata: object }>(chain, 'construction/metadata', {
    options: before.options,
    public_keys,
  });
  const made = await client.on<Payloads>(chain, 'construction/payloads', {
    operations,
    metadata: online.metadata,
    public_keys,
  });
  const unsigned = made.unsigned_transaction;
  const early = await client.on<Parsed>(chain, 'construction/parse', {
    signed: false,
    transaction: unsigned,
  });
  expect(early.account_identifier_signers).toEqual([]);
  const signatures = made.payloads.map((payload) => {
    const wallet = wallets.find(({ address }) => address === payload.account_identifier.address);
    return wallet!.sign(payload);
  });
  const { signed_transaction: signed } = await client.on<{ signed_transaction: string }>(
    chain,
    'construction/combine',
    { unsigned_transaction: unsigned, signatures },
  );
  const late = await client.on<Parsed>(chain, 'construction/parse', {
    signed: true,
    transaction: signed,
  });
  expect(late.operations).toEqual(early.operations);
  expect(late.account_identifier_signers.map(({ address }) => address).sort()).toEqual(
    [...needed].sort(),
  );
  const hash = await client.on<Hashed>(chain, 'construction/hash', { signed_transaction: signed });
  return {
    hash: hash.transaction_identifier.hash,
    unsigned,
    signed,
    operations: late.operations,
  };
}

type Hashed = { readonly transaction_identifier: { readonly hash: string } };

/** Sends a transaction; it has the identifier that construction/hash returned. */
export async function submit(
  client: RosettaClient,
  chain: number,
  { hash, signed }: Constructed,
): Promise<void> {
  const sent = await client.on<Hashed>(chain, 'construction/submit', {
    signed_transaction: signed,
  });
  expect(sent.transaction_identifier.hash).toBe(hash);
}
