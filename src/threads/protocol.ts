// Messages between a thread and the thread that started it. It is copied on the way: plain data.

export type ToThread<Question> = { readonly id: number; readonly question: Question };

export type FromThread<Reply, Ready> =
  /** The thread can be asked. */
  | { readonly kind: 'ready'; readonly ready: Ready }
  /** The thread cannot begin, or go on: why, and whether that may pass. */
  | { readonly kind: 'unable'; readonly sentence: string; readonly isPassing: boolean }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply };
