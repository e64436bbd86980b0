import type { Worker } from 'node:worker_threads';
import type { Command } from './arguments.ts';

export async function startInteractive(start: (command: Command) => Worker): Promise<number> {
  start({ kind: 'interactive' });
  return 0;
}
