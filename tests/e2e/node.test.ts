// `pact node` from the operator's side: it runs, stores its blocks, survives kills, makes backups, and reports errors in its
// configuration.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, runCommand } from '../support/command.ts';
import { root } from '../support/project-files.ts';
import { runCount } from '../support/run-count.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-node-e2e-'));
const key = 'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f';
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const network = (name: string, chains: string): string => `
name: ${name}
code: 0x00020d03
graphs: singleton
blockDelay: 200ms
firstEpochFromBlockOne: true
genesis:
  time: 2026-02-16T08:15:00Z
  chains:
    - { chains: 0, ${chains} }
`;

beforeAll(() => {
  const transactions = `transactions: [${join(root, 'stdlib/genesis/chain-0.json')}]`;
  write('net.yaml', network('proven', `target: easiest / 1000, ${transactions}`));
  write('other.yaml', network('other', `target: easiest, ${transactions}`));
  write(
    'node.yaml',
    `network: ./net.yaml\ndata: data\nservice: { port: 0 }\nlog: { level: error }\n` +
      `mining: { enabled: true, keys: [${key}] }\nbackup: { enabled: true }\n`,
  );
});

type Ready = {
  readonly address: string;
  readonly continuedAt?: number;
  readonly metrics?: string;
};
type Started = ServiceProcess<Ready>;

const start = (...options: readonly string[]): Promise<Started> =>
  startService<Ready>(['node', '--json', ...options], { cwd: folder });

async function asked(node: Started, path: string, method = 'GET'): Promise<string> {
  const reply = await fetch(`${node.ready.address}/multichain/0.0/proven/${path}`, { method });
  return await reply.text();
}

async function heightOf(node: Started): Promise<number> {
  return (JSON.parse(await asked(node, 'cut')) as { height: number }).height;
}

async function until(look: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come about');
}

test(
  'it mines with proof of work, continues after a kill, is backed up, restored and replayed',
  { timeout: 180_000 },
  async () => {
    const first = await start('-c', 'node.yaml');
    await until(async () => (await heightOf(first)) >= 3);
    expect(await first.end('SIGKILL')).toBe('SIGKILL');

    const second = await start('-c', 'node.yaml', '--mining-threads', '2');
    expect(second.ready.continuedAt).toBeGreaterThanOrEqual(3);
    const inUse = runCommand(['node', '-c', 'node.yaml'], { cwd: folder });
    expect([inUse.status, inUse.stderr]).toEqual([
      1,
      expect.stringMatching(/is in use by process \d+/),
    ]);
    const id = await asked(second, 'make-backup?backupPact', 'POST');
    expect(id).toMatch(/^\d{16}$/);
    await until(async () => (await asked(second, `check-backup/${id}`)) === 'backup-done');
    expect(await second.end('SIGINT')).toBe(0);

    const restored = runCommand(
      ['node', 'restore', join('data/backups', id), '-c', 'node.yaml', '--data', 'restored'],
      { cwd: folder },
    );
    expect([restored.status, restored.stderr]).toEqual([0, '']);
    for (const data of ['data', 'restored']) {
      const replay = runCommand(
        ['node', 'replay', '--verify', '-c', 'node.yaml', '--data', data, '--json'],
        {
          cwd: folder,
        },
      );
      expect([replay.status, replay.stderr]).toEqual([0, '']);
      expect(JSON.parse(replay.stdout)).toMatchObject({ kind: 'same' });
    }
  },
);

