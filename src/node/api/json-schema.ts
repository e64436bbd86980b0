// Schemas of the JSON on the wire: JSON Schema 2020-12, as OpenAPI 3.1 embeds it. Names that contain the product word
// use the node's own word.
// Source: interface reference, sections 1 and 5.5; specification, "Data models".

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

export type Schema = { readonly [name: string]: Json };

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object with all these members, and possibly others. */
export function objectOf(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required } as const;
}

export const arrayOf = (items: Schema, more: Schema = {}): Schema => ({
  type: 'array',
  items,
  ...more,
});
const orNull = (schema: Schema): Schema => ({ anyOf: [{ type: 'null' }, schema] });
const pairOf = (first: Schema, second: Schema): Schema => ({
  type: 'array',
  prefixItems: [first, second],
  minItems: 2,
  maxItems: 2,
});

export const pageOf = (items: Schema): Schema =>
  objectOf({ limit: natural, items: arrayOf(items), next: orNull(ref('cursor')) });

const text = { type: 'string' };
const natural = { type: 'integer', minimum: 0 };
const integer = { type: 'integer' };
const hash = ref('hash');
const base64 = ref('base64url');
const chainMap = (values: Schema): Schema => ({
  type: 'object',
  propertyNames: { pattern: '^(0|[1-9][0-9]*)$' },
  additionalProperties: values,
});
const adjacency = (chain: Schema): Schema =>
  arrayOf(pairOf(natural, arrayOf(pairOf(chain, arrayOf(chain)))), { minItems: 1 });

const payload = {
  transactions: arrayOf(base64),
  minerData: base64,
  transactionsHash: hash,
  outputsHash: hash,
  payloadHash: hash,
};

const blockSchemas = {
  hash: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  base64url: { type: 'string', pattern: '^[A-Za-z0-9_-]*$' },
  cursor: { type: 'string', pattern: '^(inclusive|exclusive):.+$' },
  keyNotFound: objectOf({ reason: { const: 'key not found' }, key: hash }),
  cut: objectOf({
    hashes: chainMap(objectOf({ height: natural, hash })),
    origin: { type: ['object', 'null'] },
    weight: hash,
    height: natural,
    instance: text,
    id: hash,
  }),
  peer: objectOf({
    id: orNull(ref('hash')),
    address: objectOf({ hostname: text, port: natural }),
  }),
  pendingKeys: objectOf({
    hashes: arrayOf(hash),
    highwaterMark: pairOf(integer, natural),
  }),
  lookedUp: {
    oneOf: [
      objectOf({ tag: { const: 'Pending' }, contents: text }),
      objectOf({ tag: { const: 'Missing' } }),
    ],
  },
  payload: objectOf(payload),
  payloadWithOutputs: objectOf({
    ...payload,
    transactions: arrayOf(pairOf(base64, base64)),
    coinbase: base64,
  }),
  block: objectOf({ header: ref('header'), payloadWithOutputs: ref('payloadWithOutputs') }),
  branchBounds: objectOf({ lower: arrayOf(hash), upper: arrayOf(hash) }, ['lower', 'upper']),
  payloadBatch: {
    anyOf: [arrayOf(hash), objectOf({ heights: arrayOf(natural), hashes: arrayOf(hash) })],
  },
} as const;

