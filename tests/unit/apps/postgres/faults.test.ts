// What users read when the database cannot be used: from a real server, and by codes that only other servers report.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseFault } from '../../../../src/apps/postgres/faults.ts';
import { postgresSink } from '../../../../src/apps/postgres/postgres-sink.ts';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { hasPostgres, startPostgres, whyNoPostgres } from '../../../support/postgres.mjs';
import type { TestPostgres } from '../../../support/postgres.mjs';

async function faultOf(url: string): Promise<string> {
  const sink = postgresSink({ url, schema: 'pact', timer: systemTimer, onPause: () => undefined });
  if (!sink.ok) return sink.fault.sentence;
  const opened = await sink.value.open('test-net');
  await sink.value.close();
  return opened.ok ? 'opened' : opened.fault.sentence;
}

test.each([
  ['mysql://localhost', /^a database is given as postgres:/],
  ['postgres://pact:secret@localhost:x/test', /^the address after --to is not one of a database:/],
  [
    'postgres://pact:secret@localhost/test?sslrootcert=/no/such.crt',
    /^cannot read the file \/no\/such\.crt, which the address after --to names \(ENOENT\)$/,
  ],
  ['postgres://pact:secret@localhost:1/test', /^no PostgreSQL answers at localhost:1/],
])('%s cannot be used', async (url, sentence) => {
  const fault = await faultOf(url);
  expect(fault).toMatch(sentence);
  expect(fault).not.toContain('secret');
});

const destination = { host: 'db', port: 5432, database: 'chain', user: 'ann', schema: 'pact' };

test.each([
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "ann", database "chain", no encryption',
    /: it may be let in with TLS: add \?sslmode=verify-full to the address after --to$/,
  ],
  ['28000', 'role "ann" is not permitted to log in', /: name another user after --to$/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /add sslrootcert=FILE/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match', /is for another host/],
  [
    '53300',
    'too many connections for role "ann"',
    /^PostgreSQL accepts no more connections \(too many connections for role "ann"\)/,
  ],
])('an error %s (%s) says what to do', (code, message, sentence) => {
  const fault = databaseFault(Object.assign(new Error(message), { code }), destination);
  expect(fault.sentence).toMatch(sentence);
  expect(fault.isPassing).toBe(code === '53300');
});

const title = hasPostgres ? 'with a server' : `with a server: skipped, ${whyNoPostgres}`;

describe.skipIf(!hasPostgres)(title, () => {
  let server: TestPostgres;
  let url: string;
  const query = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const as = (user: string): Promise<string> => faultOf(url.replace('//pact@', `//${user}@`));
  beforeAll(async () => {
    server = await startPostgres();
    url = server.createDatabase();
    await query(`create role locked login password 'secret'; create role reader login;
      create role owner login; create role closed nologin`);
    const rules = join(server.folder, 'data', 'pg_hba.conf');
    const usual = readFileSync(rules, 'utf8');
    writeFileSync(rules, 'local all locked scram-sha-256\n');
    appendFileSync(rules, usual);
    await query('select pg_reload_conf()');
  });
  afterAll(() => server.end());

  test('a database that is missing is named, and how to make it', async () => {
    expect(await faultOf(url.replace('test', 'no-such-'))).toMatch(
      /^there is no database "no-such-\d+": create it with createdb no-such-\d+/,
    );
  });

  test('users who may not connect', async () => {
    // The server reads its rules a moment after it was told to.
    await expect
      .poll(() => as('locked'), { timeout: 30_000 })
      .toBe(
        'PostgreSQL asks for the password of "locked": set PGPASSWORD, or add a line to ~/.pgpass',
      );
    const refused = await as('locked:wrong');
    expect(refused).toMatch(/^PostgreSQL refuses the user "locked" with this password: /);
    expect(refused).not.toContain('wrong');
    expect(await as('stranger')).toMatch(/does not let "stranger" connect .* name another user/);
    expect(await as('closed')).toMatch(/does not let "closed" connect .* name another user/);
  });

  test('a user without the right to create a schema', async () => {
    expect(await as('reader')).toMatch(
      /^"reader" may not create the schema "pact" in the database "test\d+": as its owner, run GRANT CREATE ON DATABASE "test\d+" TO "reader"$/,
    );
  });

  test('the schema of another user', async () => {
    const database = new URL(url).pathname.slice(1);
    await query(`grant create on database ${database} to owner, reader`);
    expect(await as('owner')).toBe('opened');
    expect(await as('reader')).toMatch(
      /^"reader" may not write into the schema "pact" .*, which is another user's: connect as that user, or/,
    );
  });

  test('a server without TLS', async () => {
    expect(await faultOf(`${url}&sslmode=require`)).toMatch(/ offers no TLS: leave out sslmode/);
  });
});
