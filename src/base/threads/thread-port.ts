// The thread's end of a link: it receives questions and sends replies.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

export class ThreadPort<Question, Reply, Ready> {
  private readonly port: MessagePort;

  constructor(port: MessagePort) {
    this.port = port;
  }

  /** Starts receiving questions; `take` is called for each. */
  ready(ready: Ready, take: (asked: ToThread<Question>) => void): void {
    this.port.on('message', take);
    this.send({ kind: 'ready', ready });
  }

  /** Returns the next question that has arrived, so that long work can check for it. */
  next(): ToThread<Question> | undefined {
    // The other end sends nothing else.
    const received: { readonly message: ToThread<Question> } | undefined = receiveMessageOnPort(
      this.port,
    );
    return received?.message;
  }

  /** `moved`: bytes of the reply that are handed over instead of being copied. */
  reply(id: number, reply: Reply, moved: readonly ArrayBuffer[] = []): void {
    this.send({ kind: 'reply', id, reply }, moved);
  }

  /** Ends the thread, because it cannot start or continue. */
  unable(own: { readonly sentence: string; readonly isPassing: boolean }): void {
    this.send({ kind: 'unable', ...own });
    this.port.close();
  }

  private send(message: FromThread<Reply, Ready>, moved: readonly ArrayBuffer[] = []): void {
    this.port.postMessage(message, moved);
  }
}

// Messages between a thread and its starter: plain data that can be copied.

export type ToThread<Question> = { readonly id: number; readonly question: Question };

export type FromThread<Reply, Ready> =
  /** The thread is ready for questions. */
  | { readonly kind: 'ready'; readonly ready: Ready }
  /** The thread cannot start, or continue: the reason, and whether it is temporary. */
  | { readonly kind: 'unable'; readonly sentence: string; readonly isPassing: boolean }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply };

/** A number that a thread and its starter share. */
export const newCounter = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));

// The processor share of a thread compared with the others of this process. Only Linux has thread priorities; elsewhere
// all threads are equal.

/**
 * Lets other threads run first if there are fewer processors than busy threads. `niceness`, of at most 19: a thread with
 * ten has about a tenth of the share of a normal one, with five a third.
 */
export function giveWay(niceness = lowPriority): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread !== undefined) setPriority(Number(thread), niceness);
  } catch {
    // A sandbox may hide it.
  }
}

const lowPriority = 10;
