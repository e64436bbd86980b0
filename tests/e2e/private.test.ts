// The page "Private transactions between two organisations": each of its commands, in order, in an empty folder, with three
// nodes that are peers. And the mistakes that people make with sealed commands.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { walkPage } from '../package/walk-page.mjs';
import { command, folderWith, runCommand } from '../support/command.ts';
import { read } from '../support/project-files.ts';
import { codeCommand } from '../support/signed-commands.ts';

const folder = folderWith({});
afterAll(folder.remove);

/** Returns free ports in a row, as far as that can be known. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => resolve(taken === port));
    });
  });
}

test('each step does what the page says', { timeout: 120_000 }, async () => {
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  const program = join(bin, 'pact');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
  chmodSync(program, 0o755);
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const port = await freePorts(6);
  const count = await walkPage({
    page: read('docs/private.md'),
    folder: folder.path,
    env,
    service: { line: 'pact network up ours', ready: /All 3 nodes are ready/ },
    instead: (line) => {
      if (line.startsWith('pact network new')) {
        return `${line} --port ${port} --p2p-port ${port + 3}`;
      }
      return line.startsWith('cat > pact.yaml')
        ? line.replace(
            /127\.0\.0\.1:(\d+)/g,
            (_, usual) => `127.0.0.1:${port + Number(usual) - 1848}`,
          )
        : undefined;
    },
  });
  expect(count).toBeGreaterThan(15);
});

describe('mistakes', () => {
  const mistakes = folderWith({
    'pact.yaml': `networks:
  ours:
    host: http://127.0.0.1:1/{networkId}/{chainId}
    networkId: ours
    chains: ['0', '1']
`,
    'private.json': codeCommand('1', { meta: { address: { from: 'alice', to: ['bob'] } } }).text,
  });
  afterAll(mistakes.remove);
  const run = (...args: readonly string[]) => runCommand(args, { cwd: mistakes.path });
  const bob = run('seal', '--genkey', 'bob.key').stdout.trim();
  run('seal', '--genkey', 'alice.key');
  const sealed = (...more: readonly string[]): string => {
    const made = run(
      ...['seal', '--from', 'alice', '--key', 'alice.key', '--to', `bob=${bob}`],
      ...more,
      '(+ 1 2)',
    );
    expect(made.stderr).toBe('');
    writeFileSync(join(mistakes.path, 'sealed.json'), made.stdout);
    return made.stdout;
  };

  test.each<readonly [why: string, args: readonly string[], text: string]>([
    ['code without a sender', ['--to', `bob=${bob}`, '(+ 1 2)'], 'code needs --from, the name'],
    [
      'a chain without a network',
      ['--to', `bob=${bob}`, '--from', 'alice', '--chain', '0', '(+ 1 2)'],
      '--chain needs --network: pact serve has no chains',
    ],
    [
      'no chain',
      ['--to', `bob=${bob}`, '--from', 'alice', '-n', 'ours', '(+ 1 2)'],
      'ours has several chains: choose one, such as --chain 0',
    ],
    [
      'a wrong name',
      ['--to', `bop=${bob}`, 'private.json'],
      'private.json: there is no public key of bob: add --to bob=KEY',
    ],
    [
      'a name that is none',
      ['--to', `bob=${bob}`, '--from', 'a b', '(+ 1 2)'],
      'takes the name of an entity',
    ],
    [
      'code that is none',
      ['--to', `bob=${bob}`, '--from', 'alice', '(+ 1'],
      'the code cannot be read',
    ],
    [
      'an option of code',
      ['--to', `bob=${bob}`, '--ttl', '600', 'private.json'],
      'the option --ttl needs code',
    ],
  ])('seal: %s', (_, args, text) => {
    const { status, stderr } = run('seal', '--key', 'alice.key', ...args);
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining(text)]);
  });

  test('what is sealed is not sealed again', () => {
    sealed();
    const again = run('seal', '--key', 'alice.key', '--to', `bob=${bob}`, 'sealed.json');
    expect(again.stderr).toContain('sealed.json: it is sealed already');
  });

  test('send: a private transaction must be sealed', () => {
    expect(run('send', '-n', 'ours', 'private.json').stderr).toContain(
      'its metadata is private, so it must be sealed first: pact seal --key KEYFILE',
    );
  });

  test('send: what is sealed for pact serve is for no node', () => {
    sealed();
    expect(run('send', '-n', 'ours', 'sealed.json').stderr).toContain(
      'for a node, seal it with --network and --chain',
    );
  });

  test('send: another chain, and no trial', () => {
    sealed('-n', 'ours', '--chain', '0');
    expect(run('send', '-n', 'ours', '--chain', '1', 'sealed.json').stderr).toContain(
      'the transaction is for chain 0, but --chain is 1',
    );
    expect(run('send', '-n', 'ours', '--local', 'sealed.json').stderr).toContain(
      'it is sealed, so it cannot be tried: leave out --local',
    );
    expect(run('send', '-n', 'ours', 'sealed.json').stderr).toContain('cannot reach');
  });

  test('send: another network', () => {
    sealed('-n', 'development', '--chain', '0');
    expect(run('send', '-n', 'ours', 'sealed.json').stderr).toContain(
      'networkId is development, but the network ours has ours',
    );
  });

  test('what is changed on the way is noticed', () => {
    writeFileSync(
      join(mistakes.path, 'sealed.json'),
      sealed('-n', 'ours', '--chain', '0').replace('bob', 'bab'),
    );
    expect(run('send', '-n', 'ours', 'sealed.json').stderr).toContain('Hash Mismatch');
  });
});
