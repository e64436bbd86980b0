// The program of export.mjs: a node in this process, and one exporter as a process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startNodeWithTransfers, type NodeWithTransfers } from './node-with-transfers.ts';

export type BackfillOptions = {
  readonly chains: number;
  readonly rounds: number;
  readonly transfers: number;
};

export type Backfill = {
  /** Exports everything, and resolves to what it took. */
  readonly exportTo: (command: string, to: string) => Promise<BackfillTimes>;
  readonly transactions: number;
  readonly stop: NodeWithTransfers['stop'];
};

export type BackfillTimes = {
  readonly seconds: number;
  /** Processor time of the exporter and of the node that answers it. */
  readonly exporterSeconds: number;
  readonly nodeSeconds: number;
};

export async function startBackfill(options: BackfillOptions): Promise<Backfill> {
  const { chains, rounds, transfers } = options;
  const node = await startNodeWithTransfers(chains);
  await node.mine(rounds, transfers);
  const exportTo = async (command: string, to: string): Promise<BackfillTimes> => {
    const started = performance.now();
    const before = process.cpuUsage();
    const line = `TIMEFORMAT='%U %S'; time "$0" "$@" >/dev/null`;
    const args = [
      process.execPath,
      command,
      'export',
      '--node',
      node.address,
      '--to',
      to,
      '--quiet',
    ];
    const child = spawn('bash', ['-c', line, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    if (status !== 0) throw new Error(output);
    const { user, system } = process.cpuUsage(before);
    const [ofUser = 0, ofSystem = 0] = (output.trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map(Number);
    return {
      seconds: (performance.now() - started) / 1000,
      exporterSeconds: ofUser + ofSystem,
      nodeSeconds: (user + system) / 1e6,
    };
  };
  return { exportTo, transactions: chains * rounds * (transfers + 1), stop: node.stop };
}
