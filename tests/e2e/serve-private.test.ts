// Sealed commands from one entity to another: keys, sealing, and servers that can and cannot read them.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { post, startPactServer, type PactServer } from '../support/pact-server.ts';
import { codeCommand } from '../support/signed-commands.ts';

const folder = folderWith({});
const path = (name: string): string => join(folder.path, name);
const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });
const keyOf = (name: string): string => run('seal', '--genkey', `${name}.key`).stdout.trim();

const address = { from: 'alice', to: ['bob'] };
const letter = (code: string): string => codeCommand(code, { meta: { address } }).text;

let keys: Readonly<Record<'alice' | 'bob', string>>;
let bob: PactServer;
let carol: PactServer;

function sealed(code: string): string {
  writeFileSync(path('command.json'), letter(code));
  const { stdout, stderr } = run(
    'seal',
    '--key',
    'alice.key',
    '--to',
    `bob=${keys.bob}`,
    'command.json',
  );
  expect(stderr).toBe('');
  return stdout;
}

beforeAll(async () => {
  keys = { alice: keyOf('alice'), bob: keyOf('bob') };
  const known = `entities: { alice: ${keys.alice} }\n`;
  bob = await startPactServer(
    `entity: bob\nentityKey: ${path('bob.key')}\npersistDir: ${path('bob')}\n${known}`,
  );
  carol = await startPactServer('entity: carol\n');
});
afterAll(async () => {
  await bob.end('SIGTERM');
  await carol.end('SIGTERM');
  folder.remove();
});

test('the recipient executes it, all others store it', async () => {
  const text = sealed('(+ 40 2)');
  const { hash } = JSON.parse(text) as { readonly hash: string };
  for (const server of [bob, carol]) {
    expect(await post(server, 'private', text)).toEqual({
      status: 200,
      text: `{"requestKeys":["${hash}"]}`,
    });
  }
  const result = await post(bob, 'listen', { listen: hash });
  expect(result.text).toContain('"data":{"int":42}');
  expect(result.text).toContain(`"reqKey":"${hash}"`);
  await expect
    .poll(() => post(carol, 'listen', { listen: hash }))
    .toEqual({
      status: 404,
      text: `the command ${hash} is sealed for other entities: it is stored, not executed`,
    });
  expect((await post(carol, 'poll', { requestKeys: [hash] })).text).toBe('{}');
  expect((await post(bob, 'private', text)).text).toContain('has already been submitted');
});

test('an unsealed command is refused, with what to do', async () => {
  expect(await post(bob, 'private', letter('1'))).toEqual({
    status: 400,
    text: 'Invalid command: payload is not sealed: pact seal encrypts a command for its recipients',
  });
  expect((await post(bob, 'send', `{"cmds":[${letter('1')}]}`)).status).toBe(400);
  expect((await post(bob, 'send', `{"cmds":[${sealed('1')}]}`)).status).toBe(400);
  expect((await post(bob, 'private', '{}')).text).toBe('cmd is missing: it must be a string');
});

test('executed commands are kept after a kill', async () => {
  const text = sealed('(module m G (defcap G () true) (defun f () 1))');
  const { hash } = JSON.parse(text) as { readonly hash: string };
  await post(bob, 'private', text);
  const { text: result } = await post(bob, 'listen', { listen: hash });
  expect(result).toContain('"success"');
  await bob.end('SIGKILL');
  const known = `entities: { alice: ${keys.alice} }\n`;
  bob = await startPactServer(
    `entity: bob\nentityKey: ${path('bob.key')}\npersistDir: ${path('bob')}\n${known}`,
  );
  expect((await post(bob, 'listen', { listen: hash })).text).toBe(result);
  const call = sealed('(m.f)');
  await post(bob, 'private', call);
  const { hash: called } = JSON.parse(call) as { readonly hash: string };
  expect((await post(bob, 'listen', { listen: called })).text).toContain('"data":{"int":1}');
});

describe('pact seal', () => {
  test('keeps keys private to their owner, and overwrites none', () => {
    expect(keys.alice).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(path('alice.key')).mode & 0o777).toBe(0o600);
    expect(run('seal', '--genkey', 'alice.key')).toMatchObject({ status: 1, stdout: '' });
  });

  test.each([
    [['command.json'], 2, 'pact seal needs --key, the key of the sender'],
    [['--key', 'alice.key', 'command.json'], 2, 'pact seal needs --to, the key of a recipient'],
    [
      ['--key', 'alice.key', '--to', 'bob=1', 'command.json'],
      2,
      'takes a name, = and a public key',
    ],
    [
      ['--key', 'none.key', '--to', `bob=${'1'.repeat(64)}`, 'command.json'],
      1,
      'cannot read none.key',
    ],
    [
      ['--key', 'command.json', '--to', `bob=${'1'.repeat(64)}`, 'command.json'],
      1,
      'it is not a key file',
    ],
    [
      ['--key', 'alice.key', '--to', `eve=${'1'.repeat(64)}`, 'command.json'],
      1,
      'there is no public key of bob',
    ],
  ])('%j', (args, status, said) => {
    writeFileSync(path('command.json'), letter('1'));
    const answer = run('seal', ...args);
    expect([answer.status, answer.stdout]).toEqual([status, '']);
    expect(answer.stderr).toContain(said);
  });
});
