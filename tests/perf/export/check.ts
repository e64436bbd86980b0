// The program of export-check.mjs: a node in this process, exporters as processes that are killed, and the comparison at the end.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { CoinTraffic } from '../../support/coin-traffic.ts';
import { differences } from '../../support/exported-chains.ts';
import { startNodeWithTransfers } from './node-with-transfers.ts';

export type CheckOptions = {
  readonly url: string;
  readonly command: string;
  readonly chains: number;
  readonly rounds: number;
  /** Transfers in each block. */
  readonly transfers: number;
};

const removed = [1, 7, 25];

/** Resolves to the differences between the tables and the chains. */
export async function check(options: CheckOptions): Promise<string[]> {
  const { url, chains, rounds, transfers } = options;
  const node = await startNodeWithTransfers(chains);
  const traffic = new CoinTraffic(node.net, 1);
  const run = (...more: readonly string[]): ChildProcess =>
    spawn(
      process.execPath,
      [options.command, 'export', '--node', node.address, '--to', url, '--quiet', ...more],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );

  await node.mine(Math.floor(rounds / 2), transfers);
  let exporter = run('--follow');
  await written(url, 1);
  await killed(exporter);
  console.log(`killed after ${String(await countOf(url))} blocks`);
  exporter = run('--follow');
  for (const [i, depth] of removed.entries()) {
    await node.mine(Math.floor(rounds / 2 / removed.length), transfers);
    node.backBy(depth);
    console.log(`reorganization of ${String(depth)} blocks on each chain`);
    await node.mine(depth + 1, transfers);
    // Among others, transfers between chains with both halves.
    await traffic.run(10, { reorganiseEvery: 4 });
    if (i !== 1) continue;
    await written(url, (await countOf(url)) + 1);
    await killed(exporter);
    console.log(`killed after ${String(await countOf(url))} blocks`);
    exporter = run('--follow');
  }
  await killed(exporter);
  const [status] = (await once(run(), 'exit')) as [number];
  if (status !== 0) throw new Error(`the last export ended with ${String(status)}`);
  console.log(`${String(await countOf(url))} blocks at the end`);
  const found = await differences(url, node.net);
  await node.stop();
  return found;
}

async function killed(exporter: ChildProcess): Promise<void> {
  if (exporter.exitCode !== null) throw new Error('the exporter has ended by itself');
  const ended = once(exporter, 'exit');
  exporter.kill('SIGKILL');
  await ended;
}

/** Resolves once the tables have this many blocks. */
async function written(url: string, count: number): Promise<void> {
  while ((await countOf(url)) < count) await new Promise((resolve) => void setTimeout(resolve, 20));
}

async function countOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from pact.blocks');
    return Number(rows[0]?.count);
  } catch {
    // The exporter has not made the tables yet.
    return 0;
  } finally {
    await client.end();
  }
}
