// `pact export` into PostgreSQL as a process: killed while it writes, it goes on, and every block is stored once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { command, runProcess } from '../support/command.ts';
import { startDevnet, type DevnetProcess } from '../support/devnet-process.ts';
import { hasPostgres, startPostgres, whyNoPostgres } from '../support/postgres.mjs';
import type { TestPostgres } from '../support/postgres.mjs';

const title = hasPostgres ? 'pact export' : `pact export: skipped, ${whyNoPostgres}`;

describe.skipIf(!hasPostgres)(title, () => {
  let server: TestPostgres;
  let net: DevnetProcess;
  beforeAll(async () => {
    server = await startPostgres();
    net = await startDevnet('--chains', '2', '--block-time', '86400');
    mine(30);
  });
  afterAll(async () => {
    await net.end();
    await server.end();
  });

  const mine = (blocks: number): void => {
    const { port } = new URL(net.control);
    const args = ['devnet', 'mine', String(blocks), '--control-port', port, '--json'];
    const { status, stderr } = runProcess(args);
    if (status !== 0) throw new Error(stderr);
  };
  const argumentsTo = (url: string): string[] => ['export', '--node', net.address, '--to', url];
  const heights = async (): Promise<Map<number, number>> => {
    const cut = await fetch(`${net.address}/multichain/0.0/development/cut`);
    const { hashes } = (await cut.json()) as { hashes: Record<string, { height: number }> };
    return new Map(Object.entries(hashes).map(([id, { height }]) => [Number(id), height]));
  };

  test('goes on after it was killed', async () => {
    const url = server.createDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const stored = async (): Promise<number> => {
      const { rows } = await client
        .query<{ count: string }>('select count(*) from pact.blocks')
        .catch(() => ({ rows: [] }));
      return Number(rows[0]?.count ?? 0);
    };
    const first = spawn(process.execPath, [command, ...argumentsTo(url), '--follow', '--quiet']);
    const ended = once(first, 'exit');
    await expect.poll(stored, { timeout: 120_000 }).toBeGreaterThan(0);
    first.kill('SIGKILL');
    await ended;
    mine(3);
    const { status, stdout, stderr } = runProcess(argumentsTo(url));
    expect(stdout + stderr).toMatch(/^Exported \d+ blocks, /m);
    expect(status).toBe(0);
    const newest = await heights();
    const { rows } = await client.query<{ chain: number; count: string; height: string }>(
      'select chain, count(*), max(height) as height from pact.blocks group by chain order by chain',
    );
    expect(rows).toEqual(
      [...newest].map(([chain, height]) => ({
        chain,
        count: String(height + 1),
        height: String(height),
      })),
    );
  });

  test('says how to make a database that is missing', () => {
    const url = server.createDatabase().replace(/test(\d+)/, 'missing$1');
    const { status, stdout, stderr } = runProcess(argumentsTo(url));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^pact: there is no database "missing\d+": create it with createdb missing\d+/,
    );
  });
});
