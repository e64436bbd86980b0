// The command as in the package, without the build's code cache: the first run writes one.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { command, folderWith } from '../support/command.ts';

const { path, remove } = folderWith({ 'one.repl': '(print (+ 1 2))' });
const installed = join(path, 'dist');
const cache = join(path, 'cache');
cpSync(dirname(command), installed, {
  recursive: true,
  filter: (source) => !source.endsWith('.cache') && !source.endsWith('types'),
});
beforeEach(() => rmSync(cache, { recursive: true, force: true }));
afterAll(remove);

function run(args: readonly string[], folder = cache): { stdout: string; stderr: string } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(installed, 'cli.js'), ...args, 'one.repl'],
    { cwd: path, encoding: 'utf8', env: { ...process.env, PACT_CACHE_DIR: folder } },
  );
  return { stdout, stderr };
}

const codeFiles = (): readonly string[] =>
  existsSync(cache) ? readdirSync(cache).filter((name) => name.endsWith('.code')) : [];

const answer = { stdout: '3\nLoad successful\n', stderr: '' };

test('a run caches the code of the command, and the next one uses it', () => {
  expect(run([])).toEqual(answer);
  const [file = ''] = codeFiles();
  expect(file).toContain(`worker-`);
  expect(file).toContain(process.versions.node);
  const before = readFileSync(join(cache, file));
  expect(run([])).toEqual(answer);
  expect(codeFiles()).toEqual([file]);
  expect(readFileSync(join(cache, file)).equals(before)).toBe(true);
});

test('a command that runs in a thread does so too', () => {
  expect(run(['check']).stdout).toContain('Checked 1 file');
  expect(codeFiles()).toEqual([expect.stringContaining('commands-')]);
});

function withFlippedBit(code: Buffer, at: number): Buffer {
  const flipped = Buffer.from(code);
  flipped[at] = (flipped[at] ?? 0) ^ 4;
  return flipped;
}

test('a file that belongs to another program, or that others may have written, is ignored', () => {
  run([]);
  const [worker = ''] = codeFiles();
  run(['check']);
  const commands = codeFiles().find((name) => name !== worker) ?? '';
  const code = readFileSync(join(cache, worker));
  writeFileSync(join(cache, commands), code);
  expect(run(['check']).stdout).toContain('Checked 1 file');
  expect(readFileSync(join(cache, commands)).equals(code)).toBe(false);
  chmodSync(join(cache, worker), 0o666);
  expect(run([])).toEqual(answer);
  // Replaced by a file that only this user can access.
  expect(statSync(join(cache, worker)).mode & 0o777).toBe(0o600);
});

test.each([
  ['cut', (code: Buffer) => code.subarray(0, code.length >> 1)],
  ['empty', () => Buffer.alloc(0)],
  ['filled with zeros from some page on', (code: Buffer) => Buffer.from(code).fill(0, 409_600)],
  ['changed in one bit', (code: Buffer) => withFlippedBit(code, 100_001)],
  [
    'changed in one bit of its second half',
    (code: Buffer) => withFlippedBit(code, code.length - 9),
  ],
])('a file that is %s is ignored and replaced', (_, damage) => {
  run([]);
  const file = join(cache, codeFiles()[0] ?? '');
  const whole = readFileSync(file);
  writeFileSync(file, damage(whole));
  expect(run([])).toEqual(answer);
  expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2);
  expect(run([])).toEqual(answer);
});

test('programs run without a cache if nothing can be stored', () => {
  expect(run([], join(path, 'one.repl', 'below'))).toEqual(answer);
  if (existsSync('/proc/self')) expect(run([], '/proc/nowhere')).toEqual(answer);
});
