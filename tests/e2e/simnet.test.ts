// The built simnet: the example of docs/simnet.md runs unchanged in a test runner, and the entry loads no Node module.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '../support/command.ts';
import { read, root } from '../support/project-files.ts';

const library = pathToFileURL(join(root, 'dist/testing.mjs')).href;

test('the example of docs/simnet.md passes under node --test', () => {
  const [, program = ''] = /^```ts\n([^]*?)^```$/m.exec(read('docs/simnet.md')) ?? [];
  expect(program).toContain('createSimnet');
  const plain = program
    .replace("'@multichain/pact/testing'", `'${library}'`)
    .replaceAll(/\(amount: string\)/g, '(amount)')
    .replaceAll(' as const', '');
  const { path, remove } = folderWith({ 'tips.test.mjs': plain });
  const { status, stdout } = spawnSync(process.execPath, ['--test', join(path, 'tips.test.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  remove();
  expect(stdout).toMatch(/pass 2\b/);
  expect(status).toBe(0);
});

test('a module is deployed from a file', () => {
  const program = `
import { createSimnet } from '${library}';
const net = createSimnet();
const sending = { as: net.account('alice') };
net.chain(0).deploy({ file: new URL('one.pact', import.meta.url) }, sending);
console.log(net.chain(0).readText('(free.one.one)'));
try { net.chain(0).deploy({ file: 'nowhere.pact' }, sending); } catch (error) { console.log(error.code); }`;
  const { path, remove } = folderWith({
    'program.mjs': program,
    'one.pact': '(namespace "free") (module one G (defcap G () true) (defun one () 1))',
  });
  const { stdout, stderr } = spawnSync(process.execPath, [join(path, 'program.mjs')], {
    encoding: 'utf8',
  });
  remove();
  expect({ stdout, stderr }).toEqual({ stdout: '1\nENOENT\n', stderr: '' });
});
