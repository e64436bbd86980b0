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

  reply(id: number, reply: Reply): void {
    this.send({ kind: 'reply', id, reply });
  }

  /** Ends the thread, because it cannot start or continue. */
  unable(own: { readonly sentence: string; readonly isPassing: boolean }): void {
    this.send({ kind: 'unable', ...own });
    this.port.close();
  }

  private send(message: FromThread<Reply, Ready>): void {
    this.port.postMessage(message);
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

/** Lets other threads run first if there are fewer processors than busy threads. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread !== undefined) setPriority(Number(thread), lowPriority);
  } catch {
    // A sandbox may hide it.
  }
}

/** The niceness, of at most 19: about a tenth of the share of a normal thread. */
const lowPriority = 10;
