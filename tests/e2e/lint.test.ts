// `pact lint` as it is used.
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'open.pact': '(module m G (defcap G () true)\n  (defun f () 1))\n',
  'clean/fine.repl': '(+ 1 1)\n',
  'bad/broken.pact': '(f',
  'bad/binary.pact': new Uint8Array([0xff]),
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(['lint', ...args], { cwd: folder.path });

test('findings with their position and code', () => {
  expect(run('open.pact')).toEqual({
    status: 1,
    stdout:
      'open.pact:1:20: warning: G lets anyone replace m (open-governance)\n' +
      ' 1 | (module m G (defcap G () true)\n   |                     ^\n\n',
    stderr: 'Checked 1 file: 1 finding\n',
  });
});

test('nothing found', () => {
  expect(run('clean')).toEqual({
    status: 0,
    stdout: '',
    stderr: 'Checked 1 file: no findings\n',
  });
});

test('bad files do not keep it from checking the others', () => {
  const { status, stdout, stderr } = run();
  expect(status).toBe(1);
  expect(stdout).toContain('bad/broken.pact:1:0: error: ');
  expect(stdout).toContain('(open-governance)');
  expect(stderr).toBe(
    'pact: cannot read bad/binary.pact: it is not UTF-8 text\nChecked 4 files: 2 findings, 1 not read\n',
  );
});

test('machine-readable formats have standard output to themselves', () => {
  expect(JSON.parse(run('--format', 'json', 'open.pact').stdout)).toMatchObject({
    warnings: 1,
    diagnostics: [{ code: 'open-governance', place: { line: 1, column: 21 } }],
  });
  const { version, runs } = JSON.parse(run('--format', 'sarif', 'clean').stdout) as {
    version: string;
    runs: [{ tool: { driver: { rules: Record<string, unknown>[] } } }];
  };
  expect(version).toBe('2.1.0');
  expect(runs[0].tool.driver.rules.find(({ id }) => id === 'duplicate-key')).toMatchObject({
    shortDescription: { text: 'an object has the same field twice' },
    help: { markdown: expect.stringContaining('Found:\n\n```pact\n{ "name": "a"') as string },
    defaultConfiguration: { level: 'warning' },
  });
  expect(run('--format', 'github', 'open.pact').stdout).toMatch(
    /^::warning file=open\.pact,line=1,/,
  );
});

test('rules are listed and selected', () => {
  expect(run('--list').stdout).toContain('\nunguarded-write ');
  expect(run('--rule', 'unused-binding', 'open.pact').status).toBe(0);
  expect(run('--rule', 'unused-bindings')).toEqual({
    status: 2,
    stdout: '',
    stderr:
      "pact: there is no rule unused-bindings (did you mean unused-binding?)\nTry 'pact lint --list'.\n",
  });
  expect(run('--format', 'xml').status).toBe(2);
});
