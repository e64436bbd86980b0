// Runs of `pact test` that do not finish: threads that die, and signals.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';
import { nodeRelease } from '../support/node-release.ts';
import { shownBy } from '../support/shown-by.ts';
import { hasTerminals } from '../support/terminal.ts';

/** Loaded into every thread before the program: ends those that run tests, depending on the name of the file. */
const killer = `const { basename } = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');
const ends = {
  'exits.repl': () => process.exit(3),
  'hangs.repl': () => { for (;;); },
  'memory.repl': () => { for (const all = []; ; ) all.push(new Array(1000).fill(all.length)); },
  'throws.repl': () => { throw new Error('gone'); },
};
if (workerData?.kind === 'test-thread') {
  const on = parentPort.on;
  parentPort.on = (name, listener) => on.call(parentPort, name, (request) => {
    const file = basename(request.file);
    ends[file]?.();
    listener(request);
    if (file === 'leaves.repl') process.exit(0);
  });
}`;
const one = '(expect "one" 1 1)';

// Later releases of V8 end the whole process, or let the thread grow. Programs end earlier: they may fill half of the heap.
const threadsRunOutOfMemory = nodeRelease < 24;

const { path, remove } = folderWith({
  'killer.cjs': killer,
  'die/exits.repl': one,
  'die/good.repl': one,
  'die/leaves.repl': one,
  'die/lively.repl': one,
  ...(threadsRunOutOfMemory && { 'die/memory.repl': one }),
  'die/throws.repl': one,
  'stuck/good.repl': one,
  'stuck/hangs.repl': one,
  'long/a.repl': one,
  'long/b.repl': '(fold (lambda (a x) (fold (+) 0 (enumerate 1 1000000))) 0 (enumerate 1 1000000))',
});
afterAll(remove);

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

function started(...args: readonly string[]) {
  const child = spawn(process.execPath, [command, 'test', ...args], {
    cwd: path,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  return child;
}

type Report = { readonly files: readonly { readonly file: string; readonly problem?: string }[] };

/** Returns, for every file, the problem that kept it from finishing. */
function problemsWithKiller(...args: readonly string[]) {
  const preload = JSON.stringify(join(path, 'killer.cjs'));
  const { status, stdout, stderr } = runCommand(['test', '--reporter', 'json', ...args], {
    cwd: path,
    env: { NODE_OPTIONS: `--require ${preload} --max-old-space-size=160` },
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  const { files } = JSON.parse(stdout) as Report;
  return files.map(({ file, problem }) => [file, problem?.split('\n', 2).join(' ')]);
}

test.each(['1', '2'])(
  'a thread that dies is reported against its file alone, of %s threads',
  (jobs) => {
    expect(problemsWithKiller('die', '--jobs', jobs)).toEqual([
      ['die/exits.repl', 'its thread ended before the file did, with code 3'],
      ['die/good.repl', undefined],
      ['die/leaves.repl', undefined],
      ['die/lively.repl', undefined],
      ...(threadsRunOutOfMemory ? [['die/memory.repl', 'ran out of memory and was stopped']] : []),
      [
        'die/throws.repl',
        'pact: this is a bug in pact, please report it with the command line: Error: gone',
      ],
    ]);
  },
);

test('a thread that does not respond any more is ended', () => {
  expect(problemsWithKiller('stuck', '--timeout', '5')).toEqual([
    ['stuck/good.repl', undefined],
    ['stuck/hangs.repl', 'took longer than 5 s and was stopped (see --timeout)'],
  ]);
});

describe.runIf(process.platform !== 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 'SIGHUP'],
] as const)('%s', (signal, end) => {
  const endOf = async (child: ChildProcess) => {
    await once(child, 'exit');
    return child.exitCode ?? child.signalCode;
  };

  test('while files run, and while it waits for changes', async () => {
    const running = started('--jobs', '1', 'long');
    const errors = text(running.stderr);
    await shownBy(running.stdout)('✓ long/a.repl');
    running.kill(signal);
    const watching = started('--watch', 'long/a.repl');
    expect([await endOf(running), await errors]).toEqual([end, '']);
    await shownBy(watching.stdout)('Waiting for changes');
    watching.kill(signal);
    expect(await endOf(watching)).toBe(end);
  });

  test('a part of a report is never presented as the whole', async () => {
    const reports = ['json', 'junit'].map(async (reporter) => {
      const child = started('--reporter', reporter, 'long');
      const output = text(child.stdout);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      child.kill(signal);
      await once(child, 'exit');
      return output;
    });
    expect(await Promise.all(reports)).toEqual(['', '']);
  });
});

/** Starts a command in a terminal, waits for a word in its output, and closes the terminal. */
const closing = `import os, pty, sys
word = sys.argv[1].encode()
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b''
while word not in shown:
    shown += os.read(terminal, 1024)
os.close(terminal)
sys.exit(-os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`;

test.runIf(hasTerminals).each([
  ['b.repl', 'long/b.repl'],
  ['Waiting', '--watch', 'long/a.repl'],
])('closing the terminal ends it: after %s', (word, ...args) => {
  const run = ['-c', closing, word, process.execPath, command, 'test', ...args];
  const env = { ...process.env, CI: '', TERM: 'xterm' };
  const { status, signal } = spawnSync('python3', run, { cwd: path, env, timeout: 60_000 });
  expect({ status, signal }).toEqual({ status: 1, signal: null });
});

test.runIf(existsSync('/dev/full'))('output that cannot be written is reported as lost', () => {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `exec "${process.execPath}" "${command}" test long/a.repl --reporter junit > /dev/full`],
    { cwd: path, encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'pact: cannot write the output: the disk is full\n',
  });
});
