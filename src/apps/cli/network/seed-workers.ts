// Processes that share the seeds of a simulation: each runs some of them, and prints a line of JSON for each.

import { spawn } from 'node:child_process';
import type { SimulationOutcome } from '../../../p2p/simulation/run.ts';
import type { Given } from '../commands/define.ts';
import { LineReader } from './log-lines.ts';
import { howItEnded, ownProgram } from './node-process.ts';

/** What is shown of a run: plain data. */
export type SeedRun = Pick<
  SimulationOutcome,
  'hash' | 'violations' | 'blocks' | 'kept' | 'transactions' | 'requests' | 'bytes' | 'healedMs'
> & { readonly seed: number };

export function seedRunOf(seed: number, outcome: SimulationOutcome): SeedRun {
  const { hash, violations, blocks, kept, transactions, requests, bytes, healedMs } = outcome;
  return { seed, hash, violations, blocks, kept, transactions, requests, bytes, healedMs };
}

/** Seeds of one process: starting it takes a third of a second. */
const seedsAtOnce = 10;

const passedOn = [
  'nodes',
  'chains',
  'block-time',
  'transactions',
  'minutes',
  'faults',
  'attack',
] as const;

export async function runInWorkers(
  given: Given,
  seeds: readonly number[],
  take: (run: SeedRun) => void,
): Promise<void> {
  const shared = given.words(...passedOn);
  const parts: (readonly number[])[] = [];
  for (let at = 0; at < seeds.length; at += seedsAtOnce) {
    parts.push(seeds.slice(at, at + seedsAtOnce));
  }
  const work = async (): Promise<void> => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      await runInProcess(part, shared, take);
    }
  };
  await Promise.all(Array.from({ length: Number(given.value('workers')) }, work));
}

function runInProcess(
  seeds: readonly number[],
  shared: readonly string[],
  take: (run: SeedRun) => void,
): Promise<void> {
  const range = `${seeds[0]}-${seeds.at(-1)}`;
  const given = ['network', 'simulate', '--seeds', range, '--json', ...shared];
  const left = new Set(seeds);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...ownProgram(), ...given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = new LineReader((line) => {
      // From our own program.
      const run = JSON.parse(line) as SeedRun;
      left.delete(run.seed);
      take(run);
    });
    child.stdout.on('data', (chunk: Uint8Array) => lines.take(chunk));
    child.on('error', () => undefined);
    child.on('close', (status, signal) => {
      lines.end();
      const how = howItEnded(status, signal);
      for (const seed of left) take(unfinished(seed, `its process ended with ${how}`));
      resolve();
    });
  });
}

const unfinished = (seed: number, violation: string): SeedRun => ({
  seed,
  hash: '',
  violations: [violation],
  blocks: 0,
  kept: 0,
  transactions: 0,
  requests: 0,
  bytes: 0,
  healedMs: undefined,
});
