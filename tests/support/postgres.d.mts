export type TestPostgres = {
  /** The folder with the data and with the socket. */
  readonly folder: string;
  /** Creates a database, and returns the URL of it for the role that owns everything. */
  readonly createDatabase: () => string;
  /** Ends the server as a crash does, and every connection with it. */
  readonly crash: () => void;
  /** Starts it after a crash. */
  readonly start: () => void;
  /** What the server has logged. */
  readonly log: () => string;
  /** Ends the server and removes its data. */
  readonly end: () => Promise<void>;
};

/** False where the programs are missing, or where root has no other user to run them. */
export const hasPostgres: boolean;

/** Why tests with PostgreSQL are skipped. */
export const whyNoPostgres: string;

/**
 * Starts a server. `settings` are lines of its configuration file; by default it is quick and survives no power cut. Rejects
 * with its output if it does not start.
 */
export function startPostgres(options?: {
  readonly settings?: readonly string[];
}): Promise<TestPostgres>;
