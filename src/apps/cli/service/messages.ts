// The messages between the main thread and the thread of a service. Services add their own messages.

export type FromService =
  /** The service could not start or continue; one sentence. */
  | { readonly kind: 'failed'; readonly sentence: string }
  /** A problem after which the service continues; one sentence. */
  | { readonly kind: 'trouble'; readonly sentence: string }
  /** A line to print for the user. */
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'stopped' };

/** The only message to the thread. */
export type ToService = 'stop';
