// The thread's own end of a link: it takes questions and gives replies.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread } from './protocol.ts';

export class ThreadPort<Question, Reply, Ready> {
  private readonly port: MessagePort;

  constructor(port: MessagePort) {
    this.port = port;
  }

  /** Questions come in from now on; `take` is called for each. */
  ready(ready: Ready, take: (asked: ToThread<Question>) => void): void {
    this.port.on('message', take);
    this.send({ kind: 'ready', ready });
  }

  /** The next question that has come in; so work that takes long can look for it on the way. */
  next(): ToThread<Question> | undefined {
    // The other end sends nothing else.
    const received = receiveMessageOnPort(this.port) as
      { readonly message: ToThread<Question> } | undefined;
    return received?.message;
  }

  reply(id: number, reply: Reply): void {
    this.send({ kind: 'reply', id, reply });
  }

  /** The thread ends, because it cannot begin or go on. */
  unable(own: { readonly sentence: string; readonly isPassing: boolean }): void {
    this.send({ kind: 'unable', ...own });
    this.port.close();
  }

  private send(message: FromThread<Reply, Ready>): void {
    this.port.postMessage(message);
  }
}
