// The tables of `pact export` that are filled by COPY, with the columns in the order in which they are sent. migrations.ts has
// their types.

/** `undefined` is NULL. */
export type Cell = string | number | bigint | boolean | undefined;

export const tables = {
  blocks: [
    ...['chain', 'height', 'hash', 'parent', 'created', 'epoch_start', 'payload_hash', 'target'],
    ...['weight', 'nonce', 'fork_state', 'miner', 'miner_predicate', 'miner_keys', 'reward'],
    ...['transactions', 'gas'],
  ],
  transactions: [
    ...['chain', 'height', 'position', 'request_key', 'network', 'nonce', 'sender', 'gas_limit'],
    ...['gas_price', 'ttl', 'created', 'kind', 'code', 'step', 'is_rollback'],
    ...['has_proof', 'data', 'gas', 'tx_id', 'logs', 'success', 'result', 'error_type', 'error'],
    ...['error_details', 'continuation', 'pact_id'],
  ],
  signers: [
    ...['chain', 'height', 'position', 'transaction', 'public_key', 'address', 'scheme'],
    ...['capabilities', 'signature'],
  ],
  calls: ['chain', 'height', 'position', 'transaction', 'module', 'name'],
  modules: ['chain', 'height', 'position', 'transaction', 'name', 'kind'],
  events: [
    ...['chain', 'height', 'position', 'transaction', 'module', 'module_hash', 'name', 'params'],
  ],
  transfers: [
    ...['chain', 'height', 'position', 'transaction', 'token', 'module_hash', 'from_account'],
    ...['to_account', 'amount'],
  ],
  crossings: [
    ...['chain', 'height', 'position', 'transaction', 'token', 'half', 'from_account'],
    ...['to_account', 'amount', 'other_chain', 'pact_id'],
  ],
  /** Goes through a temporary table, because `balance` is computed. */
  balance_changes: [
    ...['chain', 'height', 'position', 'transaction', 'event', 'token', 'account', 'amount'],
    'kind',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TableName = keyof typeof tables;

/** In the order in which they are written. */
export const tableNames = Object.keys(tables) as readonly TableName[];

/** The rows of a batch of blocks, as cells in the order of the columns. */
export type TableRows = ReadonlyMap<TableName, readonly (readonly Cell[])[]>;
