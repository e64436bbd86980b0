// What the main thread and the thread of every service tell each other. A service adds messages of its own.

export type FromService =
  /** It could not start, or cannot go on. One sentence. */
  | { readonly kind: 'failed'; readonly sentence: string }
  /** It goes on. One sentence. */
  | { readonly kind: 'trouble'; readonly sentence: string }
  /** A line for the user. */
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'stopped' };

/** The only message to the thread. */
export type ToService = 'stop';
