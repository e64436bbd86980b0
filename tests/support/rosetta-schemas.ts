// The public Rosetta (Mesh) standard as schemas: every request and answer of the endpoints that nodes serve, and the
// checks of both. Members that the standard does not have are refused; `metadata`, `options` and `details` are open.
// Source: mesh-specifications 1.5.1; `max_fee` and `suggested_fee_multiplier` are those of 1.4.4.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const truth: Schema = { type: 'boolean' };
const integer: Schema = { type: 'integer' };
const natural: Schema = { type: 'integer', minimum: 0 };
const open: Schema = { type: 'object' };
const hex: Schema = { type: 'string', pattern: '^([0-9a-fA-F]{2})*$' };
const wholeNumber: Schema = { type: 'string', pattern: '^-?[0-9]+$' };
const of = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const oneOf = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });

function object(required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

const network = { network_identifier: of('NetworkIdentifier') };
const metadata = { metadata: open };

const identifiers = {
  NetworkIdentifier: object(
    { blockchain: text, network: text },
    { sub_network_identifier: of('SubNetworkIdentifier') },
  ),
  SubNetworkIdentifier: object({ network: text }, metadata),
  BlockIdentifier: object({ index: natural, hash: text }),
  PartialBlockIdentifier: object({}, { index: integer, hash: text }),
  TransactionIdentifier: object({ hash: text }),
  OperationIdentifier: object({ index: natural }, { network_index: natural }),
  AccountIdentifier: object(
    { address: text },
    { sub_account: of('SubAccountIdentifier'), ...metadata },
  ),
  SubAccountIdentifier: object({ address: text }, metadata),
  CoinIdentifier: object({ identifier: text }),
};

const values = {
  Currency: object({ symbol: text, decimals: natural }, metadata),
  Amount: object({ value: wholeNumber, currency: of('Currency') }, metadata),
  Timestamp: natural,
  CoinChange: object({
    coin_identifier: of('CoinIdentifier'),
    coin_action: oneOf('coin_created', 'coin_spent'),
  }),
  Operation: object(
    { operation_identifier: of('OperationIdentifier'), type: text },
    {
      related_operations: listOf(of('OperationIdentifier')),
      status: text,
      account: of('AccountIdentifier'),
      amount: of('Amount'),
      coin_change: of('CoinChange'),
      ...metadata,
    },
  ),
  RelatedTransaction: object(
    {
      transaction_identifier: of('TransactionIdentifier'),
      direction: oneOf('forward', 'backward'),
    },
    network,
  ),
  Transaction: object(
    {
      transaction_identifier: of('TransactionIdentifier'),
      operations: listOf(of('Operation')),
    },
    { related_transactions: listOf(of('RelatedTransaction')), ...metadata },
  ),
  Block: object(
    {
      block_identifier: of('BlockIdentifier'),
      parent_block_identifier: of('BlockIdentifier'),
      timestamp: of('Timestamp'),
      transactions: listOf(of('Transaction')),
    },
    metadata,
  ),
  Peer: object({ peer_id: text }, metadata),
  SyncStatus: object(
    {},
    { current_index: integer, target_index: integer, stage: text, synced: truth },
  ),
  Version: object(
    { rosetta_version: text, node_version: text },
    { middleware_version: text, ...metadata },
  ),
  OperationStatus: object({ status: text, successful: truth }),
  BalanceExemption: object(
    {},
    {
      sub_account_address: text,
      currency: of('Currency'),
      exemption_type: oneOf('greater_or_equal', 'less_or_equal', 'dynamic'),
    },
  ),
  Case: { enum: ['upper_case', 'lower_case', 'case_sensitive', null] },
  Allow: object(
    {
      operation_statuses: listOf(of('OperationStatus')),
      operation_types: listOf(text),
      errors: listOf(of('Error')),
      historical_balance_lookup: truth,
      call_methods: listOf(text),
      balance_exemptions: listOf(of('BalanceExemption')),
      mempool_coins: truth,
    },
    {
      timestamp_start_index: natural,
      block_hash_case: of('Case'),
      transaction_hash_case: of('Case'),
    },
  ),
  PublicKey: object({ hex_bytes: hex, curve_type: of('CurveType') }),
  CurveType: oneOf(
    'secp256k1',
    'secp256k1_bip340',
    'secp256r1',
    'edwards25519',
    'tweedle',
    'pallas',
  ),
  SigningPayload: object(
    { hex_bytes: hex },
    {
      address: text,
      account_identifier: of('AccountIdentifier'),
      signature_type: of('SignatureType'),
    },
  ),
  Signature: object({
    signing_payload: of('SigningPayload'),
    public_key: of('PublicKey'),
    signature_type: of('SignatureType'),
    hex_bytes: hex,
  }),
  SignatureType: oneOf(
    'ecdsa',
    'ecdsa_recovery',
    'ed25519',
    'schnorr_1',
    'schnorr_bip340',
    'schnorr_poseidon',
  ),
  Error: object(
    { code: natural, message: text, retriable: truth },
    { description: text, details: open },
  ),
};

const signedTransaction = object({ ...network, signed_transaction: text });
const submitted = object({ transaction_identifier: of('TransactionIdentifier') }, metadata);

/** What a client sends and what it gets, by the path below `rosetta/`. */
const endpoints = {
  'network/list': {
    request: object({}, metadata),
    answer: object({ network_identifiers: listOf(of('NetworkIdentifier')) }),
  },
  'network/options': {
    request: object(network, metadata),
    answer: object({ version: of('Version'), allow: of('Allow') }),
  },
  'network/status': {
    request: object(network, metadata),
    answer: object(
      {
        current_block_identifier: of('BlockIdentifier'),
        current_block_timestamp: of('Timestamp'),
        genesis_block_identifier: of('BlockIdentifier'),
      },
      {
        oldest_block_identifier: of('BlockIdentifier'),
        sync_status: of('SyncStatus'),
        peers: listOf(of('Peer')),
      },
    ),
  },
  'account/balance': {
    request: object(
      { ...network, account_identifier: of('AccountIdentifier') },
      { block_identifier: of('PartialBlockIdentifier'), currencies: listOf(of('Currency')) },
    ),
    answer: object(
      { block_identifier: of('BlockIdentifier'), balances: listOf(of('Amount')) },
      metadata,
    ),
  },
  block: {
    request: object({ ...network, block_identifier: of('PartialBlockIdentifier') }),
    answer: object(
      {},
      { block: of('Block'), other_transactions: listOf(of('TransactionIdentifier')) },
    ),
  },
  'block/transaction': {
    request: object({
      ...network,
      block_identifier: of('BlockIdentifier'),
      transaction_identifier: of('TransactionIdentifier'),
    }),
    answer: object({ transaction: of('Transaction') }),
  },
  mempool: {
    request: object(network, metadata),
    answer: object({ transaction_identifiers: listOf(of('TransactionIdentifier')) }),
  },
  'mempool/transaction': {
    request: object({ ...network, transaction_identifier: of('TransactionIdentifier') }),
    answer: object({ transaction: of('Transaction') }, metadata),
  },
  'construction/derive': {
    request: object({ ...network, public_key: of('PublicKey') }, metadata),
    answer: object({}, { address: text, account_identifier: of('AccountIdentifier'), ...metadata }),
  },
  'construction/preprocess': {
    request: object(
      { ...network, operations: listOf(of('Operation')) },
      {
        ...metadata,
        max_fee: listOf(of('Amount')),
        suggested_fee_multiplier: { type: 'number', minimum: 0 },
      },
    ),
    answer: object({}, { options: open, required_public_keys: listOf(of('AccountIdentifier')) }),
  },
  'construction/metadata': {
    request: object(network, { options: open, public_keys: listOf(of('PublicKey')) }),
    answer: object(metadata, { suggested_fee: listOf(of('Amount')) }),
  },
  'construction/payloads': {
    request: object(
      { ...network, operations: listOf(of('Operation')) },
      { ...metadata, public_keys: listOf(of('PublicKey')) },
    ),
    answer: object({ unsigned_transaction: text, payloads: listOf(of('SigningPayload')) }),
  },
  'construction/parse': {
    request: object({ ...network, signed: truth, transaction: text }),
    answer: object(
      { operations: listOf(of('Operation')) },
      {
        signers: listOf(text),
        account_identifier_signers: listOf(of('AccountIdentifier')),
        ...metadata,
      },
    ),
  },
  'construction/combine': {
    request: object({
      ...network,
      unsigned_transaction: text,
      signatures: listOf(of('Signature')),
    }),
    answer: object({ signed_transaction: text }),
  },
  'construction/hash': { request: signedTransaction, answer: submitted },
  'construction/submit': { request: signedTransaction, answer: submitted },
} as const satisfies Record<string, { readonly request: Schema; readonly answer: Schema }>;

export type RosettaEndpoint = keyof typeof endpoints;

export const rosettaEndpointNames = Object.keys(endpoints) as readonly RosettaEndpoint[];

const definitions = { ...identifiers, ...values };
const ajv = new Ajv2020({ strict: false, allErrors: true });
const compiled = new Map<Schema, ValidateFunction>();

/** Returns one sentence for each difference from the standard's answer; errors are checked with `checkRosettaError`. */
export function checkRosettaAnswer(endpoint: RosettaEndpoint, json: string): readonly string[] {
  const value: unknown = JSON.parse(json);
  return [...faultsOf(endpoints[endpoint].answer, value), ...relationFaults(value, '')];
}

/** Returns one sentence for each difference from the standard's request. */
export function checkRosettaRequest(endpoint: RosettaEndpoint, json: string): readonly string[] {
  return faultsOf(endpoints[endpoint].request, JSON.parse(json));
}

/** Returns one sentence for each difference from the standard's error. */
export function checkRosettaError(json: string): readonly string[] {
  return faultsOf(values.Error, JSON.parse(json));
}

function faultsOf(schema: Schema, value: unknown): readonly string[] {
  const known = compiled.get(schema) ?? ajv.compile({ ...schema, $defs: definitions });
  compiled.set(schema, known);
  if (known(value)) return [];
  return (known.errors ?? []).map(({ instancePath, message, params }) => {
    const extra: unknown = params['additionalProperty'];
    const name = typeof extra === 'string' ? `: ${extra}` : '';
    return `${instancePath === '' ? '/' : instancePath} ${message ?? 'is wrong'}${name}`;
  });
}

type Identified = { readonly operation_identifier: { readonly index: number } };
type Related = Identified & { readonly related_operations?: readonly { readonly index: number }[] };

/** Operations are numbered from 0 in their list, and relate only to operations before them. */
function relationFaults(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each, i) => relationFaults(each, `${path}/${i}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'operations' && Array.isArray(member)
      ? (member as readonly Related[]).flatMap((each, i) => orderFaults(each, i, path))
      : relationFaults(member, `${path}/${name}`),
  );
}

function orderFaults(operation: Related, position: number, path: string): readonly string[] {
  const place = `${path}/operations/${position}`;
  const { index } = operation.operation_identifier;
  const later = (operation.related_operations ?? []).filter((each) => each.index >= index);
  return [
    ...(index === position ? [] : [`${place} has the index ${index}`]),
    ...later.map((each) => `${place} relates to ${each.index}, which is not before it`),
  ];
}
