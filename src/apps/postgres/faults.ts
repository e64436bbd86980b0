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
  if (noTls.test(message)) {
    const text = `PostgreSQL at ${placeOf(destination)} offers no TLS: leave out sslmode after --to and PGSSLMODE, or turn it on there`;
    return { sentence: text, isPassing: false };
  }
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

const unknownAuthority: Sentence = (destination) =>
  `nobody that this machine trusts has signed the certificate of PostgreSQL at ${placeOf(destination)}: add sslrootcert=FILE with the certificate of who signed it to the address after --to; sslmode=no-verify trusts any server`;

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
      `PostgreSQL refuses the user "${user}" with this password: correct it in PGPASSWORD or ~/.pgpass, or the user after --to`,
  ],
  [
    '28000',
    ({ user }, message) =>
      `PostgreSQL does not let "${user}" connect (${message}): ${noEncryption.test(message) ? 'it may be let in with TLS: add ?sslmode=verify-full to the address after --to' : 'name another user after --to'}`,
  ],
  [
    '3D000',
    ({ database }) =>
      `there is no database "${database}": create it with createdb ${database}, or name another one after --to`,
  ],
  [
    '42501',
    ({ user, database, schema }, message) =>
      / for database /.test(message)
        ? `"${user}" may not create the schema "${schema}" in the database "${database}": as its owner, run GRANT CREATE ON DATABASE "${database}" TO "${user}"`
        : `"${user}" may not write into the schema "${schema}" of the database "${database}", which is another user's: connect as that user, or choose another schema with --schema`,
  ],
  ['53100', () => 'the disk of PostgreSQL is full: free some space and run the same command again'],
  [
    '53300',
    (_, message) =>
      `PostgreSQL accepts no more connections (${message}): close some, or raise the limit`,
  ],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownAuthority],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    (destination) =>
      `the certificate of PostgreSQL at ${placeOf(destination)} is for another host: give the name that it has after --to`,
  ],
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
const noTls = /^The server does not support SSL connections/;
const noEncryption = /, no encryption$/;
const noPassword = /password must be a string/;
