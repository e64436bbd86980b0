// What PostgreSQL and its connections report, as sentences that say what to do, and whether trying again may help.

import { BugError } from '../../base/assert.ts';
import { SchemaError } from './schema-error.ts';

export type DatabaseFault = {
  /** Without a full stop. */
  readonly sentence: string;
  /** Another try may succeed: the connection was lost, or the server starts. */
  readonly isPassing: boolean;
};

/** What is named in sentences; no password. */
export type Destination = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly schema: string;
};

/** Bugs of ours are thrown on. */
export function databaseFault(error: unknown, destination: Destination): DatabaseFault {
  if (error instanceof BugError) throw error;
  if (error instanceof SchemaError) return { sentence: error.message, isPassing: false };
  const { code, message } = partsOf(error);
  const sentence = sentences.get(code)?.(destination, message);
  const isPassing = passing.has(code) || code.startsWith('08') || lost.test(message);
  if (sentence !== undefined) return { sentence, isPassing };
  if (noPassword.test(message)) return { sentence: askForPassword(destination), isPassing: false };
  return { sentence: `PostgreSQL at ${placeOf(destination)}: ${message}`, isPassing };
}

function partsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const { code } = error as { readonly code?: unknown };
  // Connecting to a name with several addresses fails with one error for each of them.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const message = error.message === '' && inner instanceof Error ? inner.message : error.message;
  return { code: typeof code === 'string' ? code : '', message };
}

type Sentence = (destination: Destination, message: string) => string;

const placeOf = ({ host, port }: Destination): string =>
  host.startsWith('/') ? host : `${host}:${String(port)}`;

const unreachable: Sentence = (destination) =>
  `no PostgreSQL answers at ${placeOf(destination)}: start it, or correct the address after --to`;

const askForPassword = ({ user }: Destination): string =>
  `PostgreSQL asks for the password of "${user}": set PGPASSWORD, or add a line to ~/.pgpass`;

const starting: Sentence = (destination) => `PostgreSQL at ${placeOf(destination)} is starting`;

const ended: Sentence = (destination) =>
  `PostgreSQL at ${placeOf(destination)} has closed the connection`;

/** By the code of PostgreSQL, or of the system. */
const sentences: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ['ECONNREFUSED', unreachable],
  ['ENOENT', unreachable],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['ETIMEDOUT', unreachable],
  ['ENOTFOUND', ({ host }) => `there is no host "${host}": correct the address after --to`],
  [
    '28P01',
    ({ user }) =>
      `PostgreSQL refuses the password of "${user}": correct it after --to, in PGPASSWORD or in ~/.pgpass`,
  ],
  [
    '28000',
    ({ user }, message) =>
      `PostgreSQL does not let "${user}" connect (${message}): name another user after --to`,
  ],
  [
    '3D000',
    ({ database }) =>
      `there is no database "${database}": create it with createdb ${database}, or name another one after --to`,
  ],
  [
    '42501',
    ({ user, database, schema }) =>
      `"${user}" may not write into the schema "${schema}" of the database "${database}": as its owner, run GRANT CREATE ON DATABASE "${database}" TO "${user}"`,
  ],
  ['53100', () => 'the disk of PostgreSQL is full: free some space and run the same command again'],
  ['53300', () => 'PostgreSQL has too many connections: close some, or raise max_connections'],
  ['57P01', ended],
  ['57P02', ended],
  ['57P03', starting],
  ['ECONNRESET', ended],
  ['EPIPE', ended],
]);

/** Deadlocks and serialization failures too: PostgreSQL asks clients to repeat those. */
const passing: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P02', '57P03', '40001', '40P01', '53300'],
]);

/** The client's own messages have no code. */
const lost = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
const noPassword = /password must be a string/;