describe('mistakes', () => {
  function refusal(text: string, ...options: readonly string[]): string {
    write('wrong.yaml', text);
    const { status, stdout, stderr } = runCommand(
      ['node', '--config', 'wrong.yaml', '--check-config', ...options],
      { cwd: folder },
    );
    expect([status === 0, stdout]).toEqual([false, '']);
    return stderr;
  }

  test.each([
    ['service: { prot: 1 }', 'wrong.yaml:1:12: service.prot is not known (did you mean port?)'],
    ['service: { port: 99999 }', 'service.port must be a whole number from 0 to 65535, not 99999'],
    ['service:\n\tport: 1', 'wrong.yaml:2:1: '],
    ['network: developmnt', 'no network is named developmnt; did you mean development?'],
    ['network: ./nowhere.yaml', 'nowhere.yaml: '],
    ['network: mainnet01', 'only the hash of the first block of chain 0 of mainnet01 is known'],
    ['multichainVersion: mainnet01', 'multichainVersion is not known: it is called network here'],
    ['mining: { enabled: true }', 'mining.account is missing: mining.enabled needs an account'],
    ['prune: { payloads: 5 }', 'prune.payloads must be 0 or at least state.depth (480), not 5'],
    ['backup: { enabled: true }', 'backup.enabled needs data'],
  ])('%s', (text, sentence) => {
    expect(refusal(text)).toContain(sentence);
  });

  test('in the environment, in options, and in the file itself', () => {
    const run = (options: readonly string[], environment = {}) =>
      spawnSync(process.execPath, [command, 'node', ...options], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      }).stderr;
    expect(run(['--check-config'], { PACT_NODE_SERVICE_PROT: '1' })).toContain(
      'PACT_NODE_SERVICE_PROT is not known (did you mean PACT_NODE_SERVICE_PORT?)',
    );
    expect(run(['--set', 'gas.limits=5', '--check-config'])).toContain(
      'gas.limits is not known (did you mean gas.limit?)',
    );
    expect(run(['--config', 'none.yaml'])).toContain('cannot read none.yaml: ');
    expect(run(['reply'])).toContain(
      'there is no pact node reply: use replay, restore, identity, status, peers, follow,',
    );
    expect(run(['replay'])).toContain('there is nothing to replay');
  });

  test(
    'a port in use, and a folder of another network, are reported at the start',
    { timeout: 60_000 },
    async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const taken = runCommand(
        ['node', '-c', 'node.yaml', '--data', 'new', '--port', String(port)],
        {
          cwd: folder,
        },
      );
      const metrics = runCommand(
        ['node', '-c', 'node.yaml', '--data', 'new', '--set', `service.metricsPort=${port}`],
        { cwd: folder },
      );
      server.close();
      expect(metrics.stderr).toContain(`service.metricsPort ${port} of 127.0.0.1 is in use`);
      expect(taken.stderr).toContain(`service.port ${port} of 127.0.0.1 is in use`);
      const other = runCommand(
        ['node', '-c', 'node.yaml', '--data', 'new', '--network', './other.yaml'],
        {
          cwd: folder,
        },
      );
      const file = runCommand(['node', '-c', 'node.yaml', '--data', 'net.yaml'], { cwd: folder });
      expect(file.stderr).toMatch(
        /cannot open .*net\.yaml: a file with that name exists already\n$/,
      );
      expect(other.stderr).toMatch(/holds another network: proven .* the configuration has other/);
    },
  );
});

test('a node serves metrics on a separate port, and shows its configuration without its keys', async () => {
  const options = ['--data', 'measured', '--set', 'service.metricsPort=0'];
  const node = await start('--config', 'node.yaml', ...options);
  const metrics = await (await fetch(`${node.ready.metrics ?? ''}/metrics`)).text();
  expect(metrics).toMatch(/^pact_chain_height\{chain="0"\} \d+$/m);
  const reported = await (await fetch(`${node.ready.address}/config`)).text();
  expect(JSON.parse(reported)).toMatchObject({
    multichainVersion: 'proven',
    mining: { nodeMining: { enabled: true }, coordination: { enabled: false } },
    gasLimitOfBlock: 150_000,
  });
  expect(reported).not.toContain(key);
  await node.end('SIGINT');
}, 60_000);

test('a valid configuration is reported, and can be printed and used again', () => {
  const checked = runCommand(['node', '-c', 'node.yaml', '--check-config'], { cwd: folder });
  expect(checked.stdout).toBe('The configuration is valid: proven with 1 chain.\n');
  const printed = runCommand(['node', '-c', 'node.yaml', '--port', '7', '--print-config'], {
    cwd: folder,
  });
  expect(printed.stdout).toContain('  port: 7 # --port\n');
  write('again.yaml', printed.stdout);
  const again = runCommand(['node', '-c', 'again.yaml', '--check-config'], { cwd: folder });
  expect([again.status, again.stderr]).toEqual([0, '']);
});

test('kills under load lose nothing that was reported as mined', { timeout: 180_000 }, () => {
  const script = join(root, 'tests/crash/node-kills.mjs');
  const kills = runCount(2);
  const hasCompiler = spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, '--kills', String(kills), '--syncs', '2'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({
    kills: { kills },
    syncs: hasCompiler ? { syncs: 2 } : 'not run: there is no C compiler',
  });
});
