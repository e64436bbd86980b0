// The schema of the database, as numbered steps. A step that was released never changes: a change is a further step.
// docs/export.md explains the tables to readers.

export type Migration = { readonly name: string; readonly statements: readonly string[] };

const place = 'chain integer, height bigint, position integer';
const placeKey = 'primary key (chain, height, position)';

/** Migration number n is at index n - 1. They run with the schema alone in the search path. */
export const migrations: readonly Migration[] = [
  {
    name: 'blocks, and what their transactions did',
    statements: [
      `create table network (
        only_row boolean primary key default true check (only_row),
        name text not null
      )`,
      // A line of blocks without a gap: what is stored of a chain.
      `create table chains (
        chain integer primary key,
        lowest bigint not null, height bigint not null, hash text not null
      )`,
      `create table blocks (
        chain integer, height bigint, hash text not null, parent text not null,
        created timestamptz, epoch_start timestamptz, payload_hash text not null,
        target numeric not null, weight numeric not null, nonce numeric not null, fork_state numeric not null,
        miner text not null, miner_predicate text not null, miner_keys jsonb not null, reward numeric,
        transactions integer not null, gas bigint not null,
        primary key (chain, height)
      )`,
      'create index blocks_hash on blocks (hash)',
      'create index blocks_miner on blocks (miner, height desc)',
      'create index blocks_created on blocks (created)',
      `create table transactions (
        ${place}, request_key text not null, network text, nonce text,
        sender text, gas_limit bigint, gas_price numeric, ttl bigint, created timestamptz,
        kind text not null, code text, step bigint, is_rollback boolean, has_proof boolean,
        data jsonb, gas bigint not null, tx_id bigint, logs text,
        success boolean not null, result jsonb, error_type text, error text, error_details jsonb,
        continuation jsonb, pact_id text,
        ${placeKey}
      )`,
      'create index transactions_request_key on transactions (request_key)',
      // With what sums of gas need, so that they read only the index.
      `create index transactions_sender on transactions (sender, height desc)
        include (chain, position, gas, gas_price)`,
      'create index transactions_failed on transactions (height desc) where not success',
      `create index transactions_pact on transactions (pact_id)
        where pact_id is not null`,
      `create table signers (
        ${place}, transaction integer not null, public_key text not null, address text, scheme text,
        capabilities jsonb not null, signature text,
        ${placeKey}
      )`,
      'create index signers_key on signers (public_key, height desc)',
      `create table calls (
        ${place}, transaction integer not null, module text not null, name text not null,
        ${placeKey}
      )`,
      'create index calls_name on calls (module, name, height desc)',
      `create table modules (
        ${place}, transaction integer not null, name text not null, kind text not null,
        ${placeKey}
      )`,
      'create index modules_name on modules (name, height desc)',
      'create index modules_height on modules (height desc)',
      `create table events (
        ${place}, transaction integer, module text not null, module_hash text not null,
        name text not null, params jsonb not null,
        ${placeKey}
      )`,
      'create index events_name on events (module, name, height desc)',
      `create table transfers (
        ${place}, transaction integer, token text not null, module_hash text not null,
        from_account text not null, to_account text not null, amount numeric not null,
        ${placeKey}
      )`,
      'create index transfers_from on transfers (from_account, to_account, height desc)',
      'create index transfers_sent on transfers (from_account, height desc)',
      'create index transfers_received on transfers (to_account, height desc)',
      'create index transfers_token on transfers (token, height desc)',
      'create index transfers_largest on transfers (token, amount desc)',
      `create table crossings (
        ${place}, transaction integer, token text not null, half text not null,
        from_account text not null, to_account text not null, amount numeric not null,
        other_chain text not null, pact_id text,
        ${placeKey}
      )`,
      'create index crossings_pact on crossings (pact_id, half)',
      'create index crossings_half on crossings (half, height desc)',
      // The balance is that of the account on the chain after the change; NULL unless the line begins with the genesis block.
      `create table balance_changes (
        ${place}, transaction integer, event integer not null, token text not null,
        account text not null, amount numeric not null, kind text not null, balance numeric,
        ${placeKey}
      )`,
      `create index balance_changes_account on balance_changes
        (account, token, chain, height desc, position desc)`,
      // The newest balance of each account, on each chain and over all of them, and what all accounts have together after each
      // block that changed it; only of chains whose line begins with the genesis block.
      `create table balances (
        token text, account text, chain integer, balance numeric not null,
        primary key (token, account, chain)
      ) with (fillfactor = 80)`,
      `create table holders (
        token text, account text, balance numeric not null,
        primary key (token, account)
      )`,
      'create index holders_largest on holders (token, balance desc)',
      `create table supplies (
        token text, chain integer, height bigint, supply numeric not null,
        primary key (token, chain, height)
      )`,
      'create index supplies_height on supplies (chain, height)',
    ],
  },
  {
    name: 'gas by day',
    statements: [
      `create table gas_by_day (
        sender text, chain integer, day date,
        transactions bigint not null, gas numeric not null, paid numeric not null,
        primary key (sender, chain, day)
      ) with (fillfactor = 80)`,
      `insert into gas_by_day (sender, chain, day, transactions, gas, paid)
       select t.sender, b.chain, (b.created at time zone 'UTC')::date,
         count(*), sum(t.gas), coalesce(sum(t.gas * t.gas_price), 0)
       from blocks b
       join transactions t on t.chain = b.chain and t.height = b.height
       where b.created is not null and t.sender is not null
       group by 1, 2, 3`,
    ],
  },
];
