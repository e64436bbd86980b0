// Runs files in threads, several at a time. A file that takes too long, or whose thread dies, is reported, and the
// others continue in a new thread. If the thread ran other files before, they may have caused its death, so the file is
// run once more in a thread of its own.

import { Worker } from 'node:worker_threads';
import type { FileReport } from '../../../tools/testing/runner/test-report.ts';
import { faultText, isOutOfMemory } from '../exit.ts';
import { identifyFile } from '../files.ts';
import { stackSizeMb } from '../stack-size.ts';
import {
  timeoutText,
  type FoundMessage,
  type FuzzingMessage,
  type ReportAnswer,
  type TestAnswer,
  type TestRequest,
  type TestSettings,
  type TestThreadWork,
} from './messages.ts';

export type PoolOptions = {
  readonly jobs: number;
  readonly settings: TestSettings;
  /** Called with the answer (report and further results) of every file that ends by itself. */
  readonly take: (answer: ReportAnswer) => void;
  /** Called when a property test fails, while its file still runs. */
  readonly found: (found: FoundMessage) => void;
  /** The program that a thread runs. */
  readonly program: string;
};

/** Milliseconds between asking a file to stop and terminating its thread. */
const graceMs = 1000;

export class TestPool {
  private readonly options: PoolOptions;
  private readonly idle: TestThread[] = [];
  private readonly threads = new Set<TestThread>();

  constructor(options: PoolOptions) {
    this.options = options;
  }

  /** Runs the files and reports their starts and ends, in any order; stops early once `isEnough` returns true. */
  async run(files: readonly string[], events: PoolEvents): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < files.length && !events.isEnough()) {
        const file = files[next++] as string;
        events.started(file);
        events.ended(await this.runFile(file, events));
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.options.jobs, files.length) }, work));
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private async runFile(file: string, events: PoolEvents): Promise<FileReport> {
    const start = performance.now();
    const thread = this.freeThread();
    let answer = await this.runIn(thread, file, events);
    if (answer.kind === 'died' && thread.filesRun > 1) {
      answer = await this.runIn(this.start(), file, events);
    }
    return this.reportOf(file, answer, start);
  }

  private async runIn(thread: TestThread, file: string, events: PoolEvents): Promise<Ended> {
    const answer = await thread.answerTo({ file }, events);
    if (thread.isAlive) this.idle.push(thread);
    else this.threads.delete(thread);
    return answer;
  }

  private reportOf(file: string, answer: Ended, start: number): FileReport {
    const { settings, take } = this.options;
    if (answer.kind === 'report') {
      take(answer);
      return answer.report;
    }
    return {
      file,
      blocks: [],
      reads: [identifyFile(file)],
      notices: [],
      problem: answer.kind === 'timeout' ? timeoutText(settings.timeoutMs) : answer.text,
      durationMs: performance.now() - start,
      milliGas: 0n,
    };
  }

  private freeThread(): TestThread {
    for (let thread = this.idle.pop(); thread !== undefined; thread = this.idle.pop()) {
      if (thread.isAlive) return thread;
      this.threads.delete(thread);
    }
    return this.start();
  }

  private start(): TestThread {
    const thread = new TestThread(this.options);
    this.threads.add(thread);
    return thread;
  }
}

export type PoolEvents = {
  readonly started: (file: string) => void;
  readonly ended: (report: FileReport) => void;
  /** Called now and then while property tests run. */
  readonly fuzzing: (running: FuzzingMessage) => void;
  readonly isEnough: () => boolean;
};

/** How the run of a file in a thread ended. */
type Ended =
  | TestAnswer
  /** The file took too long, and its thread was terminated. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'died'; readonly text: string };

class TestThread {
  isAlive = true;
  /** Includes the running file. */
  filesRun = 0;
  private readonly interrupt = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;
  private readonly timeoutMs: number;
  private readonly found: PoolOptions['found'];

  constructor({ program, settings, found }: PoolOptions) {
    this.found = found;
    this.timeoutMs = settings.timeoutMs;
    const work: TestThreadWork = { kind: 'test-thread', settings, interrupt: this.interrupt };
    this.worker = new Worker(program, { workerData: work, resourceLimits: { stackSizeMb } });
    // Also while it is idle.
    this.worker.on('error', () => (this.isAlive = false));
    this.worker.on('exit', () => (this.isAlive = false));
  }

  async end(): Promise<void> {
    this.isAlive = false;
    await this.worker.terminate();
  }

  async answerTo(request: TestRequest, events: Pick<PoolEvents, 'fuzzing'>): Promise<Ended> {
    this.filesRun++;
    Atomics.store(this.interrupt, 0, 0);
    const timers: NodeJS.Timeout[] = [];
    const { worker, timeoutMs } = this;
    let listen: ((how: 'on' | 'off') => unknown) | undefined;
    try {
      return await new Promise<Ended>((resolve) => {
        const died = (answer: Ended): void => {
          this.isAlive = false;
          resolve(answer);
        };
        const diedOf = (text: string): void => died({ kind: 'died', text });
        // The thread sends no other messages.
        const answered = (answer: TestAnswer | FoundMessage | FuzzingMessage): void => {
          if (answer.kind === 'found') this.found(answer);
          else if (answer.kind === 'fuzzing') events.fuzzing(answer);
          else resolve(answer);
        };
        const failed = (error: Error): void =>
          diedOf(isOutOfMemory(error) ? 'ran out of memory and was stopped' : faultText(error));
        const exited = (code: number): void =>
          diedOf(`its thread ended before the file did, with code ${code}`);
        listen = (how) =>
          worker[how]('message', answered)[how]('error', failed)[how]('exit', exited);
        listen('on');
        timers.push(
          setTimeout(() => Atomics.store(this.interrupt, 0, 1), timeoutMs),
          setTimeout(() => {
            died({ kind: 'timeout' });
            void worker.terminate();
          }, timeoutMs + graceMs),
        );
        worker.postMessage(request);
      });
    } finally {
      timers.forEach(clearTimeout);
      // Remove no other listeners: a caller that terminates the thread waits for its exit.
      listen?.('off');
    }
  }
}
