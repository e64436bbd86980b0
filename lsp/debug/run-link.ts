// The adapter's end of the link to a run: queries and answers, pausing, and ending, even if a run hangs.

import { Worker } from 'node:worker_threads';
import { limits } from './limits.ts';
import {
  type FromRun,
  interrupts,
  type RunQuestion,
  type RunWork,
  shared,
  type ToRun,
} from './run-messages.ts';

type Waiting = {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
};
type Report = Exclude<FromRun, { kind: 'answer' | 'refusal' }>;

export class RunLink {
  private readonly memory = new Int32Array(new SharedArrayBuffer(4 * shared.length));
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private isClosed = false;

  constructor(program: URL, report: (message: Report) => void) {
    const workerData: RunWork = { kind: 'debug', memory: this.memory };
    const { stackMegabytes: stackSizeMb } = limits;
    this.worker = new Worker(program, { workerData, resourceLimits: { stackSizeMb } });
    this.worker.on('message', (message: FromRun) => this.take(message, report));
    this.worker.on('error', (error) => report({ kind: 'fault', text: error.message }));
    this.worker.on('exit', () => this.close());
  }

  /** The type of the answer depends on the kind of the query. */
  ask<T>(question: RunQuestion): Promise<T> {
    if (this.isClosed) return Promise.reject(new Error('the program has ended'));
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      // Types are unchecked here: the thread answers each kind with its type.
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      this.worker.postMessage({ id, question } satisfies ToRun);
      Atomics.add(this.memory, shared.mail, 1);
      Atomics.notify(this.memory, shared.mail);
    });
  }

  pause(): void {
    Atomics.compareExchange(this.memory, shared.interrupt, interrupts.none, interrupts.pause);
  }

  /** Resolves when the thread has ended. */
  async end(): Promise<void> {
    Atomics.store(this.memory, shared.interrupt, interrupts.end);
    if (this.isClosed) return;
    this.ask({ kind: 'resume', resume: { kind: 'end' } }).catch(() => undefined);
    const ended = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    const timer = setTimeout(() => void this.worker.terminate(), limits.endWithinMs);
    await ended;
    clearTimeout(timer);
  }

  private take(message: FromRun, report: (message: Report) => void): void {
    if (message.kind !== 'answer' && message.kind !== 'refusal') return report(message);
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.answer);
    else waiting?.reject(new Error(message.reason));
  }

  private close(): void {
    this.isClosed = true;
    for (const { reject } of this.waiting.values()) reject(new Error('the program has ended'));
    this.waiting.clear();
  }
}
