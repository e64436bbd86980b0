// Tests the single executable as a user gets it: builds it if no file is given, and runs its commands in an empty folder,
// without the checkout. Where this Node cannot hold a program, says so and does nothing. Takes a minute.
//
//   npm run test:binary              builds the package and the file first
//   npm run test:binary -- FILE      a file that was built before
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pact-binary-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

if (!readFileSync(process.execPath).includes('NODE_SEA_FUSE_')) {
  console.log(`binary: skipped: ${process.execPath} cannot hold a program`);
  process.exit();
}

const given = process.argv[2];
const pact = given === undefined ? buildHere() : resolve(given);
const cache = join(folder, 'cache');
const home = join(folder, 'home');
mkdirSync(home);
const env = { HOME: home, PATH: process.env.PATH, PACT_CACHE_DIR: cache, NO_COLOR: '1' };
const project = join(folder, 'project');
let failures = 0;

await check('two first starts at once', async () => {
  write('one.repl', '(expect "sum" 3 (+ 1 2))');
  const runs = [1, 2].map(() => spawn(pact, ['one.repl'], { cwd: folder, env, stdio: 'ignore' }));
  const ends = await Promise.all(runs.map((child) => once(child, 'exit')));
  expect(
    ends.every(([status]) => status === 0),
    JSON.stringify(ends),
  );
  const [kept, ...others] = readdirSync(cache).filter((name) => name.startsWith('program-'));
  expect(kept !== undefined && others.length === 0, `${kept} and ${others.join(', ')}`);
});
await check('a script, and one for the thread with the large stack', () => {
  run(['one.repl'], /^Load successful$/m);
  write('deep.repl', `${'['.repeat(1000)}${']'.repeat(1000)}`);
  run(['deep.repl'], /^Load successful$/m);
  write('wrong.repl', '(expect "sum" 4 (+ 1 2))');
  run(['wrong.repl'], /FAILURE: sum/, { status: 1 });
  run(['--version'], /^pact version 5/);
});
await check('without a cache folder, it leaves no files', () => {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const elsewhere = { ...env, PACT_CACHE_DIR: join(folder, 'one.repl', 'none'), TMPDIR: temporary };
  run(['one.repl'], /^Load successful$/m, { env: elsewhere });
  expect(readdirSync(temporary).length === 0, `${readdirSync(temporary)}`);
});
await check('the REPL with a pipe, and with a state file', () => {
  run([], /^3$/m, { input: '(+ 1 2)\n' });
  run(['--db', 'state.db'], /^3$/m, { input: '(+ 1 2)\n' });
  expect(existsSync(join(folder, 'state.db')), 'there is no state file');
});
await check('a project: init, test, check', () => {
  run(['init', 'project'], /Try it/);
  run(['test'], /6 passed/, { cwd: project });
  run(['check', '.'], /no errors/, { cwd: project });
});
await check('help names documents that exist', () => {
  const [, docs] = /^Documentation: (.*)$/m.exec(run(['--help'], /^Documentation: /m));
  expect(existsSync(join(docs, 'README.md')), docs);
});
await check('pact lsp', () => {
  const params = { capabilities: {}, processId: null, rootUri: null };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const request = `Content-Length: ${text.length}\r\n\r\n${text}`;
  return whileRunning(['lsp'], {
    request,
    use: (answer) => expect(answer.includes('"capabilities":'), answer),
  });
});
await check('pact mcp', () => {
  const info = { protocolVersion: '2025-06-18', capabilities: {} };
  const client = { clientInfo: { name: 'test', version: '0' } };
  const input = [
    { id: 1, method: 'initialize', params: { ...info, ...client } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'run', arguments: { code: '(+ 1 2)' } } },
  ];
  const lines = input.map((body) => `${JSON.stringify({ jsonrpc: '2.0', ...body })}\n`);
  run(['mcp', project], /3\\nDone.*"isError":false.*"id":2/, { input: lines.join('') });
});
await check('pact devnet', () =>
  whileRunning(['devnet', '--port', '0', '--json'], {
    async use(ready) {
      const answer = await fetch(`${JSON.parse(ready).address}/info`);
      expect(answer.ok, `${answer.status}`);
    },
  }),
);
await check('pact serve', () => {
  write('serve.yaml', 'port: 0');
  return whileRunning(['serve', 'serve.yaml']);
});
await check('pact node', () => {
  const options = ['--network', 'development', '--data', 'data', '--port', '0', '--json'];
  return whileRunning(['node', ...options], {
    use: (ready) => expect(JSON.parse(ready).kind === 'ready', ready),
  });
});

console.log(failures === 0 ? 'binary: all checks passed' : `binary: ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

function buildHere() {
  const target = join(folder, process.platform === 'win32' ? 'pact.exe' : 'pact');
  for (const args of [['build.mjs'], ['build/binary.mjs', target]]) {
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  }
  return target;
}

function write(name, text) {
  writeFileSync(join(folder, name), `${text}\n`);
}

/** Returns the output. */
function run(args, pattern, { status = 0, ...options } = {}) {
  const ended = spawnSync(pact, args, {
    cwd: folder,
    env,
    input: '',
    encoding: 'utf8',
    timeout: 60_000,
    ...options,
  });
  const output = `${ended.stdout}${ended.stderr}`;
  expect(ended.status === status, `${args.join(' ')} ended with ${ended.status}: ${output}`);
  expect(pattern.test(output), `${pattern} is not in ${output}`);
  return output;
}

/** Sends a request to a service, and stops it when `use` is done with what it writes first. */
async function whileRunning(args, { request = '', use = () => undefined } = {}) {
  const child = spawn(pact, args, { cwd: folder, env });
  child.stdin.write(request);
  const ended = once(child, 'exit');
  try {
    const first = Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
    await use(String(await first));
    expect(child.exitCode === null, `it ended with ${child.exitCode}`);
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

async function check(name, action) {
  try {
    await action();
    console.log(`binary: ${name}: passed`);
  } catch (error) {
    failures++;
    console.error(`binary: ${name}: ${error.message}`);
  }
}

function expect(holds, text) {
  if (!holds) throw new Error(text);
}
