// Connections to the database: opened when needed, replaced when they are lost, and transactions repeated on a new one.

import pg from 'pg';
import type { Timer } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { type DatabaseFault, databaseFault, type Destination } from './faults.ts';

export type Connection = pg.PoolClient;

export type ConnectionOptions = {
  /** Such as `postgres://user@host:5432/database`. What it leaves out is taken from `PGUSER` and other variables. */
  readonly url: string;
  readonly schema: string;
  readonly timer: Timer;
  /** Is told of each pause before another try. */
  readonly onPause: (fault: DatabaseFault, pauseMs: number) => void;
};

export class Connections {
  readonly destination: Destination;
  private readonly pool: pg.Pool;
  private readonly timer: Timer;
  private readonly onPause: ConnectionOptions['onPause'];
  /** Connections that were given their settings. */
  private readonly prepared = new WeakSet<Connection>();
  private isClosed = false;

  private constructor(pool: pg.Pool, destination: Destination, options: ConnectionOptions) {
    this.pool = pool;
    this.destination = destination;
    this.timer = options.timer;
    this.onPause = options.onPause;
    // A connection that is lost while nothing uses it: the next transaction opens another one.
    pool.on('error', () => undefined);
  }

  /** Makes no connection yet. The fault is about the URL. */
  static to(options: ConnectionOptions): Result<Connections, string> {
    const { url, schema } = options;
    if (!/^postgres(ql)?:\/\//.test(url)) {
      return bad(`a database is given as postgres://user@host:5432/database, not as "${url}"`);
    }
    try {
      const config = {
        connectionString: checkedTls(url),
        application_name: 'pact export',
        keepAlive: true,
      };
      const { host, port, database, user } = new pg.Client(config);
      const destination = { host, port, database: database ?? '', user: user ?? '', schema };
      const pool = new pg.Pool({
        ...config,
        max: connectionLimit,
        connectionTimeoutMillis: 30_000,
      });
      return good(new Connections(pool, destination, options));
    } catch (error) {
      // The client reads the files of certificates that the address names. Other messages could hold the password.
      const { code, path } = error as { readonly code?: unknown; readonly path?: unknown };
      return bad(
        typeof code === 'string' && typeof path === 'string'
          ? `cannot read the file ${path}, which the address after --to names (${code})`
          : 'the address after --to is not one of a database: write postgres://user@host:5432/database',
      );
    }
  }

  /** Runs in a transaction, once; whatever it rejects with is the fault. */
  async once<T>(run: (connection: Connection) => Promise<T>): Promise<Result<T, DatabaseFault>> {
    let connection: Connection | undefined;
    try {
      connection = await this.take();
      await connection.query('begin');
      const value = await run(connection);
      await connection.query('commit');
      connection.release();
      return good(value);
    } catch (error) {
      // It may be in a transaction that failed, or be lost.
      connection?.release(true);
      return bad(databaseFault(error, this.destination));
    }
  }

  /** Returns a connection to keep if `run` accepts it; `undefined` otherwise. */
  async hold(
    run: (connection: Connection) => Promise<boolean>,
  ): Promise<Result<Connection | undefined, DatabaseFault>> {
    let connection: Connection | undefined;
    try {
      connection = await this.take();
      if (await run(connection)) return good(connection);
      connection.release();
      return good(undefined);
    } catch (error) {
      connection?.release(true);
      return bad(databaseFault(error, this.destination));
    }
  }

  /** Runs in a transaction, and again on another connection while that may help. */
  transaction<T>(run: (connection: Connection) => Promise<T>): Promise<Result<T, DatabaseFault>> {
    return this.patiently(() => this.once(run));
  }

  /** Tries again, with pauses, while that may help. */
  async patiently<T>(
    attempt: () => Promise<Result<T, DatabaseFault>>,
  ): Promise<Result<T, DatabaseFault>> {
    let pauseMs = firstPauseMs;
    for (let waitedMs = 0; ; waitedMs += pauseMs) {
      const outcome = await attempt();
      if (outcome.ok || !outcome.fault.isPassing || waitedMs >= patienceMs || this.isClosed) {
        return outcome;
      }
      this.onPause(outcome.fault, pauseMs);
      await this.pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.end();
  }

  private async take(): Promise<Connection> {
    const connection = await this.pool.connect();
    if (!this.prepared.has(connection)) {
      // While it is in use, its next query reports that it was lost.
      connection.on('error', () => undefined);
      await connection.query(settings(this.destination.schema));
      this.prepared.add(connection);
    }
    return connection;
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.timer.after(milliseconds, resolve));
  }
}

/** The client checks certificates in all these modes, and prints a warning of its own unless the mode says so. */
const checkedTls = (url: string): string =>
  url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/** Batches that are written at the same time, and one for the lock. */
const connectionLimit = 5;
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A restart of PostgreSQL with recovery takes a few minutes. */
const patienceMs = 300_000;

/**
 * The temporary table of a batch has no statistics; without these settings its join could read all balances. What is named here
 * holds for the connection.
 */
const settings = (schema: string): string => `
  set search_path to ${pg.escapeIdentifier(schema)};
  set enable_hashjoin to off;
  set enable_mergejoin to off;
  set timezone to 'UTC';
  set client_min_messages to warning;
`;
