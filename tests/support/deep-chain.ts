// Executes transactions in a thread with the stack of a node, or part of it.

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import type { Written } from './chain-execution.ts';

export type DeepTransaction = Omit<Written, 'signers'> & {
  /** Code that the chain begins with. */
  readonly setUp?: string;
  /** How it is executed (default: in a block). */
  readonly way?: 'block' | 'local';
};

export type DeepOutcome =
  | {
      readonly kind: 'executed';
      readonly text: string;
      readonly gas: number;
      readonly bytes: number;
    }
  /** The result of `local`, the reason why a block cannot have it, or the fault in reading it. */
  | { readonly kind: 'local' | 'invalid' | 'unread' | 'died'; readonly text: string };

export class DeepChain {
  private readonly stackMb: number;
  private worker: Worker | undefined;

  constructor(stackMb: number) {
    this.stackMb = stackMb;
  }

  async execute(transaction: DeepTransaction): Promise<DeepOutcome> {
    const worker = (this.worker ??= await this.start());
    return new Promise((resolve) => {
      const end = (outcome: DeepOutcome): void => {
        worker.off('message', end).off('error', died);
        resolve(outcome);
      };
      const died = (error: Error): void => {
        this.worker = undefined;
        end({ kind: 'died', text: String(error) });
      };
      worker.on('message', end).on('error', died);
      worker.postMessage(transaction);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private async start(): Promise<Worker> {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('deep-chain-thread.ts', import.meta.url))],
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      write: false,
      logLevel: 'error',
    });
    const [file] = outputFiles;
    if (file === undefined) throw new Error('the program for the thread was not built');
    const resourceLimits = { stackSizeMb: this.stackMb, maxYoungGenerationSizeMb: 192 };
    return new Worker(file.text, { eval: true, resourceLimits });
  }
}
