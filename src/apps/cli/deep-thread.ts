// Starts threads that execute blocks, with the largest stack that the system grants.

import { Worker, type ResourceLimits } from 'node:worker_threads';
import { chainStackSizeMb, stackSizeMb } from './stack-size.ts';

/** The thread finds its limits with `chainRoom`. `stackSizeMb`: the largest stack that it needs. */
export function startDeepThread(
  program: URL,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): Worker {
  const max = resourceLimits.stackSizeMb ?? chainStackSizeMb();
  for (let megabytes = max; ; megabytes = Math.max(stackSizeMb, megabytes >> 1)) {
    try {
      const limits = { ...resourceLimits, stackSizeMb: megabytes };
      return new Worker(program, { workerData, resourceLimits: limits });
    } catch (error) {
      // The system refuses stacks, for example under `ulimit -v`.
      if (!isRefusedStack(error) || megabytes === stackSizeMb) throw error;
    }
  }
}

function isRefusedStack(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_INIT_FAILED';
}
