// Runs programs in a separate thread, with limits on time, memory and stack: a program that hangs, runs out of memory or
// crashes is distinguished from one that answers, and the tests go on.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';
import { largeRoom, smallRoom, stackSizeMb, type Room } from '../../src/apps/cli/stack-size.ts';

export type Program = {
  /** `test.repl` when absent. */
  readonly name?: string;
  readonly text: string;
  /** The files for `load`, by path. */
  readonly files?: Readonly<Record<string, string>>;
};

export type IsolatedProgram = Program & { readonly room: Room };

export type ProgramOutcome =
  /** The last result as the REPL prints it, its length before it was cut, and the failed expectations. */
  | {
      readonly kind: 'result';
      readonly text: string;
      readonly length: number;
      readonly failures: readonly string[];
    }
  | { readonly kind: 'error'; readonly name: string; readonly text: string }
  /** Any exception other than `EvalError`. */
  | { readonly kind: 'crash'; readonly text: string; readonly stack: string };

export type IsolatedOutcome =
  | ProgramOutcome
  | { readonly kind: 'no answer' }
  | { readonly kind: 'thread died'; readonly text: string };

export type Stack = { readonly stackSizeMb: number; readonly room: Room };

/** The stack of the command's evaluating thread. */
export const commandStack: Stack = { stackSizeMb, room: largeRoom };

/** A stack somewhat smaller than that of Node's main thread by default. */
export const smallStack: Stack = { stackSizeMb: 1, room: smallRoom };

/** `low`: a sixteenth of the usual length of integers, lists and strings, so that what reaches a limit takes no time. */
export type LengthLimits = 'usual' | 'low';

type Bounds = {
  readonly memoryMb?: number;
  readonly lengths?: LengthLimits;
  /** Far above what any case needs on a busy machine: it only detects programs that never answer. */
  readonly patienceMs?: number;
};

const bundled = new Map<LengthLimits, Promise<string>>();

export class IsolatedRunner {
  private readonly stack: Stack;
  private readonly memoryMb: number;
  private readonly patienceMs: number;
  private readonly lengths: LengthLimits;
  private worker: Worker | undefined;

  constructor(
    stack: Stack,
    { memoryMb = 1024, patienceMs = 60_000, lengths = 'usual' }: Bounds = {},
  ) {
    this.stack = stack;
    this.memoryMb = memoryMb;
    this.patienceMs = patienceMs;
    this.lengths = lengths;
  }

  async run(program: Program): Promise<IsolatedOutcome> {
    this.worker ??= await this.start();
    const { worker } = this;
    const { room } = this.stack;
    return new Promise((resolve) => {
      const end = (outcome: IsolatedOutcome, lives: boolean): void => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', failed).off('exit', exited);
        if (!lives) this.worker = undefined;
        resolve(outcome);
      };
      const answered = (outcome: ProgramOutcome): void => end(outcome, true);
      const failed = (error: Error): void =>
        end({ kind: 'thread died', text: String(error) }, false);
      const exited = (code: number): void =>
        end({ kind: 'thread died', text: `exit ${code}` }, false);
      const timer = setTimeout(() => {
        void worker.terminate();
        end({ kind: 'no answer' }, false);
      }, this.patienceMs);
      worker.on('message', answered).on('error', failed).on('exit', exited);
      worker.postMessage({ ...program, room } satisfies IsolatedProgram);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private async start(): Promise<Worker> {
    const known = bundled.get(this.lengths) ?? bundle(this.lengths);
    bundled.set(this.lengths, known);
    const code = await known;
    const { stackSizeMb } = this.stack;
    return new Worker(code, {
      eval: true,
      resourceLimits: { stackSizeMb, maxOldGenerationSizeMb: this.memoryMb },
    });
  }
}

async function bundle(lengths: LengthLimits): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('isolated-thread.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    write: false,
    plugins: lengths === 'low' ? [lowLimits] : [],
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('the program for the thread was not built');
  return file.text;
}

const lowLimits: Plugin = {
  name: 'low-limits',
  setup(build) {
    build.onLoad({ filter: /[\\/]state[\\/]limits\.ts$/ }, async ({ path }) => {
      const parts = (await readFile(path, 'utf8')).split(
        /(?<=maxIntegerBits = |unmetered: )1 << 22/,
      );
      if (parts.length !== 4)
        throw new Error('the limits of integers, lists and strings are others');
      return { contents: parts.join('1 << 18'), loader: 'ts' };
    });
  },
};
