// Requests that wait for the result of a transaction. Each is removed when it gets the result, or when its signal ends
// the wait.

import type { Polled } from '../port.ts';

type Tell = (polled: Polled | undefined) => void;

export class Waiters {
  private readonly byKey = new Map<string, Set<Tell>>();

  get size(): number {
    let size = 0;
    for (const { size: own } of this.byKey.values()) size += own;
    return size;
  }

  keys(): readonly string[] {
    return [...this.byKey.keys()];
  }

  /** `undefined` if the signal ended it. */
  wait(requestKey: string, signal: AbortSignal): Promise<Polled | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const tell: Tell = (polled) => {
        signal.removeEventListener('abort', end);
        this.leave(requestKey, tell);
        resolve(polled);
      };
      const end = (): void => tell(undefined);
      signal.addEventListener('abort', end);
      const others = this.byKey.get(requestKey) ?? new Set();
      this.byKey.set(requestKey, others.add(tell));
    });
  }

  tell(requestKey: string, polled: Polled): void {
    for (const tell of [...(this.byKey.get(requestKey) ?? [])]) tell(polled);
  }

  stop(): void {
    for (const all of [...this.byKey.values()]) for (const tell of [...all]) tell(undefined);
  }

  private leave(requestKey: string, tell: Tell): void {
    const others = this.byKey.get(requestKey);
    others?.delete(tell);
    if (others?.size === 0) this.byKey.delete(requestKey);
  }
}
