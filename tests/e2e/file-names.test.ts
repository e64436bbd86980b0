// Files whose names are not UTF-8: as arguments, found in folders, and written.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, folderWith } from '../support/command.ts';

const folder = folderWith({});
afterAll(folder.remove);

const named = (name: string): Buffer => Buffer.from(`${folder.path}/${name}`, 'latin1');
const untidy = '(module    m G (defcap G () true))\n';

describe.runIf(process.platform === 'linux')('names that are not UTF-8', () => {
  beforeAll(() => {
    mkdirSync(named('d\xff'));
    writeFileSync(named('a\xff.repl'), '(expect "a" 1 1)\n');
    writeFileSync(named('d\xff/b\xfe.repl'), '(expect "b" 1 1)\n');
    writeFileSync(named('d\xff/c.pact'), untidy);
  });

  /** Runs a shell command line, because Node can only pass strings as arguments. */
  const shell = (line: string) => {
    const script = `pact() { '${process.execPath}' '${command}' "$@"; }; ${line}`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };
  const name = (text: string): string => `"$(printf '${text}')"`;

  test('are run where they are named', () => {
    expect(shell(`pact ${name('a\\377.repl')}`)).toEqual({
      status: 0,
      output: 'Load successful\n',
    });
  });

  test('are found in folders', () => {
    const { status, output } = shell(`pact test .`);
    expect([status, output]).toEqual([0, expect.stringContaining('Files         2 passed')]);
  });

  test('are written', () => {
    const { status, output } = shell(`pact fmt ${name('d\\377')}/c.pact`);
    expect([status, output]).toEqual([0, expect.stringContaining('Formatted 1 of 1 file')]);
    expect(readFileSync(named('d\xff/c.pact'), 'utf8')).not.toBe(untidy);
  });

  test('are named in errors if they are missing', () => {
    const { status, output } = shell(`pact ${name('none\\377.repl')}`);
    expect(status).toBe(1);
    expect(output).toContain('cannot load none\ufffd.repl: there is no such file');
  });
});
