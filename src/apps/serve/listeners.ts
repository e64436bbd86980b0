// Keeps requests that wait for the result of a command, and answers them all when it arrives.

import type { Timer } from '../../base/ports/time.ts';
import type { Hash } from '../../lang/session/run.ts';

export type Heard = 'done' | 'timeout' | 'stopping' | 'too-many';

type Listener = (heard: Heard) => void;

export class Listeners {
  private readonly byKey = new Map<Hash, Set<Listener>>();
  private readonly most: number;
  private readonly timer: Timer;
  private count = 0;
  private isStopping = false;

  constructor(most: number, timer: Timer) {
    this.most = most;
    this.timer = timer;
  }

  /** `left` is called when the client disconnects. */
  wait(requestKey: Hash, timeoutMs: number, left: AbortSignal): Promise<Heard> {
    if (this.isStopping) return Promise.resolve('stopping');
    if (this.count >= this.most) return Promise.resolve('too-many');
    return new Promise((resolve) => {
      const listener = (heard: Heard): void => {
        cancel();
        this.remove(requestKey, listener);
        resolve(heard);
      };
      const cancel = this.timer.after(timeoutMs, () => listener('timeout'));
      left.addEventListener('abort', () => listener('timeout'), { once: true });
      this.add(requestKey, listener);
    });
  }

  tell(requestKey: Hash): void {
    for (const listener of [...(this.byKey.get(requestKey) ?? [])]) listener('done');
  }

  stop(): void {
    this.isStopping = true;
    const all = [...this.byKey.values()].flatMap((listeners) => [...listeners]);
    for (const listener of all) listener('stopping');
  }

  private add(requestKey: Hash, listener: Listener): void {
    const listeners = this.byKey.get(requestKey) ?? new Set();
    this.byKey.set(requestKey, listeners.add(listener));
    this.count++;
  }

  private remove(requestKey: Hash, listener: Listener): void {
    const listeners = this.byKey.get(requestKey);
    if (listeners?.delete(listener) !== true) return;
    this.count--;
    if (listeners.size === 0) this.byKey.delete(requestKey);
  }
}
