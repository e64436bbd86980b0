// Cached states of runs on disk: with any cache, a run has the same output as without one.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';
import type { CommandResult } from '../support/warm-command.ts';

/** Runs long enough for states to be kept. */
const slow = '(map (lambda (n:integer) (fold (+) 0 (enumerate n 60000))) (enumerate 1 40))';

const files = {
  'all.repl': `(load "parts/first.repl")\n(load "parts/second.repl")\n(print "end")\n`,
  'parts/first.repl': `(begin-tx "first")
(module m G (defcap G () true) (defschema s n:integer) (deftable t:{s})
  (defun f:integer (n:integer) "Reads." (at "n" (read t (format "{}" [n])))))
(create-table t) (insert t "1" { "n": 5 }) (commit-tx)
(print (length ${slow}))
(expect "wrong" 6 (m.f 1))
(print "first")\n`,
  'parts/second.repl': `(begin-tx "second")
(print (m.f 1))
(expect "row" 5 (m.f 1))
(commit-tx)\n`,
};

let folder: ReturnType<typeof folderWith>;
beforeEach(() => {
  folder = folderWith(files);
});
afterEach(() => folder.remove());

const cache = (): string => join(folder.path, 'cache');

function run(...args: readonly string[]): CommandResult {
  return runCommand(args, { cwd: folder.path, env: { PACT_CACHE_DIR: cache() } });
}

/** Without cached code of the command, which a run stores if the build was made by a different Node. */
function entries(): readonly string[] {
  if (!existsSync(cache())) return [];
  const names = readdirSync(cache()).filter((name) => !name.endsWith('.code'));
  return names.map((name) => join(cache(), name));
}

function append(path: string, text: string): void {
  const whole = join(folder.path, path);
  writeFileSync(whole, readFileSync(whole, 'utf8') + text);
}

test('a second run, and one after an edit, have the same output as without a cache', () => {
  const without = run('--no-cache', 'all.repl');
  expect(without.stdout).toContain('FAILURE');
  expect(entries()).toEqual([]);
  expect(run('all.repl')).toEqual(without);
  expect(entries()).toHaveLength(1);
  expect(run('all.repl')).toEqual(without);

  append('parts/second.repl', '(print "more")\n(m.f 2)\n');
  const edited = run('all.repl');
  expect(edited.stderr).toContain('parts/first.repl:3:48: No value found');
  expect(edited).toEqual(run('--no-cache', 'all.repl'));
  expect(entries()).toHaveLength(1);
});

test('with a trace, the trace is unchanged', () => {
  const without = run('--no-cache', '--trace', 'all.repl');
  for (let i = 0; i < 2; i++) expect(run('--trace', 'all.repl')).toEqual(without);
  expect(run('all.repl')).toEqual(run('--no-cache', 'all.repl'));
});

test('a cache file that is truncated, changed, of another user or not a regular file is ignored', () => {
  const without = run('--no-cache', 'all.repl');
  run('all.repl');
  const [entry = ''] = entries();
  const whole = readFileSync(entry);
  const broken = [
    new Uint8Array(),
    whole.subarray(0, whole.length / 2),
    whole.subarray(0, 20),
    Buffer.concat([whole, whole]),
    Buffer.from('something else entirely'),
    ...[0, 15, 40, whole.length >> 1, whole.length - 1].map((at) => {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      return changed;
    }),
  ];
  for (const bytes of broken) {
    writeFileSync(entry, bytes);
    expect(run('all.repl')).toEqual(without);
  }
  expect(entries()).toHaveLength(1);
});

/** Changes an entry and gives it a correct checksum. */
function forge(entry: string, change: (content: Buffer) => void): void {
  const file = readFileSync(entry);
  const head = 'pact states 1\n'.length;
  change(file.subarray(head + 12 + file.readUInt32LE(head + 4)));
  file.writeUInt32LE(crc32(file.subarray(head + 4)), head);
  writeFileSync(entry, file);
}

test('states that another user may have written are not used', () => {
  const without = run('--no-cache', 'all.repl');
  run('all.repl');
  const [entry = ''] = entries();
  forge(entry, (content) => content.write('forge', content.indexOf('first"')));
  const forged = readFileSync(entry);
  for (const mode of [0o620, 0o602, 0o666]) {
    writeFileSync(entry, forged);
    chmodSync(entry, mode);
    expect(run('all.repl')).toEqual(without);
    expect(statSync(entry).mode & 0o777).toBe(0o600);
  }
});

test('states that cannot be continued are deleted, and the next run is complete', () => {
  const without = run('--no-cache', 'all.repl');
  run('all.repl');
  const [entry = ''] = entries();
  forge(entry, (content) => content.fill(0xff, 64));
  const { status, stderr } = run('all.repl');
  expect(stderr).toContain(
    'the cached state of an earlier run was damaged and has been deleted: run this again',
  );
  expect(stderr).not.toContain('bug in pact');
  expect(status).toBe(1);
  expect(run('all.repl')).toEqual(without);
});

test('a folder that cannot be written causes no error', () => {
  const env = { PACT_CACHE_DIR: join(folder.path, 'all.repl', 'cache') };
  const { stdout, stderr } = runCommand(['all.repl'], { cwd: folder.path, env });
  expect({ stdout, stderr }).toEqual(expect.objectContaining({ stderr: 'Load failed\n' }));
  expect(stdout).toContain('"end"');
});

test('concurrent runs do not disturb each other', async () => {
  const without = run('--no-cache', 'all.repl');
  const outputs = await Promise.all([1, 2, 3, 4].map(() => outputOf('all.repl')));
  for (const output of outputs) expect(output).toBe(without.stdout);
  expect(run('all.repl')).toEqual(without);
  expect(entries()).toHaveLength(1);
});

test('a program that is too deep for the first attempt continues in the thread with the states of that attempt', () => {
  const deep = `(print ${'(+ 1 '.repeat(400)}1${')'.repeat(400)})`;
  append('parts/second.repl', `${deep}\n`);
  const without = run('--no-cache', 'all.repl');
  expect(without.stdout).toContain('\n401\n');
  for (let i = 0; i < 2; i++) expect(run('all.repl')).toEqual(without);
});

function outputOf(script: string): Promise<string> {
  return new Promise((resolve) => {
    const env = { ...process.env, PACT_CACHE_DIR: cache() };
    const child = spawn(process.execPath, [command, script], { cwd: folder.path, env });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('close', () => resolve(output));
  });
}
