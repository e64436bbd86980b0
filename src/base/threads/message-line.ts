// Messages between two threads in both directions: those of one turn of the event loop travel together, because a message
// costs as much as a short request.

import type { MessagePort, Worker } from 'node:worker_threads';
import type { Timer } from '../ports/time.ts';

export class MessageLine<In, Out> {
  private readonly port: Pick<MessagePort | Worker, 'postMessage'>;
  private readonly timer: Pick<Timer, 'soon'>;
  private waiting: Out[] = [];
  private moved: ArrayBuffer[] = [];

  /** `take` is called for each message that arrives, in order. */
  constructor(port: MessagePort | Worker, timer: Pick<Timer, 'soon'>, take: (message: In) => void) {
    this.port = port;
    this.timer = timer;
    port.on('message', (messages: readonly In[]) => {
      for (const message of messages) take(message);
    });
  }

  /** `moved`: bytes of the message that are handed over instead of being copied. */
  send(message: Out, moved: readonly ArrayBuffer[] = []): void {
    if (this.waiting.length === 0) this.timer.soon(() => this.flush());
    this.waiting.push(message);
    this.moved.push(...moved);
  }

  /** Sends at once what waits. */
  flush(): void {
    if (this.waiting.length === 0) return;
    const { waiting, moved } = this;
    this.waiting = [];
    this.moved = [];
    this.port.postMessage(waiting, moved);
  }
}
