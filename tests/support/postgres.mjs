// A PostgreSQL server of a test: its own data in a temporary folder, reached through a Unix socket there. PostgreSQL refuses to
// run as root, so that root starts it as the user `postgres` or `nobody`. It ends with this process, however that ends.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Distributions put the programs of the server into folders that are not in `PATH`. */
const versions = '/usr/lib/postgresql';

const folders = () => [
  ...(process.env.PATH ?? '').split(delimiter).filter((each) => each !== ''),
  ...(existsSync(versions) ? readdirSync(versions) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin')),
];

const programs = folders().find((folder) =>
  ['initdb', 'pg_ctl', 'psql'].every((name) => existsSync(join(folder, name))),
);

const isRoot = process.getuid?.() === 0;
const user = isRoot ? ['postgres', 'nobody'].map(idsOf).find((ids) => ids !== undefined) : {};

/** False where the programs are missing, or where root has no other user to run them. */
export const hasPostgres = programs !== undefined && user !== undefined;

/** Why tests with PostgreSQL are skipped. */
export const whyNoPostgres = 'PostgreSQL (initdb, pg_ctl, psql) is not installed';

/**
 * Starts a server. `settings` are lines of its configuration file; by default it is quick and survives no power cut. Rejects
 * with its output if it does not start.
 */
export async function startPostgres({ settings = ['fsync=off'] } = {}) {
  // Directly under /tmp: the path of a socket has at most 107 bytes.
  const folder = mkdtempSync('/tmp/pact-pg-');
  if (isRoot) chownSync(folder, user.uid, user.gid);
  const log = join(folder, 'log');
  const lines = ["listen_addresses=''", `unix_socket_directories='${folder}'`, ...settings];
  const start = 'pg_ctl -s -D data -l log -w -t 120 start';
  const child = spawn('/bin/sh', ['-c', script(lines, start)], {
    ...options(folder),
    stdio: 'pipe',
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('the server runs\n')) resolve();
      });
    }
    void ended.then(() => {
      rmSync(folder, { recursive: true, force: true });
      reject(new Error(`PostgreSQL did not start: ${output}`));
    });
  });

  const run = (command) => {
    const { status, stderr, stdout } = spawnSync('/bin/sh', ['-c', command], {
      ...options(folder),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command}: ${stderr}${stdout}`);
    return stdout;
  };
  let databases = 0;
  return {
    /** The folder with the data and with the socket. */
    folder,
    /** Creates a database, and returns the URL of it for the role that owns everything. */
    createDatabase() {
      databases += 1;
      const name = `test${databases}`;
      run(`psql -q -h ${folder} -U pact -d postgres -c 'create database ${name}'`);
      return `postgres://pact@localhost/${name}?host=${encodeURIComponent(folder)}`;
    },
    /** Ends the server as a crash does, and every connection with it. */
    crash: () => void run('pg_ctl -s -D data -m immediate -w stop'),
    /** Starts it after a crash. */
    start: () => void run(`${start} >/dev/null 2>&1 </dev/null`),
    /** What the server has logged. */
    log: () => readFileSync(log, 'utf8'),
    /** Ends the server and removes its data. */
    async end() {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs until its input ends, which it also does when the process of the test is killed. */
const script = (lines, start) => `
trap '' INT HUP TERM
initdb -D data -U pact -A trust -E UTF8 --locale=C --no-sync >init.log 2>&1 || { cat init.log; exit 1; }
cat >>data/postgresql.conf <<'END'
${lines.join('\n')}
END
${start} >start.log 2>&1 </dev/null || { cat start.log log; exit 1; }
echo 'the server runs'
read -r _
pg_ctl -s -D data -m immediate stop >/dev/null 2>&1
rm -rf data ./*log
`;

const options = (folder) => ({
  cwd: folder,
  ...user,
  env: { PATH: `${programs}${delimiter}${process.env.PATH}`, HOME: folder, LC_ALL: 'C', TZ: 'UTC' },
});

/** `undefined` if there is no such user. */
function idsOf(name) {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
