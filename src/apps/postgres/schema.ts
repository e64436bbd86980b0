// The schema in the database: created and migrated when an export begins, held by one exporter at a time, and bound to one network.

import pg from 'pg';
import type { Connection } from './connections.ts';
import { migrations } from './migrations.ts';
import { SchemaError } from './schema-error.ts';

/** Runs in a transaction, with the lock held. Rejects with `SchemaError`, or with errors of the database. */
export async function prepareSchema(
  connection: Connection,
  schema: string,
  network: string,
): Promise<void> {
  const quoted = pg.escapeIdentifier(schema);
  const known = await connection.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (known.rowCount === 0) await connection.query(`create schema ${quoted}`);
  const foreign = await connection.query(
    `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname = $1 and relkind = 'r'
       and to_regclass(quote_ident($1) || '.migrations') is null limit 1`,
    [schema],
  );
  if (foreign.rowCount !== 0) {
    throw new SchemaError(
      `the schema "${schema}" has tables that pact export did not make: choose another one with --schema`,
    );
  }
  await migrate(connection, schema);
  await bind(connection, schema, network);
}

async function migrate(connection: Connection, schema: string): Promise<void> {
  await connection.query(
    `create table if not exists migrations (
      number integer primary key, name text not null, applied timestamptz not null default now()
    )`,
  );
  const { rows } = await connection.query<{ last: number | null }>(
    'select max(number) as last from migrations',
  );
  const last = rows[0]?.last ?? 0;
  if (last > migrations.length) {
    throw new SchemaError(
      `the schema "${schema}" is of a newer release of pact (its step ${last}, here ${migrations.length}): use that release, or choose another schema with --schema`,
    );
  }
  for (const [index, { name, statements }] of migrations.entries()) {
    if (index < last) continue;
    for (const statement of statements) await connection.query(statement);
    await connection.query('insert into migrations (number, name) values ($1, $2)', [
      index + 1,
      name,
    ]);
  }
}

async function bind(connection: Connection, schema: string, network: string): Promise<void> {
  const { rows } = await connection.query<{ name: string }>('select name from network');
  const bound = rows[0]?.name;
  if (bound === undefined) {
    await connection.query('insert into network (name) values ($1)', [network]);
  } else if (bound !== network) {
    throw new SchemaError(
      `the schema "${schema}" has the blocks of ${bound}, and the node is one of ${network}: choose another schema with --schema`,
    );
  }
}

/** Takes the lock of the schema, for as long as the connection lives. False if another connection has it. */
export async function lockSchema(connection: Connection, schema: string): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as locked',
    ['pact export', schema],
  );
  return rows[0]?.locked === true;
}