const transactionSchemas = {
  miner: objectOf({ account: text, predicate: text, 'public-keys': arrayOf(text) }),
  command: objectOf({
    hash,
    sigs: arrayOf(orNull(objectOf({ sig: text }))),
    cmd: text,
  }),
  commands: objectOf({ cmds: arrayOf(ref('command'), { minItems: 1 }) }),
  requestKeys: objectOf({ requestKeys: arrayOf(hash, { minItems: 1 }) }),
  listen: objectOf({ listen: hash }),
  spvRequest: objectOf({ requestKey: text, targetChainId: text }),
  spv2Request: objectOf(
    {
      subjectIdentifier: objectOf({
        type: { enum: ['result', 'events'] },
        chain: natural,
        requestKey: text,
      }),
      minimalProofDepth: orNull(natural),
      algorithm: { enum: ['SHA512t_256', 'Keccak_256'] },
    },
    ['minimalProofDepth'],
  ),
  payloadProof: objectOf({
    rootType: { enum: ['blockPayload', 'blockEvents'] },
    object: base64,
    subject: { anyOf: [objectOf({ input: base64 }), objectOf({ tree: base64 })] },
    algorithm: { enum: ['SHA512t_256', 'Keccak_256'] },
  }),
  result: {
    oneOf: [
      objectOf({ status: { const: 'success' }, data: {} }),
      objectOf({ status: { const: 'failure' }, error: ref('pactError') }),
    ],
  },
  pactError: objectOf({ callStack: arrayOf(text), type: text, message: text, info: text }),
  event: objectOf({
    params: arrayOf({}),
    name: text,
    module: objectOf({ namespace: { type: ['string', 'null'] }, name: text }),
    moduleHash: hash,
  }),
  commandResult: objectOf(
    {
      gas: natural,
      result: ref('result'),
      reqKey: hash,
      logs: orNull(hash),
      events: arrayOf(ref('event'), { minItems: 1 }),
      metaData: { type: ['object', 'null'] },
      continuation: { type: ['object', 'null'] },
      txId: { type: ['integer', 'null'] },
    },
    ['events'],
  ),
  preflight: objectOf({
    preflightResult: ref('commandResult'),
    preflightWarnings: arrayOf(text),
  }),
  results: {
    type: 'object',
    propertyNames: { pattern: '^[A-Za-z0-9_-]{43}$' },
    additionalProperties: ref('commandResult'),
  },
  info: objectOf({
    nodeVersion: text,
    nodePackageVersion: text,
    nodeApiVersion: text,
    nodeChains: arrayOf(text),
    nodeNumberOfChains: { type: 'integer', minimum: 1 },
    nodeGraphHistory: adjacency(integer),
    nodeLatestBehaviorHeight: natural,
    nodeGenesisHeights: arrayOf(pairOf(text, natural)),
    nodeHistoricalChains: adjacency(integer),
    nodeBlockDelay: natural,
  }),
} as const;

const rosettaSchemas = {
  rosettaError: objectOf(
    {
      code: { type: 'integer', minimum: 0, maximum: 35 },
      message: text,
      retriable: { type: 'boolean' },
      details: objectOf({ error_message: text }),
    },
    ['details'],
  ),
  rosettaNetwork: objectOf({
    blockchain: text,
    network: text,
    sub_network_identifier: objectOf({ network: { type: 'string', pattern: '^(0|[1-9][0-9]*)$' } }),
  }),
  rosettaBlock: objectOf({ index: natural, hash }),
  rosettaAmount: objectOf({
    value: { type: 'string', pattern: '^-?[0-9]+$' },
    currency: objectOf({ symbol: text, decimals: natural }),
  }),
  rosettaOperation: objectOf(
    {
      operation_identifier: objectOf({ index: natural }),
      related_operations: arrayOf(objectOf({ index: natural }), { minItems: 1 }),
      type: text,
      status: text,
      account: objectOf({ address: text }),
      amount: ref('rosettaAmount'),
      metadata: { type: 'object' },
    },
    ['related_operations', 'metadata'],
  ),
  rosettaTransactionIdentifier: objectOf({ hash }),
  rosettaTransaction: objectOf(
    {
      transaction_identifier: ref('rosettaTransactionIdentifier'),
      operations: arrayOf(ref('rosettaOperation')),
      related_transactions: arrayOf({ type: 'object' }, { minItems: 1 }),
      metadata: { type: 'object' },
    },
    ['related_transactions', 'metadata'],
  ),
} as const;

/** The schemas that routes refer to, under the product word of the node. */
export function schemas(productWord: string): Readonly<Record<string, Schema>> {
  return {
    ...blockSchemas,
    ...transactionSchemas,
    ...rosettaSchemas,
    header: objectOf({
      nonce: { type: 'string', pattern: '^[0-9]+$' },
      creationTime: natural,
      parent: hash,
      adjacents: chainMap(hash),
      target: hash,
      payloadHash: hash,
      chainId: natural,
      weight: hash,
      height: natural,
      [`${productWord}Version`]: text,
      epochStart: natural,
      featureFlags: natural,
      hash,
    }),
    configuration: objectOf({ [`${productWord}Version`]: text }),
  };
}
