// Requests that wait for what becomes of a key. Each is removed when it gets the outcome, or when its signal ends the
// wait.

type Listener<Outcome> = (outcome: Outcome | undefined) => void;

export class Waiters<Outcome> {
  private readonly byKey = new Map<string, Set<Listener<Outcome>>>();

  get size(): number {
    let size = 0;
    for (const { size: own } of this.byKey.values()) size += own;
    return size;
  }

  keys(): readonly string[] {
    return [...this.byKey.keys()];
  }

  /** Resolves with `undefined` if the signal ended it, or `stop`. */
  wait(key: string, signal: AbortSignal): Promise<Outcome | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const listener: Listener<Outcome> = (outcome) => {
        signal.removeEventListener('abort', end);
        this.remove(key, listener);
        resolve(outcome);
      };
      const end = (): void => listener(undefined);
      signal.addEventListener('abort', end);
      const others = this.byKey.get(key) ?? new Set();
      this.byKey.set(key, others.add(listener));
    });
  }

  settle(key: string, outcome: Outcome): void {
    for (const listener of [...(this.byKey.get(key) ?? [])]) listener(outcome);
  }

  stop(): void {
    for (const all of [...this.byKey.values()]) for (const each of [...all]) each(undefined);
  }

  private remove(key: string, listener: Listener<Outcome>): void {
    const others = this.byKey.get(key);
    others?.delete(listener);
    if (others?.size === 0) this.byKey.delete(key);
  }
}
