// The port of `pact export` to where rows are stored, implemented by a schema in PostgreSQL.

import { bad, good, type Result } from '../../base/result.ts';
import type { LineChange, RowSink, SinkFault, StoredChain } from '../../tools/export/row-sink.ts';
import { type Connection, Connections, type ConnectionOptions } from './connections.ts';
import type { DatabaseFault } from './faults.ts';
import { lockSchema, prepareSchema } from './schema.ts';
import { writeLine } from './write-line.ts';

export type PostgresSinkOptions = ConnectionOptions;

/** Makes no connection yet. The fault is about the URL or the name of the schema. */
export function postgresSink(options: PostgresSinkOptions): Result<RowSink, SinkFault> {
  const { schema } = options;
  if (schema === '' || Buffer.byteLength(schema) > 63 || /\0/.test(schema)) {
    return bad({ sentence: `the name of a schema has 1 to 63 bytes: "${schema}" has not` });
  }
  if (/^pg_/.test(schema)) {
    return bad({ sentence: `names that begin with pg_ belong to PostgreSQL: "${schema}"` });
  }
  const connections = Connections.to(options);
  if (!connections.ok) return bad({ sentence: connections.fault });
  return good(new PostgresSink(connections.value));
}

class PostgresSink implements RowSink {
  private readonly connections: Connections;
  private readonly schema: string;
  /** Its session holds the lock of the schema. */
  private holder: Connection | undefined;
  private locking: Promise<Result<undefined, DatabaseFault>> | undefined;

  constructor(connections: Connections) {
    this.connections = connections;
    this.schema = connections.destination.schema;
  }

  async open(network: string): Promise<Result<readonly StoredChain[], SinkFault>> {
    const locked = await this.lock();
    if (!locked.ok) return locked;
    return this.connections.once(async (connection) => {
      await prepareSchema(connection, this.schema, network);
      return storedChains(connection);
    });
  }

  hashes(
    chain: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<Result<readonly string[], SinkFault>> {
    return this.connections.transaction(async (connection) => {
      const { rows } = await connection.query<{ hash: string }>(
        `select hash from blocks where chain = $1 and height between $2 and $3 order by height`,
        [chain, from, to],
      );
      return rows.map(({ hash }) => hash);
    });
  }

  async write(change: LineChange): Promise<Result<undefined, SinkFault>> {
    if (this.holder === undefined) {
      const locked = await this.lockAgain();
      if (!locked.ok) return locked;
    }
    return this.connections.transaction(async (connection) => {
      await writeLine(connection, change);
      return undefined;
    });
  }

  async close(): Promise<void> {
    const { holder } = this;
    this.holder = undefined;
    holder?.release(true);
    await this.connections.close();
  }

  /**
   * Locks the schema after the connection was lost, when the database may be starting again. Writes of several chains share the
   * attempt: a second one would find the schema locked.
   */
  private lockAgain(): Promise<Result<undefined, DatabaseFault>> {
    this.locking ??= this.connections
      .patiently(() => this.lock())
      .finally(() => {
        this.locking = undefined;
      });
    return this.locking;
  }

  /** The lock keeps a second exporter from working for nothing. Wrong rows are already prevented by writeLine. */
  private async lock(): Promise<Result<undefined, DatabaseFault>> {
    for (let tries = 0; tries < lockTries; tries++) {
      if (tries > 0) await this.connections.pause(lockPauseMs);
      const held = await this.connections.hold((connection) => lockSchema(connection, this.schema));
      if (!held.ok) return held;
      if (held.value === undefined) continue;
      const holder = held.value;
      this.holder = holder;
      // Lost, or released by close.
      holder.on('end', () => {
        if (this.holder !== holder) return;
        this.holder = undefined;
        holder.release(true);
      });
      return good(undefined);
    }
    return bad({
      sentence: `another pact export writes into the schema "${this.schema}" at this moment: stop it, or choose another schema with --schema`,
      isPassing: false,
    });
  }
}

/** PostgreSQL notices the end of a killed exporter only after its last statement. */
const lockTries = 20;
const lockPauseMs = 500;

async function storedChains(connection: Connection): Promise<StoredChain[]> {
  const { rows } = await connection.query<{
    chain: number;
    lowest: string;
    lowest_hash: string;
    parent: string;
    height: string;
    hash: string;
  }>(
    `select c.chain, c.lowest, b.hash as lowest_hash, b.parent, c.height, c.hash
     from chains c join blocks b on b.chain = c.chain and b.height = c.lowest order by c.chain`,
  );
  return rows.map((row) => ({
    chain: row.chain,
    lowest: { height: Number(row.lowest), hash: row.lowest_hash, parent: row.parent },
    highest: { height: Number(row.height), hash: row.hash },
  }));
}
