// Input from a pipe: form by form, continuing after an error.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { command, folderWith, runCommand } from '../support/command.ts';

const pipe = (input: string | Uint8Array) => runCommand([], { input });

test.each([
  ['one form', '(+ 1 2)', '3\n'],
  ['two forms in a line', '1 "a"\n', '1\n"a"\n'],
  ['a form over lines', '(let ((x 1)\n\n  (y 2))\n(+ x y))\n', '3\n'],
  ['a definition and its use', '(defun f (x) (* x x))\n(f 4)', 'Loaded repl defun f\n16\n'],
  ['a string with a gap', '"a\\\n \\b"\n', '"ab"\n'],
  ['lines that end as on Windows', '(+ 1\r\n 2)\r\n', '3\n'],
  ['other scripts', '"日本 😀"', '"日本 😀"\n'],
  ['comments and blanks', '; (\n\n   \n1 ; )\n', '1\n'],
  ['print', '(print "a")', '"a"\n'],
  ['nothing', '', ''],
])('%s', (_, input, stdout) => {
  expect(pipe(input)).toEqual({ status: 0, stdout, stderr: '' });
});

test('it continues after an error, and ends with 1', () => {
  const { status, stdout, stderr } = pipe('1 (foo) 2\n(+ 1))\n(enforce false "no")\n3\n');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '1\n2\n3\n' });
  expect(stderr).toContain('(interactive):1:3: Cannot find module:  foo');
  expect(stderr).toContain('Too many closing parens');
  expect(stderr).toContain('(interactive):3:0: no');
});

test('failed expectations are listed at the end, with their places in the input', () => {
  const input =
    '; sums\n(defun f (x)\n  (enforce (> x 0) "low"))\n\n(expect "one" 1\n  2) (f 1)\n(f 0)';
  const { status, stdout, stderr } = pipe(input);
  expect(status).toBe(1);
  expect(stdout).toContain(
    '(interactive):5:0-6:4:FAILURE: one expected: 1, received: 2\n' +
      '   5 | (expect "one" 1\n   6 |   2) (f 1)\n  expected  1\n  received  2\n',
  );
  expect(stderr).toMatch(/^\(interactive\):3:2: low\n 3 \| {3}\(enforce/);
  expect(stderr).toMatch(/:\(interactive\):2:0, called at \(interactive\):7:0\n/);
});

test('--lines-from 0 counts lines as the reference does', () => {
  const from = (lines: string) => ['--lines-from', lines];
  const input = '(defun f () (enforce false "no"))\n(expect "one" 1 2)\n(print (+ 1 2))\n(f)';
  const shown = (args: readonly string[]) => {
    const { stdout, stderr } = runCommand([...args, '-t', '-'], { input });
    return [...`${stdout}${stderr}`.matchAll(/\(stdin\):(\d+):\d/g)].map(([, line]) => line);
  };
  // Three traces, the failed expectation, the error, the called function and its call.
  expect(shown([])).toEqual(['1', '2', '3', '2', '1', '1', '4']);
  expect(shown(from('1'))).toEqual(shown([]));
  expect(shown(from('0'))).toEqual(['0', '1', '2', '1', '1', '0', '3']);
  expect(runCommand([...from('2'), 'a.repl'])).toMatchObject({ status: 2 });
});

test('exhausted gas can be reset after the error', () => {
  const metered = '(env-gasmodel "table") (env-gaslimit 1) (env-set-milligas 950)';
  const { status, stdout, stderr } = pipe(`${metered}\n(+ 1 2)\n(env-gas 0)\n(+ 1 2)\n`);
  expect(status).toBe(1);
  expect(stdout).toMatch(/"Set gas to 0"\n3\n$/);
  expect(stderr.match(/Gas limit/g)).toHaveLength(1);
});

test('a failed expectation ends with 1', () => {
  const { status, stdout } = pipe('(expect "sum" 4 (+ 1 2))\n');
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout:
      '"FAILURE: sum expected: 4, received: 3"\n' +
      '(interactive):1:0-1:24:FAILURE: sum expected: 4, received: 3\n' +
      `   1 | (expect "sum" 4 (+ 1 2))\n     | ${'^'.repeat(24)}\n` +
      '  expected  4\n  received  3\n',
  });
});

test('a form that never closes is an error', () => {
  const { status, stderr } = pipe('1\n(+ 1\n');
  expect(status).toBe(1);
  expect(stderr).toContain("Expected: [')']");
});

test('invalid bytes are reported in one sentence', () => {
  expect(pipe(Uint8Array.of(0x31, 0x0a, 0xff, 0x0a))).toEqual({
    status: 1,
    stdout: '',
    stderr: 'pact: cannot read the input: it is not UTF-8 text\n',
  });
});

test('the name of a builtin shows its documentation', () => {
  expect(pipe('length').stdout).toContain('## length');
});

test('files are loaded from the current folder', () => {
  const { path, remove } = folderWith({
    'sub/a.pact': '(module m G (defcap G () true) (defun f () 7))',
  });
  expect(runCommand([], { cwd: path, input: '(load "sub/a.pact")\n(m.f)' }).stdout).toContain(
    '7\n',
  );
  remove();
});

test('the time for a module of many lines is proportional to its lines', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `(defun f${i} () ${i})`);
  const { status, stdout } = pipe(
    `(module m G (defcap G () true)\n${lines.join('\n')})\n(m.f2999)\n`,
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Loaded module m, hash \S+\n2999\n$/);
});

test('each form is answered as soon as it is closed', async () => {
  const child = spawn(process.execPath, [command], { stdio: 'pipe' });
  child.stdin.write('(+ 1\n');
  child.stdin.write('2)\n');
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  expect(first.toString()).toBe('3\n');
  child.stdin.end('4');
  const [second] = (await once(child.stdout, 'data')) as [Buffer];
  expect(second.toString()).toBe('4\n');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('the file - is the standard input as one script', () => {
  expect(runCommand(['-'], { input: '(expect "a" 1 1)' })).toEqual({
    status: 0,
    stdout: 'Load successful\n',
    stderr: '',
  });
  expect(runCommand(['-t', '-'], { input: '1\n(foo)\n2' })).toMatchObject({
    status: 1,
    stdout: '(stdin):1:0-1:1:Trace: 1\n',
    stderr: expect.stringMatching(/^\(stdin\):2:1: [^]*\nLoad failed\n$/) as string,
  });
});

test.runIf(process.platform !== 'win32')('a pipe closed by its reader ends it quietly', () => {
  const { path, remove } = folderWith({
    'long.repl': '(defun f (n) (map (lambda (i) (print i)) (enumerate 1 n)))\n(f 100000)\n',
  });
  const line = `"${process.execPath}" "${command}" long.repl | head -1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: path, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '1\n141\n', stderr: '' });
  remove();
});

test.runIf(process.platform !== 'win32')('Ctrl-C ends a running script at once', async () => {
  const { path, remove } = folderWith({
    'endless.repl': `(print "begun")
(defun f (n) (fold (lambda (a i) (fold (+) a (enumerate 1 1000000))) 0 (enumerate 1 n)))
(f 1000000)
`,
  });
  const shell = `"${process.execPath}" "${command}" endless.repl; echo "status $?"`;
  const child = spawn('bash', ['-c', `trap : INT; ${shell}`], {
    cwd: path,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    // Signals the whole process group, as a terminal does.
    if (output === '"begun"\n') process.kill(-(child.pid as number), 'SIGINT');
  });
  // All output has arrived by then.
  await once(child, 'close');
  expect(output).toBe('"begun"\nstatus 130\n');
  remove();
});
