// The thread's end of a link: it receives questions and sends replies.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './protocol.ts';

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
