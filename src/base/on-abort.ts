// Listeners of abort signals. Node warns of a leak when a signal has more than ten, and many requests of one piece of work
// share a signal: so all of them are behind one.

const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls the listener when the signal is aborted, and never at once. Call the returned function to stop. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  let listeners = listenersOf.get(signal);
  if (listeners === undefined) {
    const all = new Set<() => void>();
    listeners = all;
    listenersOf.set(signal, all);
    signal.addEventListener(
      'abort',
      () => {
        for (const each of [...all]) each();
      },
      { once: true },
    );
  }
  const own = (): void => listener();
  listeners.add(own);
  const known = listeners;
  return () => void known.delete(own);
}
