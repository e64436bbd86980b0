// `pact network`: three nodes as processes of this machine find each other, make blocks and agree; one that is killed starts
// again; all of them end together.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { startService } from '../support/service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-network-e2e-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ready = { readonly nodes: readonly { readonly name: string; readonly address: string }[] };

/** Returns the first of some ports in a row that are probably free. */
async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
  throw new Error('there are no free ports');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function cutOf(address: string): Promise<{ readonly text: string; readonly height: number }> {
  const reply = await fetch(`${address}/multichain/0.0/ours/cut`);
  const { hashes, height } = (await reply.json()) as {
    readonly hashes: object;
    readonly height: number;
  };
  return { text: JSON.stringify(hashes), height };
}

async function agree({ nodes }: Ready, height: number, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (Date.now() < end) {
    const cuts = await Promise.all(
      nodes.map(({ address }) => cutOf(address).catch(() => ({ text: address, height: 0 }))),
    );
    if (new Set(cuts.map(({ text }) => text)).size === 1 && (cuts[0]?.height ?? 0) >= height) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** The processes of the nodes, found by their command line. */
function processesOf(name: string): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(join(folder, 'ours', name, 'node.yaml')))
    .map((line) => Number.parseInt(line, 10));
}

test(
  'three nodes agree within seconds, outlive a kill, and end together',
  { timeout: 120_000 },
  async () => {
    const first = await freePorts(6);
    const made = runCommand(
      ['network', 'new', 'ours', '--name', 'ours', '--block-time', '1'].concat(
        '--port',
        String(first),
        '--p2p-port',
        String(first + 3),
      ),
      { cwd: folder },
    );
    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toContain('Run all nodes:  pact network up ours');
    expect(readdirSync(join(folder, 'ours')).sort()).toEqual([
      '.gitignore',
      'account.yaml',
      'first-block.json',
      'network.yaml',
      'node-1',
      'node-2',
      'node-3',
    ]);
    expect(statSync(join(folder, 'ours/account.yaml')).mode & 0o777).toBe(0o600);
    expect(runCommand(['network', 'new', 'ours'], { cwd: folder }).stderr).toContain(
      'ours has a network already',
    );

    const network = await startService<Ready>(['network', 'up', join(folder, 'ours'), '--json']);
    expect(await agree(network.ready, 6, 20_000)).toBe(true);
    const config = join('ours', 'node-1', 'node.yaml');
    const status = runCommand(['node', 'status', '--config', config], { cwd: folder });
    expect(status.stdout).toContain('in step with its peers');
    const peers = runCommand(['node', 'peers', '--config', config, '--json'], { cwd: folder });
    expect(JSON.parse(peers.stdout)).toMatchObject({
      peers: [
        { address: `127.0.0.1:${first + 4}`, isFriend: true, hasSession: true },
        { address: `127.0.0.1:${first + 5}`, isFriend: true, hasSession: true },
      ],
    });

    for (const pid of processesOf('node-2')) process.kill(pid, 'SIGKILL');
    expect(await agree(network.ready, 12, 30_000)).toBe(true);
    expect(network.output()).toContain(
      'node-2 | It died (signal SIGKILL), and starts again in 1 s.',
    );

    const again = runCommand(['network', 'up', 'ours'], { cwd: folder });
    expect(again.stderr).toContain(`p2p.port ${first + 3} of 127.0.0.1 is in use`);
    expect(again.stderr).toContain('no node was started');

    expect(await network.end('SIGINT')).toBe(0);
    for (const name of ['node-1', 'node-2', 'node-3']) expect(processesOf(name)).toEqual([]);
    expect(existsSync(join(folder, 'ours/node-1/data/node.mdb'))).toBe(true);
  },
);

test('mistakes say what to do', () => {
  const said = (...words: readonly string[]): string =>
    runCommand(['network', ...words], { cwd: folder }).stderr;
  expect(said('up', 'nowhere')).toContain(
    "there is no folder nowhere: 'pact network new' creates a network",
  );
  expect(said('new', folder)).toContain('is not empty: name another folder');
  expect(said('nw')).toContain('there is no pact network nw: use new, up');
  expect(said('new', 'x', '--hosts', '300.1.1.1')).toContain(
    '--hosts: 300.1.1.1: a host is a name',
  );
  expect(existsSync(join(folder, 'x'))).toBe(false);
});
